-- The answers of a catalogue's service, so that a review can be made again without asking.

CREATE TABLE catalogue_answer (base_url VARCHAR NOT NULL, path VARCHAR NOT NULL, body BLOB, PRIMARY KEY (base_url, path));
COMMENT ON TABLE catalogue_answer IS 'Complete answers of a catalogue service by what was asked, for a replay';
COMMENT ON COLUMN catalogue_answer.base_url IS 'Address of the service';
COMMENT ON COLUMN catalogue_answer.path IS 'Path and query, without secrets';
COMMENT ON COLUMN catalogue_answer.body IS 'JSON, zlib-compressed; NULL where the service knew no such record';
