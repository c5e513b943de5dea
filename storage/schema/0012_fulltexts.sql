-- Full texts: in which round each attempt was made and what it was allowed, where abstracts were looked for, what was withheld.

ALTER TABLE fulltext_attempt ADD COLUMN round INTEGER;
ALTER TABLE fulltext_attempt ADD COLUMN place INTEGER;
ALTER TABLE fulltext_attempt ADD COLUMN scope VARCHAR;
ALTER TABLE fulltext_attempt ADD COLUMN "at" TIMESTAMP;
COMMENT ON COLUMN fulltext_attempt.status IS 'stored; or of the source: absent, unavailable (may be tried again), refused, wrong content; or of the file: scanned, encrypted, broken, blank, too large, timed out, not a document';
COMMENT ON COLUMN fulltext_attempt.url IS 'Address without user name, query and fragment; empty where the source knows none';
COMMENT ON COLUMN fulltext_attempt.licence IS 'Licence stated, in the spelling of Unpaywall; empty where none is';
COMMENT ON COLUMN fulltext_attempt.round IS 'How often the work was tried, this time included: 1 for the first';
COMMENT ON COLUMN fulltext_attempt.place IS 'Order of the attempts of a round, from 1';
COMMENT ON COLUMN fulltext_attempt.scope IS 'What the round was allowed: never (local files only), oa or all';
COMMENT ON COLUMN fulltext_attempt."at" IS 'When the round was over (UTC)';
COMMENT ON COLUMN decision.phase IS 'deduplication, eligibility, screening, cutoff, selection, or retrieval for a work that cannot be read and the one that takes its place';
COMMENT ON COLUMN decision.stage IS 'Diffusion stage; for selection and retrieval the number of works allowed';
COMMENT ON COLUMN decision.batch IS 'Screening batch within the stage; for selection and retrieval the number of earlier decisions';

CREATE TABLE abstract_lookup (
    work_id VARCHAR NOT NULL, source VARCHAR NOT NULL, status VARCHAR NOT NULL, response_id VARCHAR, reason VARCHAR,
    "at" TIMESTAMP NOT NULL
);
COMMENT ON TABLE abstract_lookup IS 'Where the abstract of a work was looked for that the catalogue has none of';
COMMENT ON COLUMN abstract_lookup.work_id IS 'Work';
COMMENT ON COLUMN abstract_lookup.source IS 'Service that has it; abstracts where none has';
COMMENT ON COLUMN abstract_lookup.status IS 'found, absent, or unavailable (may be looked for again)';
COMMENT ON COLUMN abstract_lookup.response_id IS 'Answer that states it';
COMMENT ON COLUMN abstract_lookup.reason IS 'Why there is none';
COMMENT ON COLUMN abstract_lookup."at" IS 'When (UTC)';

CREATE TABLE withheld_page (
    work_id VARCHAR NOT NULL, level INTEGER NOT NULL, page INTEGER NOT NULL, source VARCHAR NOT NULL, text_sha256 VARCHAR NOT NULL,
    PRIMARY KEY (work_id, level, page, source)
);
COMMENT ON TABLE withheld_page IS 'Pages that a published copy leaves out because no licence allows to hand them on; empty in the working file';
COMMENT ON COLUMN withheld_page.work_id IS 'Work';
COMMENT ON COLUMN withheld_page.level IS 'As in document';
COMMENT ON COLUMN withheld_page.page IS 'As in document';
COMMENT ON COLUMN withheld_page.source IS 'As in document';
COMMENT ON COLUMN withheld_page.text_sha256 IS 'SHA-256 of the text';

CREATE OR REPLACE VIEW fulltext AS
WITH stored AS (
    SELECT * FROM fulltext_attempt WHERE status = 'stored'
    QUALIFY row_number() OVER (PARTITION BY work_id ORDER BY round, place) = 1
), failed AS (
    SELECT * FROM fulltext_attempt WHERE status <> 'stored'
    QUALIFY row_number() OVER (PARTITION BY work_id ORDER BY round DESC, place DESC) = 1
)
SELECT w.work_id,
    CASE WHEN s.work_id IS NOT NULL THEN 'full text' WHEN w.abstract IS NOT NULL THEN 'abstract only' ELSE 'title only' END AS status,
    s.source, s.licence, s.pages, CASE WHEN s.work_id IS NULL THEN f.reason END AS reason
FROM corpus AS w LEFT JOIN stored AS s ON s.work_id = w.work_id LEFT JOIN failed AS f ON f.work_id = w.work_id;
COMMENT ON VIEW fulltext IS 'What could be read of each work of the corpus, one status per work: full text, abstract only or title only, with the reason of the last failure';

CREATE OR REPLACE VIEW prisma AS
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
UNION ALL SELECT 'beyond_tier', count(*) FILTER (screening = 'include' AND verdict = 'exclude' AND phase <> 'retrieval') FROM found
UNION ALL SELECT 'not_retrieved', count(*) FROM found WHERE screening = 'include' AND verdict = 'exclude' AND phase = 'retrieval' HAVING count(*) > 0
UNION ALL SELECT 'corpus', count(*) FROM corpus;
COMMENT ON VIEW prisma IS 'PRISMA 2020 counts: identified = duplicates + rule_excluded + not_reached + screened (+ pending while running); screened = excluded + unsure + relevant; relevant = beyond_tier + corpus (+ not_retrieved, where works that cannot be read gave their place to others)';

CREATE OR REPLACE VIEW unsupported_claim AS
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
LEFT JOIN withheld_page AS h ON h.work_id = q.work_id AND h.level = 0 AND h.page = q.page AND h.source = q.source
WHERE w.work_id IS NULL OR f.finding_id IS NULL OR f.work_id <> w.work_id OR q.quote_id IS NULL OR q.work_id <> w.work_id
   OR (h.work_id IS NULL AND (p.text IS NULL
       OR NOT contains(regexp_replace(lower(p.text), '\s+', ' ', 'g'), regexp_replace(lower(q.text), '\s+', ' ', 'g'))));
COMMENT ON VIEW unsupported_claim IS 'Citing sentences of the review that do not rest on words of the work they cite; a quote of a page that was withheld is checked in the working file';
