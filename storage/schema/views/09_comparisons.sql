-- Results of different works set side by side: which way they point, and under which conditions they contradict.

CREATE VIEW compared_result AS
SELECT c.exposure, c.outcome, e.finding_id, e.result, e.work_id, e.citekey, e.text, e.direction,
    e.exposure_or_intervention AS stated_exposure, e.comparator, e.outcome AS stated_outcome, e.design, e.population,
    e.n, e.setting, e.follow_up, e.measure, e.effect, e.ci_low, e.ci_high, e.p, e.quote_id
FROM comparison AS c JOIN current_edition USING (edition)
JOIN evidence AS e ON e.finding_id = c.finding_id AND e.result = c.result
WHERE e.direction IS NOT NULL AND c.outcome <> '';
COMMENT ON VIEW compared_result IS 'Results of the works of the review with the comparison each belongs to, as named for all its results and as the text has it';
COMMENT ON COLUMN compared_result.stated_exposure IS 'Exposure or intervention as the text has it';
COMMENT ON COLUMN compared_result.stated_outcome IS 'Outcome as the text has it';

CREATE VIEW vote AS
SELECT exposure, outcome, work_id, citekey, any_value(design) AS design,
    CASE WHEN count(DISTINCT direction) = 1 THEN min(direction) ELSE 'mixed' END AS direction,
    count(*) AS results, min(finding_id) AS finding_id, any_value(n) AS n
FROM compared_result GROUP BY exposure, outcome, work_id, citekey;
COMMENT ON VIEW vote IS 'Which way the results of a work point in a comparison, one row a work, so that no work counts twice';
COMMENT ON COLUMN vote.direction IS '+ more of the outcome, - less, 0 no difference or association; mixed where results of the work differ, or one is mixed in itself';
COMMENT ON COLUMN vote.finding_id IS 'One of the findings that these are results of';
COMMENT ON COLUMN vote.results IS 'Results of the work in this comparison';

CREATE VIEW theme_vote AS
SELECT t.theme_id, t.label AS theme, t.position, v.*
FROM vote AS v JOIN theme_work AS m ON m.work_id = v.work_id JOIN current_theme AS t USING (edition, theme_id);
COMMENT ON VIEW theme_vote IS 'Votes by theme; a work that belongs to two themes stands in both';
COMMENT ON COLUMN theme_vote.theme IS 'Label of the theme';

CREATE VIEW vote_count AS
WITH by_design AS (
    SELECT exposure, outcome, string_agg(design || ' (' || works || ')', ', ' ORDER BY works DESC, design) AS designs
    FROM (SELECT exposure, outcome, design, count(*) AS works FROM vote WHERE design IS NOT NULL GROUP BY ALL)
    GROUP BY exposure, outcome
)
SELECT v.exposure, v.outcome, count(*) AS works,
    count_if(v.direction = '+') AS more, count_if(v.direction = '-') AS less, count_if(v.direction = '0') AS none,
    count_if(v.direction = 'mixed') AS mixed, any_value(d.designs) AS designs,
    count_if(coalesce(v.design IN ('systematic review', 'review'), false)) AS reviews,
    coalesce(list(v.citekey ORDER BY v.citekey) FILTER (v.direction = '+'), []) AS more_works,
    coalesce(list(v.citekey ORDER BY v.citekey) FILTER (v.direction = '-'), []) AS less_works,
    coalesce(list(v.citekey ORDER BY v.citekey) FILTER (v.direction = '0'), []) AS none_works,
    coalesce(list(v.citekey ORDER BY v.citekey) FILTER (v.direction = 'mixed'), []) AS mixed_works
