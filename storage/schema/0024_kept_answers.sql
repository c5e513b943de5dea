-- An answer belongs to the stage and the update that asked: a run that goes on takes over those of what is under way, and an
-- update asks anew what was answered before.

CREATE TABLE answer_of_catalogue (
    base_url VARCHAR NOT NULL, path VARCHAR NOT NULL, number INTEGER NOT NULL, stage INTEGER, body BLOB,
    PRIMARY KEY (base_url, path, number)
);
INSERT INTO answer_of_catalogue BY NAME SELECT base_url, path, 0 AS number, body FROM catalogue_answer;
DROP TABLE catalogue_answer;
ALTER TABLE answer_of_catalogue RENAME TO catalogue_answer;
COMMENT ON TABLE catalogue_answer IS 'Answers of a catalogue service by what was asked, so that nothing is asked twice, and for a replay';
COMMENT ON COLUMN catalogue_answer.base_url IS 'Address of the service';
COMMENT ON COLUMN catalogue_answer.path IS 'Path and query, without secrets';
COMMENT ON COLUMN catalogue_answer.number IS 'Updates begun by then: 0 before the first';
COMMENT ON COLUMN catalogue_answer.stage IS 'Diffusion stage under way; 0 is the search before snowballing, empty is after it';
COMMENT ON COLUMN catalogue_answer.body IS 'JSON, zlib-compressed; NULL where the service knew no such record';
