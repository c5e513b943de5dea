-- Views are made anew from the files in `views` whenever those change; what is numbered here changes tables.

CREATE TABLE view_definition (sha256 VARCHAR NOT NULL);
COMMENT ON TABLE view_definition IS 'What the views of this ledger were made from';
COMMENT ON COLUMN view_definition.sha256 IS 'SHA-256 of the files that define them';
