-- What each work is called in each index, so that one work found in several is one row; old reviews have none.

CREATE TABLE work_identifier (
    work_id VARCHAR NOT NULL, scheme VARCHAR NOT NULL, identifier VARCHAR NOT NULL, stated_by VARCHAR NOT NULL,
    response_id VARCHAR, PRIMARY KEY (work_id, scheme, identifier, stated_by)
);
COMMENT ON TABLE work_identifier IS 'What works are called in the indexes in which they were found';
COMMENT ON COLUMN work_identifier.work_id IS 'Work';
COMMENT ON COLUMN work_identifier.scheme IS 'doi, pmid, pmcid, or the name of an index for its own number';
COMMENT ON COLUMN work_identifier.identifier IS 'Identifier in that scheme';
COMMENT ON COLUMN work_identifier.stated_by IS 'Index whose record says so';
COMMENT ON COLUMN work_identifier.response_id IS 'That record, as an answer';
