-- Works that supervision brings in: judged against the gap they should close, on top of the tier's size, in the text as it stands.

ALTER TABLE supervision ADD COLUMN edition VARCHAR;
ALTER TABLE supervision ADD COLUMN queries VARCHAR[];
ALTER TABLE supervision ADD COLUMN guidance VARCHAR;
ALTER TABLE supervision ADD COLUMN section_ids VARCHAR[];
ALTER TABLE supervision ADD COLUMN label VARCHAR;
ALTER TABLE supervision ADD COLUMN work_ids VARCHAR[];
ALTER TABLE supervision ADD COLUMN stage INTEGER;
COMMENT ON COLUMN supervision.edition IS 'Edition of the review that was supervised';
COMMENT ON COLUMN supervision.queries IS 'What was searched for a gap';
COMMENT ON COLUMN supervision.guidance IS 'How what is found is to be worked in';
COMMENT ON COLUMN supervision.section_ids IS 'Sections that a gap touches; empty where the works found decide';
COMMENT ON COLUMN supervision.label IS 'Heading of a new theme for what is found; empty where sections that stand are extended';
COMMENT ON COLUMN supervision.work_ids IS 'Works named with a gap, or those that its expansion brought in';
COMMENT ON COLUMN supervision.stage IS 'Stage of the discoveries and decisions of the expansion, from 1001';

COMMENT ON COLUMN decision.phase IS 'deduplication, eligibility, screening, cutoff, selection, retrieval for a work that cannot be read and the one that takes its place, retraction for a work that was retracted and the one that takes its place, expansion screening for a work judged against a gap in the text, or expansion for the place of one found relevant to it';
COMMENT ON COLUMN discovery.stage IS 'Diffusion stage; 0 is the search before snowballing, 1001 and more are expansions';

CREATE OR REPLACE VIEW corpus AS
SELECT w.*, CASE WHEN d.phase = 'expansion' THEN d.stage ELSE s.stage END AS stage,
    CASE WHEN d.phase = 'expansion' THEN d.score ELSE s.score END AS score,
    CASE WHEN d.phase = 'expansion' THEN d.method ELSE s.method END AS method
FROM work AS w JOIN current_decision AS d ON d.work_id = w.work_id LEFT JOIN screening_decision AS s ON s.work_id = w.work_id
WHERE d.verdict = 'include' AND d.phase <> 'expansion screening' AND (d.phase = 'expansion' OR s.work_id IS NOT NULL);
COMMENT ON VIEW corpus IS 'Works of the review, with the stage, score and method of their inclusion; those that an expansion brought in stand on top of the tier''s size';

CREATE VIEW edition_corpus AS
SELECT * FROM corpus WHERE stage < 1001;
COMMENT ON VIEW edition_corpus IS 'Works of the corpus that an edition is made of: those that an expansion brought in later join its themes and sections and make no new edition';

CREATE OR REPLACE VIEW current_edition AS
SELECT sha256(r.quality || ':' || coalesce((
    -- A work read again is told apart, since themes and sections rest on what was read.
    SELECT string_agg(c.work_id || CASE WHEN n.readings > 1 THEN ':' || n.pages ELSE '' END, ',' ORDER BY c.work_id)
    FROM edition_corpus AS c LEFT JOIN (
        SELECT work_id, count(*) AS readings, max(pages) AS pages FROM reading GROUP BY work_id
    ) AS n ON n.work_id = c.work_id
), '')) AS edition
FROM review AS r;
COMMENT ON VIEW current_edition IS 'Content id of the corpus without works of expansions, with the tier it is written for and works read again';

CREATE VIEW assessment AS
WITH expanded AS (
    SELECT work_id, CASE WHEN bool_or(verdict = 'include') THEN 'include' ELSE arg_max(verdict, seq) END AS verdict
    FROM decision WHERE phase = 'expansion screening' GROUP BY work_id
)
SELECT work_id, CASE WHEN e.verdict = 'include' AND s.method IS DISTINCT FROM 'human' THEN e.verdict
    ELSE coalesce(s.verdict, e.verdict) END AS verdict
FROM screening_decision AS s FULL JOIN expanded AS e USING (work_id);
COMMENT ON VIEW assessment IS 'What was judged of each work, be it in screening or for a gap in the text; a person''s verdict wins, then an include';

