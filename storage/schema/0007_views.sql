-- The present, as views over the facts.

CREATE VIEW current_decision AS
SELECT * EXCLUDE (place) FROM (
    SELECT *, row_number() OVER (PARTITION BY work_id ORDER BY (method = 'human') DESC, seq DESC) AS place FROM decision
) WHERE place = 1;
COMMENT ON VIEW current_decision IS 'The decision in force for each work: a human verdict, else the latest';

CREATE VIEW screening_decision AS
SELECT * EXCLUDE (place) FROM (
    SELECT *, row_number() OVER (PARTITION BY work_id ORDER BY (method = 'human') DESC, seq DESC) AS place
    FROM decision WHERE phase = 'screening'
) WHERE place = 1;
COMMENT ON VIEW screening_decision IS 'The screening decision in force for each work screened';

CREATE VIEW relevant AS
SELECT work_id, stage, score FROM screening_decision WHERE verdict = 'include';
COMMENT ON VIEW relevant IS 'Works found relevant by screening, before the tier''s size is applied';

CREATE VIEW corpus AS
SELECT w.*, s.stage, s.score, s.method
FROM work AS w
JOIN current_decision AS d ON d.work_id = w.work_id AND d.verdict = 'include'
JOIN screening_decision AS s ON s.work_id = w.work_id;
COMMENT ON VIEW corpus IS 'Works of the review, with the stage, score and method of their inclusion';

CREATE VIEW current_edition AS
SELECT sha256(r.quality || ':' || coalesce((SELECT string_agg(work_id, ',' ORDER BY work_id) FROM corpus), '')) AS edition
FROM review AS r;
COMMENT ON VIEW current_edition IS 'Content id of the corpus as it stands, with the tier it is written for';

CREATE VIEW fulltext AS
SELECT w.work_id,
    CASE WHEN EXISTS (FROM fulltext_attempt AS a WHERE a.work_id = w.work_id AND a.status = 'stored') THEN 'full text'
         WHEN w.abstract IS NOT NULL THEN 'abstract only' ELSE 'title only' END AS status
FROM corpus AS w;
COMMENT ON VIEW fulltext IS 'What could be read of each work of the corpus';

CREATE VIEW first_discovery AS
SELECT * EXCLUDE (place) FROM (
    SELECT *, row_number() OVER (
        PARTITION BY work_id
        ORDER BY stage, list_position(['seed', 'import', 'keyword', 'book', 'expert', 'citation', 'backward', 'forward'], strategy),
                 rank, discovery_id
    ) AS place FROM discovery
) WHERE place = 1;
COMMENT ON VIEW first_discovery IS 'The way each work counts as found in the PRISMA numbers';

CREATE VIEW prisma AS
WITH found AS (
    SELECT f.work_id, f.strategy, d.phase, d.verdict,
        EXISTS (FROM screening_decision AS s WHERE s.work_id = f.work_id) AS screened,
        (SELECT s.verdict FROM screening_decision AS s WHERE s.work_id = f.work_id) AS screening
    FROM first_discovery AS f LEFT JOIN current_decision AS d USING (work_id)
)
SELECT 'identified' AS item, count(*) AS n FROM found
UNION ALL SELECT 'identified_' || strategy, count(*) FROM found GROUP BY strategy
UNION ALL SELECT 'duplicates', count(*) FILTER (phase = 'deduplication') FROM found
UNION ALL SELECT 'rule_excluded', count(*) FILTER (phase = 'eligibility') FROM found
UNION ALL SELECT 'not_reached', count(*) FILTER (phase = 'cutoff') FROM found
UNION ALL SELECT 'pending', count(*) FILTER (phase IS NULL) FROM found
UNION ALL SELECT 'screened', count(*) FILTER (screened) FROM found
UNION ALL SELECT 'excluded', count(*) FILTER (screening = 'exclude') FROM found
UNION ALL SELECT 'unsure', count(*) FILTER (screening = 'unsure') FROM found
UNION ALL SELECT 'relevant', count(*) FILTER (screening = 'include') FROM found
UNION ALL SELECT 'beyond_tier', count(*) FILTER (screening = 'include' AND verdict = 'exclude') FROM found
UNION ALL SELECT 'corpus', count(*) FROM corpus;
COMMENT ON VIEW prisma IS 'PRISMA 2020 counts: identified = duplicates + rule_excluded + not_reached + screened (+ pending while running); screened = excluded + unsure + relevant; relevant = beyond_tier + corpus';

CREATE VIEW saturation AS
WITH stages AS (
    SELECT d.*, t.stages AS stages_allowed, t.works AS works_allowed, t.delta_threshold,
        d.stage > 0 AND d.coverage_delta < t.delta_threshold AS dry,
        sum(d.relevant) OVER (ORDER BY d.stage) AS relevant_so_far,
        sum(d.seeds) OVER (ORDER BY d.stage) AS followed_so_far
    FROM diffusion_stage AS d, review AS r JOIN tier AS t USING (quality)
), rounds AS (
    SELECT *, dry AND coalesce(lag(dry) OVER (ORDER BY stage), false) AS dry_twice FROM stages
)
SELECT stage, seeds, candidates, relevant, coverage_delta, delta_threshold, relevant_so_far, dry,
    -- Under three batches of 25, screening ended because nothing was left to screen.
    CASE WHEN stage > 0 AND candidates = 0 THEN 'dry_round'
         WHEN stage > 0 AND relevant = 0 AND candidates < 75 AND followed_so_far >= relevant_so_far THEN 'dry_round'
         WHEN dry_twice THEN 'delta'
         WHEN stage > 0 AND relevant_so_far >= 2 * works_allowed THEN 'works'
         WHEN stage >= stages_allowed THEN 'stages' END AS stop_reason
