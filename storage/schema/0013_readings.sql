-- A work read from its abstract is read again once its full text is stored; what is in force is the reading of most pages.

CREATE TABLE reading (
    work_id VARCHAR NOT NULL, pages INTEGER NOT NULL DEFAULT 0, methodology VARCHAR, limitations VARCHAR,
    future_work VARCHAR, themes VARCHAR[], source VARCHAR NOT NULL, produced_by VARCHAR NOT NULL,
    finding_ids VARCHAR[] NOT NULL DEFAULT [], PRIMARY KEY (work_id, pages)
);
COMMENT ON TABLE reading IS 'Every reading of a work: its structured summary and findings';
COMMENT ON COLUMN reading.work_id IS 'Work';
COMMENT ON COLUMN reading.pages IS 'Pages of the full text there were to read; 0 is the abstract or the title alone';
COMMENT ON COLUMN reading.methodology IS 'How it was done';
COMMENT ON COLUMN reading.limitations IS 'Limits it states';
COMMENT ON COLUMN reading.future_work IS 'Research it calls for';
COMMENT ON COLUMN reading.themes IS 'Key phrases';
COMMENT ON COLUMN reading.source IS 'abstract, full text, full text (in parts), project note or title; ", extracted" where no model''s summary of it could be kept';
COMMENT ON COLUMN reading.produced_by IS 'Analyst';
COMMENT ON COLUMN reading.finding_ids IS 'Its findings in order';

INSERT INTO reading BY NAME
SELECT s.*, coalesce((SELECT list(f.finding_id ORDER BY f.position) FROM finding AS f WHERE f.work_id = s.work_id), []) AS finding_ids
FROM summary AS s;
DROP TABLE summary;