CREATE OR REPLACE VIEW prisma AS
WITH found AS (
    SELECT f.work_id, f.strategy, d.phase, a.work_id IS NOT NULL AS screened, a.verdict AS screening,
        c.work_id IS NOT NULL AS included
    FROM first_discovery AS f LEFT JOIN current_decision AS d USING (work_id) LEFT JOIN assessment AS a USING (work_id)
    LEFT JOIN (SELECT work_id FROM corpus) AS c USING (work_id)
), left_out AS (
    SELECT phase FROM found WHERE screening = 'include' AND NOT included
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
UNION ALL SELECT 'beyond_tier', count(*) FILTER (phase NOT IN ('retrieval', 'retraction')) FROM left_out
UNION ALL SELECT 'not_retrieved', count(*) FROM left_out WHERE phase = 'retrieval' HAVING count(*) > 0
UNION ALL SELECT 'retracted', count(*) FROM left_out WHERE phase = 'retraction' HAVING count(*) > 0
UNION ALL SELECT 'corpus', count(*) FROM corpus
UNION ALL SELECT 'expansion', count(*) FROM corpus WHERE stage > 1000 HAVING count(*) > 0;
COMMENT ON VIEW prisma IS 'PRISMA 2020 counts: identified = duplicates + rule_excluded + not_reached + screened (+ pending while running); screened = excluded + unsure + relevant; relevant = beyond_tier + corpus (+ not_retrieved, where works that cannot be read gave their place to others; + retracted, where works were retracted that the catalogue does not know to be); expansion: those of the corpus that supervision brought in, whose screening was against a gap in the text';

CREATE OR REPLACE VIEW screening_pool AS
SELECT DISTINCT work_id FROM discovery
WHERE strategy <> 'expansion' AND work_id NOT IN (SELECT work_id FROM decision WHERE phase IN ('deduplication', 'eligibility'))
UNION SELECT work_id FROM decision WHERE phase = 'screening';
COMMENT ON VIEW screening_pool IS 'Works found by the search and eligible, screened or not; expansions are no part of the search';

-- As in 0008; what an expansion finds again was not captured by the search.
CREATE OR REPLACE VIEW unseen AS
WITH captures AS (
    SELECT DISTINCT d.work_id, d.strategy FROM discovery AS d JOIN relevant AS r USING (work_id) WHERE d.strategy <> 'expansion'
), works AS (
    SELECT work_id, count(*) AS times, bool_or(strategy = 'keyword') AS by_words,
        bool_or(strategy IN ('citation', 'backward', 'forward')) AS by_links
    FROM captures GROUP BY work_id
), counted AS (
    SELECT count(*) AS seen, count(*) FILTER (by_words) AS n1, count(*) FILTER (by_links) AS n2,
        count(*) FILTER (by_words AND by_links) AS m, count(*) FILTER (by_words OR by_links) AS either,
        count(*) FILTER (times = 1) AS q1, count(*) FILTER (times = 2) AS q2, coalesce(sum(times), 0) AS captured,
        (SELECT count(DISTINCT strategy) FROM captures) AS t
    FROM works
), estimated AS (
    SELECT 'chapman' AS estimator, either AS seen, (n1 + 1) * (n2 + 1) / (m + 1) - 1 - either AS missed,
        (n1 + 1) * (n2 + 1) * (n1 - m) * (n2 - m) / ((m + 1) * (m + 1) * (m + 2)) AS variance,
        -- All that one way found was found by the other too: then at most 3 / n of what it could find escaped the other.
        CASE WHEN n2 = m AND n1 > 0 AND n2 > 3 THEN n1 * 3 / (n2 - 3) WHEN n1 = m AND n1 > 3 THEN n2 * 3 / (n1 - 3) END AS rule_of_three
    FROM counted WHERE n1 > 0 AND n2 > 0
    UNION ALL
    SELECT 'chao2', seen, (t - 1) / t * q1 * (q1 - 1) / (2 * (q2 + 1)),
        (t - 1) / t * q1 * (q1 - 1) / (2 * (q2 + 1)) + ((t - 1) / t) ** 2 * (q1 * (2 * q1 - 1) ** 2 / (4 * (q2 + 1) ** 2)
            + q1 ** 2 * q2 * (q1 - 1) ** 2 / (4 * (q2 + 1) ** 4)),
        CASE WHEN captured > 3 THEN seen * 3 / (captured - 3) END
    FROM counted WHERE t > 1
)
SELECT estimator, seen::INTEGER AS seen, missed::DOUBLE AS missed,
    CASE WHEN missed > 0 THEN missed / exp(1.96 * sqrt(ln(1 + variance / missed ** 2))) ELSE 0 END::DOUBLE AS missed_lower,
    CASE WHEN missed > 0 AND variance > 0 THEN missed * exp(1.96 * sqrt(ln(1 + variance / missed ** 2)))
         WHEN rule_of_three IS NOT NULL THEN greatest(missed, rule_of_three) END::DOUBLE AS missed_upper,
    (SELECT CASE WHEN captured > 0 THEN 1 - q1 / captured END FROM counted)::DOUBLE AS coverage
FROM estimated;
COMMENT ON VIEW unseen IS 'Relevant works that no search met, by estimator (chapman: words against links; chao2: strategies, a lower bound), with 95% intervals (rule of three where the captures show none missed; empty where they are too few) and Good-Turing coverage; the captures depend on each other';