FROM rounds;
COMMENT ON VIEW saturation IS 'Coverage by stage and why snowballing stopped: dry_round (nothing left to screen, or nothing relevant in the last of it and nobody left to follow), delta (two stages running below the threshold), works (twice the tier''s works are relevant), stages (the tier''s stages are done)';

CREATE VIEW latest_metric AS
SELECT * FROM graph_metric WHERE stage = (SELECT max(stage) FROM graph_metric);
COMMENT ON VIEW latest_metric IS 'The latest measurement of the citation graph';

CREATE VIEW seminal AS
SELECT c.work_id, c.citekey, c.title, c.year, m.in_degree, c.cited_by_count
FROM corpus AS c JOIN latest_metric AS m USING (work_id) WHERE m.in_degree > 0
ORDER BY m.in_degree DESC, c.cited_by_count DESC, c.work_id;
COMMENT ON VIEW seminal IS 'Corpus works by citations received from the corpus';

CREATE VIEW bridging AS
SELECT c.work_id, c.citekey, c.title, c.year, m.betweenness, m.community
FROM corpus AS c JOIN latest_metric AS m USING (work_id) WHERE m.betweenness > 0
ORDER BY m.betweenness DESC, c.work_id;
COMMENT ON VIEW bridging IS 'Corpus works by betweenness in the citation graph';

CREATE VIEW rising AS
SELECT c.work_id, c.citekey, c.title, c.year, m.velocity
FROM corpus AS c JOIN latest_metric AS m USING (work_id) WHERE m.velocity > 0
ORDER BY m.velocity DESC, c.work_id;
COMMENT ON VIEW rising IS 'Corpus works by citations per year over the last three years';

CREATE VIEW missed_seminal AS
SELECT x.cited_id AS work_id, w.title, w.year, count(DISTINCT x.citing_id) AS cited_by_corpus,
    CASE WHEN w.work_id IS NULL THEN 'not in the catalogue searched'
         ELSE coalesce(any_value(d.reason), 'not decided') END AS reason
FROM citation AS x
JOIN corpus AS c ON c.work_id = x.citing_id
LEFT JOIN work AS w ON w.work_id = x.cited_id
LEFT JOIN current_decision AS d ON d.work_id = x.cited_id
WHERE x.cited_id NOT IN (SELECT work_id FROM corpus)
GROUP BY x.cited_id, w.work_id, w.title, w.year
HAVING count(DISTINCT x.citing_id) >= 3
ORDER BY cited_by_corpus DESC, x.cited_id;
COMMENT ON VIEW missed_seminal IS 'Works cited by three or more corpus works that are not in the corpus, and why';

CREATE VIEW version_family AS
SELECT v.family_id AS kept_id, v.work_id, v.relation, w.title, w.doi, w.year, w.type
FROM work_version AS v JOIN work AS w USING (work_id);
COMMENT ON VIEW version_family IS 'Versions and duplicates, each with the record kept';

CREATE VIEW current_section AS
SELECT * EXCLUDE (place) FROM (
    SELECT s.*, row_number() OVER (PARTITION BY section_id ORDER BY version DESC) AS place
    FROM section AS s JOIN current_edition USING (edition)
) WHERE place = 1;
COMMENT ON VIEW current_section IS 'The latest version of each section of the review as it stands';

CREATE VIEW current_theme AS
SELECT t.* FROM theme AS t JOIN current_edition USING (edition);
COMMENT ON VIEW current_theme IS 'Themes of the corpus as it stands';

CREATE VIEW unsupported_claim AS
SELECT c.claim_id, c.section_id, c.version, c.sentence, c.citekey,
    CASE WHEN w.work_id IS NULL THEN 'the citekey is no work of the corpus'
         WHEN f.finding_id IS NULL THEN 'no finding is given'
         WHEN f.work_id <> w.work_id THEN 'the finding is of another work'
         WHEN q.quote_id IS NULL THEN 'the finding has no quote'
         WHEN q.work_id <> w.work_id THEN 'the quote is of another work'
         ELSE 'the quote is not on its page' END AS reason
FROM claim AS c
JOIN current_section AS s USING (section_id, version)
LEFT JOIN corpus AS w ON w.citekey = c.citekey
LEFT JOIN finding AS f ON f.finding_id = c.finding_id
LEFT JOIN quote AS q ON q.quote_id = f.quote_id
LEFT JOIN document AS p ON p.work_id = q.work_id AND p.level = 0 AND p.page = q.page AND p.source = q.source
WHERE w.work_id IS NULL OR f.finding_id IS NULL OR f.work_id <> w.work_id OR q.quote_id IS NULL OR q.work_id <> w.work_id OR p.text IS NULL
   OR NOT contains(regexp_replace(lower(p.text), '\s+', ' ', 'g'), regexp_replace(lower(q.text), '\s+', ' ', 'g'));
COMMENT ON VIEW unsupported_claim IS 'Citing sentences of the review that do not rest on words of the work they cite';

CREATE VIEW provenance_violation AS
SELECT c.work_id, 'record' AS field, 'the answer it was read from is not kept' AS reason
FROM corpus AS c LEFT JOIN response AS r USING (response_id) WHERE r.response_id IS NULL;
COMMENT ON VIEW provenance_violation IS 'Metadata of the corpus that no kept answer states';

CREATE VIEW cost AS
SELECT 'llm' AS kind, step AS phase, tier, count(*) AS calls, sum(usd) AS usd FROM llm_call GROUP BY step, tier
UNION ALL
SELECT 'api', service, NULL, count(*), sum(usd) FROM api_call GROUP BY service;
COMMENT ON VIEW cost IS 'Money spent by phase and tier';
