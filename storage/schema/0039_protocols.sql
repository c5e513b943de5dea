-- Protocols by which reviews are made, each amendment a version of its own; old reviews have none.

CREATE TABLE protocol_version (
    number INTEGER PRIMARY KEY, sha256 VARCHAR NOT NULL, text VARCHAR NOT NULL, reason VARCHAR NOT NULL,
    "at" TIMESTAMP NOT NULL
);
COMMENT ON TABLE protocol_version IS 'Versions of the protocol, the last in force; rows are only appended';
COMMENT ON COLUMN protocol_version.number IS 'Version, counted from 1; those above it are amendments';
COMMENT ON COLUMN protocol_version.sha256 IS 'SHA-256 of the text in UTF-8';
COMMENT ON COLUMN protocol_version.text IS 'The file as given, in TOML';
COMMENT ON COLUMN protocol_version.reason IS 'Why it was amended; empty for a protocol given before anything was decided';
COMMENT ON COLUMN protocol_version."at" IS 'When it was taken into the review (UTC)';

CREATE TABLE protocol_criterion (
    number INTEGER NOT NULL, id VARCHAR NOT NULL, criterion_id VARCHAR NOT NULL, PRIMARY KEY (number, id)
);
COMMENT ON TABLE protocol_criterion IS 'What the protocol calls the criteria that works are judged by';
COMMENT ON COLUMN protocol_criterion.number IS 'Version of the protocol';
COMMENT ON COLUMN protocol_criterion.id IS 'The criterion''s id in the protocol';
COMMENT ON COLUMN protocol_criterion.criterion_id IS 'Criterion, as in criterion and decision';
