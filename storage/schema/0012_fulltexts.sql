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
