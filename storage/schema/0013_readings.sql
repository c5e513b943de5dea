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

CREATE VIEW current_reading AS
SELECT * EXCLUDE (place) FROM (
    SELECT *, row_number() OVER (PARTITION BY work_id ORDER BY pages DESC) AS place FROM reading
) WHERE place = 1;
COMMENT ON VIEW current_reading IS 'The reading in force of each work: the one of most pages';

CREATE VIEW summary AS
SELECT work_id, methodology, limitations, future_work, themes, source, produced_by FROM current_reading;
COMMENT ON VIEW summary IS 'Structured summary of each work read; source says whether from the abstract or the full text';

CREATE VIEW current_finding AS
SELECT f.* REPLACE (r.place AS position)
FROM (SELECT work_id, unnest(finding_ids) AS finding_id, unnest(range(len(finding_ids)))::INTEGER AS place FROM current_reading) AS r
JOIN finding AS f USING (work_id, finding_id);
COMMENT ON VIEW current_finding IS 'Findings of the readings in force; those of an earlier reading stay in finding';

CREATE OR REPLACE VIEW current_edition AS
SELECT sha256(r.quality || ':' || coalesce((
    -- A work read again is told apart, since themes and sections rest on what was read.
    SELECT string_agg(c.work_id || CASE WHEN n.readings > 1 THEN ':' || n.pages ELSE '' END, ',' ORDER BY c.work_id)
    FROM corpus AS c LEFT JOIN (
        SELECT work_id, count(*) AS readings, max(pages) AS pages FROM reading GROUP BY work_id
    ) AS n ON n.work_id = c.work_id
), '')) AS edition
FROM review AS r;
COMMENT ON VIEW current_edition IS 'Content id of the corpus as it stands, with the tier it is written for and works read again';
