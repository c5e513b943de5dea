-- Languages of works that their records do not state, and the language a review is written in; old reviews have none of either.

CREATE TABLE detected_language (
    work_id VARCHAR PRIMARY KEY, "language" VARCHAR, probability DOUBLE NOT NULL, detector VARCHAR NOT NULL
);
COMMENT ON TABLE detected_language IS 'Languages of works whose record states none, or one that cannot be, as detected from title and abstract; what a record states stays in work';
COMMENT ON COLUMN detected_language.work_id IS 'Work';
COMMENT ON COLUMN detected_language."language" IS 'Code of ISO 639-1; empty where the text is too short or the detector not sure enough';
COMMENT ON COLUMN detected_language.probability IS 'What the detector gave its best guess; 0 for a text too short to be read';
COMMENT ON COLUMN detected_language.detector IS 'Program and version';

ALTER TABLE review ADD COLUMN write_in VARCHAR;
COMMENT ON COLUMN review.write_in IS 'Code of the language that the review is written in; empty for English';

CREATE TABLE translation (
    text VARCHAR NOT NULL, "language" VARCHAR NOT NULL, translated VARCHAR NOT NULL, produced_by VARCHAR NOT NULL,
    seq INTEGER NOT NULL, PRIMARY KEY (text, "language")
);
COMMENT ON TABLE translation IS 'Sentences and headings of a review that is written in another language, with their translation; claims and checks are about the English text';
COMMENT ON COLUMN translation.text IS 'In English, as in section.markdown and claim.sentence';
COMMENT ON COLUMN translation."language" IS 'Language translated into (ISO 639-1)';
COMMENT ON COLUMN translation.translated IS 'Translation, as Markdown with the same citations and numbers';
COMMENT ON COLUMN translation.produced_by IS 'Analyst whose language model translated it';
COMMENT ON COLUMN translation.seq IS 'Counted from 1 in each language, in the order of translating';
