-- Records that people brought from files; old reviews have none.

CREATE TABLE imported_file (
    file_id VARCHAR PRIMARY KEY, name VARCHAR NOT NULL, format VARCHAR NOT NULL, records INTEGER NOT NULL,
    "at" TIMESTAMP NOT NULL
);
COMMENT ON TABLE imported_file IS 'Files of records imported; a file with the same content is imported once';
COMMENT ON COLUMN imported_file.file_id IS 'SHA-256 of its bytes';
COMMENT ON COLUMN imported_file.name IS 'Name, without its folder';
COMMENT ON COLUMN imported_file.format IS 'RIS, NBIB, BibTeX, CSL-JSON, EndNote XML or CSV';
COMMENT ON COLUMN imported_file.records IS 'Records in it';
COMMENT ON COLUMN imported_file."at" IS 'When it was imported (UTC)';

CREATE TABLE imported_record (
    record_id VARCHAR PRIMARY KEY, file_id VARCHAR NOT NULL, line INTEGER NOT NULL, "source" VARCHAR NOT NULL,
    label VARCHAR NOT NULL, response_id VARCHAR NOT NULL
);
COMMENT ON TABLE imported_record IS 'Records imported, each with its text and the fields read from it as an answer';
COMMENT ON COLUMN imported_record.record_id IS 'Content id of file and line';
COMMENT ON COLUMN imported_record.file_id IS 'File';
COMMENT ON COLUMN imported_record.line IS 'Line of the file in which it begins';
COMMENT ON COLUMN imported_record."source" IS 'Database or tool that it was exported from, as far as the file says; else the format';
COMMENT ON COLUMN imported_record.label IS 'Verdict that stands beside it: include, exclude, or empty';
COMMENT ON COLUMN imported_record.response_id IS 'The answer: JSON of the record''s text (raw) and its fields';

CREATE TABLE import_match (
    record_id VARCHAR PRIMARY KEY, work_id VARCHAR, matched_by VARCHAR NOT NULL, stage INTEGER NOT NULL
);
COMMENT ON TABLE import_match IS 'Which work each imported record is';
COMMENT ON COLUMN import_match.record_id IS 'Imported record';
COMMENT ON COLUMN import_match.work_id IS 'Work; empty for a record without a title that nothing in the catalogue fits';
COMMENT ON COLUMN import_match.matched_by IS 'What it has in common with a work of the catalogue: DOI, PMID or title; empty for a work that stays as the record states it';
COMMENT ON COLUMN import_match.stage IS 'Stage of the search that it joined, explained in search_stage';