FROM vote AS v LEFT JOIN by_design AS d USING (exposure, outcome) GROUP BY v.exposure, v.outcome;
COMMENT ON VIEW vote_count IS 'How many works point which way in each comparison, over the whole review, reviews counted beside the studies they may contain; a count of directions says nothing of how large or how certain an effect is';
COMMENT ON COLUMN vote_count.works IS 'How many works';
COMMENT ON COLUMN vote_count.more IS 'Works that report more of the outcome';
COMMENT ON COLUMN vote_count.less IS 'Works that report less of it';
COMMENT ON COLUMN vote_count.none IS 'Works that report no difference or association';
COMMENT ON COLUMN vote_count.mixed IS 'Works whose results differ';
COMMENT ON COLUMN vote_count.designs IS 'Designs of the works, each with how many have it; works whose design is not known are not named';
COMMENT ON COLUMN vote_count.reviews IS 'How many of the works are reviews, as far as their design is known';
COMMENT ON COLUMN vote_count.more_works IS 'Their citekeys';
COMMENT ON COLUMN vote_count.less_works IS 'Their citekeys';
COMMENT ON COLUMN vote_count.none_works IS 'Their citekeys';
COMMENT ON COLUMN vote_count.mixed_works IS 'Their citekeys';

CREATE VIEW theme_vote_count AS
SELECT v.theme_id, v.theme, v.position, v.exposure, v.outcome, count(*) AS works,
    count_if(v.direction = '+') AS more, count_if(v.direction = '-') AS less, count_if(v.direction = '0') AS none,
    count_if(v.direction = 'mixed') AS mixed, list(v.citekey ORDER BY v.citekey) AS citekeys
FROM theme_vote AS v GROUP BY v.theme_id, v.theme, v.position, v.exposure, v.outcome;
COMMENT ON VIEW theme_vote_count IS 'How many works of each theme point which way in each comparison';
COMMENT ON COLUMN theme_vote_count.citekeys IS 'Works counted';

CREATE VIEW design_vote_count AS
SELECT exposure, outcome, coalesce(design, '') AS design, count(*) AS works, count_if(direction = '+') AS more,
    count_if(direction = '-') AS less, count_if(direction = '0') AS none, count_if(direction = 'mixed') AS mixed
FROM vote GROUP BY exposure, outcome, coalesce(design, '');
COMMENT ON VIEW design_vote_count IS 'How many works of each design point which way in each comparison; the design is empty where it is not known';

CREATE VIEW contradiction AS
WITH side AS (
    -- A work whose own results differ contradicts itself before it contradicts others: by group, time or measure.
    SELECT r.*, coalesce(r.design IN ('systematic review', 'review'), false) AS is_review
    FROM compared_result AS r JOIN vote AS v USING (exposure, outcome, work_id)
    WHERE v.direction IN ('+', '-', '0')
    QUALIFY row_number() OVER (PARTITION BY r.exposure, r.outcome, r.work_id ORDER BY r.finding_id, r.result) = 1
)
SELECT a.exposure, a.outcome, CASE WHEN b.direction = '0' THEN 'found and not found' ELSE 'opposite' END AS kind,
    a.citekey AS one, b.citekey AS other, a.direction AS one_direction, b.direction AS other_direction,
    a.finding_id AS one_finding_id, b.finding_id AS other_finding_id,
    a.design AS one_design, b.design AS other_design, a.n AS one_n, b.n AS other_n,
    a.population AS one_population, b.population AS other_population, a.setting AS one_setting, b.setting AS other_setting,
    a.follow_up AS one_follow_up, b.follow_up AS other_follow_up,
    a.stated_exposure AS one_exposure, b.stated_exposure AS other_exposure,
    a.comparator AS one_comparator, b.comparator AS other_comparator,
    list_filter([
        CASE WHEN lower(a.design) <> lower(b.design) THEN 'design' END,
        -- The n of a review counts studies.
        CASE WHEN a.is_review = b.is_review AND greatest(a.n, b.n) >= 2 * least(a.n, b.n) THEN 'n' END,
        CASE WHEN lower(a.population) <> lower(b.population) THEN 'population' END,
        CASE WHEN lower(a.setting) <> lower(b.setting) THEN 'setting' END,
        CASE WHEN lower(a.follow_up) <> lower(b.follow_up) THEN 'follow-up' END,
        CASE WHEN lower(a.comparator) <> lower(b.comparator) THEN 'comparator' END
    ], lambda name: name IS NOT NULL) AS differ
