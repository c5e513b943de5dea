-- What people changed by hand in review.md or in a Word file: every change, the paragraphs that stay theirs, and where
-- the program's text and theirs differ.

CREATE TABLE manuscript (
    number INTEGER PRIMARY KEY, origin VARCHAR NOT NULL, sha256 VARCHAR NOT NULL, text VARCHAR NOT NULL,
    owners VARCHAR[] NOT NULL, "language" VARCHAR, stored VARCHAR[] NOT NULL, settled BOOLEAN NOT NULL
);
COMMENT ON TABLE manuscript IS 'What review.md last held, as written or as read; compared with the file to find what a person changed';
COMMENT ON COLUMN manuscript.number IS 'Counted from 1; rows before the last that was written are removed';
COMMENT ON COLUMN manuscript.origin IS 'written by the program, or read with the changes of a person';
COMMENT ON COLUMN manuscript.sha256 IS 'SHA-256 of the file';
COMMENT ON COLUMN manuscript.text IS 'The file';
COMMENT ON COLUMN manuscript.owners IS 'For each of its paragraphs the section it belongs to, after # for the heading of one, empty for what the report puts around sections';
COMMENT ON COLUMN manuscript."language" IS 'Language that it is in (ISO 639-1); NULL for English';
COMMENT ON COLUMN manuscript.stored IS 'For each of its paragraphs what the section has there: English, where the file has the translation; none in a file in English';
COMMENT ON COLUMN manuscript.settled IS 'Whether the file is known to be in its place';

CREATE TABLE hand_edit (
    reading INTEGER NOT NULL, place INTEGER NOT NULL, file VARCHAR NOT NULL, section_id VARCHAR, version INTEGER,
    kind VARCHAR NOT NULL, before VARCHAR NOT NULL, after VARCHAR NOT NULL, "at" TIMESTAMP NOT NULL,
    PRIMARY KEY (reading, place)
);
COMMENT ON TABLE hand_edit IS 'Changes that a person made to the text by hand';
COMMENT ON COLUMN hand_edit.reading IS 'Counted from 1: the reading of a file that found it';
COMMENT ON COLUMN hand_edit.place IS 'Counted from 1 within the reading';
COMMENT ON COLUMN hand_edit.file IS 'Name of the file it was made in';
COMMENT ON COLUMN hand_edit.section_id IS 'Section; NULL outside sections';
COMMENT ON COLUMN hand_edit.version IS 'Version of the section that has it; NULL where it was left aside';
COMMENT ON COLUMN hand_edit.kind IS 'changed, added, removed, moved, undone (the program''s text again), left aside (what the program itself writes), or given up (a pass changed it, with --touch-mine)';
COMMENT ON COLUMN hand_edit.before IS 'Paragraph before; empty for an addition';
COMMENT ON COLUMN hand_edit.after IS 'Paragraph after; empty for a removal';
COMMENT ON COLUMN hand_edit."at" IS 'When it was read (UTC)';

CREATE TABLE hand_paragraph (
    section_id VARCHAR NOT NULL, version INTEGER NOT NULL, place INTEGER NOT NULL, kind VARCHAR NOT NULL,
    text VARCHAR NOT NULL, replaced VARCHAR NOT NULL, PRIMARY KEY (section_id, version, place)
);
COMMENT ON TABLE hand_paragraph IS 'Paragraphs of a section that are a person''s from a version on; a later version with rows in hand_edit states them anew';
COMMENT ON COLUMN hand_paragraph.section_id IS 'Section';
COMMENT ON COLUMN hand_paragraph.version IS 'Version from which it holds';
COMMENT ON COLUMN hand_paragraph.place IS 'Counted from 1, in the order of the section';
COMMENT ON COLUMN hand_paragraph.kind IS 'changed, added, removed or moved';
COMMENT ON COLUMN hand_paragraph.text IS 'The person''s paragraph; empty where one was removed';
COMMENT ON COLUMN hand_paragraph.replaced IS 'The program''s paragraph that it stands for; empty for an addition';

CREATE TABLE hand_conflict (
    section_id VARCHAR NOT NULL, version INTEGER NOT NULL, place INTEGER NOT NULL, text VARCHAR NOT NULL,
    program VARCHAR NOT NULL, PRIMARY KEY (section_id, version, place)
);
COMMENT ON TABLE hand_conflict IS 'Where the program would have changed a paragraph that is a person''s, which stands';
COMMENT ON COLUMN hand_conflict.section_id IS 'Section';
COMMENT ON COLUMN hand_conflict.version IS 'Version in which it was left out';
COMMENT ON COLUMN hand_conflict.place IS 'Counted from 1 within the version';
COMMENT ON COLUMN hand_conflict.text IS 'The person''s paragraph; empty where one was removed';
COMMENT ON COLUMN hand_conflict.program IS 'What the program would have there';

ALTER TABLE claim ADD COLUMN said_by VARCHAR;
COMMENT ON COLUMN claim.said_by IS 'human where a person wrote the sentence, which is then not traced to a finding';
COMMENT ON COLUMN claim.verdict_rule IS 'supported when finding and quote belong to the cited work, unsupported when not, said by a person where nothing is traced and the work is in the corpus';
COMMENT ON COLUMN section.produced_by IS 'Analyst, loop, or human';
COMMENT ON COLUMN edit.loop IS 'Loop; human where a person made it';