FROM side AS a JOIN side AS b ON a.exposure = b.exposure AND a.outcome = b.outcome AND a.work_id <> b.work_id
    AND (a.direction = '+' AND b.direction IN ('-', '0') OR a.direction = '-' AND b.direction = '0');
COMMENT ON VIEW contradiction IS 'Pairs of works whose results point different ways in one comparison, and how their studies differ as far as both texts say; works whose own results differ are left out';
COMMENT ON COLUMN contradiction.kind IS 'opposite (more and less of the outcome), or found and not found';
COMMENT ON COLUMN contradiction.one IS 'Citekey of the work of one result';
COMMENT ON COLUMN contradiction.other IS 'Citekey of the work of the other';
COMMENT ON COLUMN contradiction.one_design IS 'Design of the study, of the one result';
COMMENT ON COLUMN contradiction.other_design IS 'Design of the study, of the other result';
COMMENT ON COLUMN contradiction.one_n IS 'How many units it studied, of the one result';
COMMENT ON COLUMN contradiction.other_n IS 'How many units it studied, of the other result';
COMMENT ON COLUMN contradiction.one_population IS 'Who or what it studied, of the one result';
COMMENT ON COLUMN contradiction.other_population IS 'Who or what it studied, of the other result';
COMMENT ON COLUMN contradiction.one_setting IS 'Where, of the one result';
COMMENT ON COLUMN contradiction.other_setting IS 'Where, of the other result';
COMMENT ON COLUMN contradiction.one_follow_up IS 'For how long, of the one result';
COMMENT ON COLUMN contradiction.other_follow_up IS 'For how long, of the other result';
COMMENT ON COLUMN contradiction.one_exposure IS 'Exposure or intervention as its text has it, of the one result';
COMMENT ON COLUMN contradiction.other_exposure IS 'Exposure or intervention as its text has it, of the other result';
COMMENT ON COLUMN contradiction.one_comparator IS 'Comparator as its text has it, of the one result';
COMMENT ON COLUMN contradiction.other_comparator IS 'Comparator as its text has it, of the other result';
COMMENT ON COLUMN contradiction.one_direction IS 'Direction of its result, of the one result';
COMMENT ON COLUMN contradiction.other_direction IS 'Direction of its result, of the other result';
COMMENT ON COLUMN contradiction.one_finding_id IS 'Finding, of the one result';
COMMENT ON COLUMN contradiction.other_finding_id IS 'Finding, of the other result';
COMMENT ON COLUMN contradiction.differ IS 'Names of what both state and state differently; n where one is at least twice the other and both count the same units';

CREATE VIEW current_answer AS
SELECT a.* FROM answer AS a JOIN section AS s USING (section_id, version) JOIN current_edition USING (edition)
QUALIFY a.version = max(a.version) OVER (PARTITION BY a.section_id);
COMMENT ON VIEW current_answer IS 'Answers to the research questions of the review as it stands, in the order of position';
COMMENT ON COLUMN theme_vote_count.more IS 'Works that report more of the outcome';
COMMENT ON COLUMN theme_vote_count.less IS 'Works that report less of it';
COMMENT ON COLUMN theme_vote_count.none IS 'Works that report no difference or association';
COMMENT ON COLUMN theme_vote_count.mixed IS 'Works whose results differ';
COMMENT ON COLUMN theme_vote_count.works IS 'How many works';
COMMENT ON COLUMN design_vote_count.more IS 'Works that report more of the outcome';
COMMENT ON COLUMN design_vote_count.less IS 'Works that report less of it';
COMMENT ON COLUMN design_vote_count.none IS 'Works that report no difference or association';
COMMENT ON COLUMN design_vote_count.mixed IS 'Works whose results differ';
COMMENT ON COLUMN design_vote_count.works IS 'Works counted';
