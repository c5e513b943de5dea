-- Which results of different works answer one question, and how certain the answers are; old reviews have none.

CREATE TABLE comparison (
    edition VARCHAR NOT NULL, finding_id VARCHAR NOT NULL, result INTEGER NOT NULL, exposure VARCHAR NOT NULL,
    outcome VARCHAR NOT NULL, source VARCHAR NOT NULL, PRIMARY KEY (edition, finding_id, result)
);
COMMENT ON TABLE comparison IS 'The comparison that each result belongs to, edition by edition; the names are empty where nothing can be set beside it';
COMMENT ON COLUMN comparison.edition IS 'Edition that it was grouped for';
COMMENT ON COLUMN comparison.finding_id IS 'Finding whose result it is';
COMMENT ON COLUMN comparison.result IS 'Which of the finding''s results, from 1';
COMMENT ON COLUMN comparison.exposure IS 'Name of what makes the difference, or goes with it, in all results of the comparison';
COMMENT ON COLUMN comparison.outcome IS 'Name of the outcome in all results of the comparison';
COMMENT ON COLUMN comparison.source IS 'Analyst that grouped the results';

CREATE TABLE answer (
    section_id VARCHAR NOT NULL, version INTEGER NOT NULL, position INTEGER NOT NULL, question VARCHAR NOT NULL,
    direction VARCHAR NOT NULL, certainty VARCHAR NOT NULL, consistency VARCHAR NOT NULL, designs VARCHAR NOT NULL,
    size VARCHAR NOT NULL, directness VARCHAR NOT NULL, PRIMARY KEY (section_id, version, position)
);
COMMENT ON TABLE answer IS 'What the answer to each research question comes to and how certain it is; its text is in the section';
COMMENT ON COLUMN answer.section_id IS 'Section that holds the text';
COMMENT ON COLUMN answer.version IS 'Version of the section it was written with';
COMMENT ON COLUMN answer.position IS 'Order of the questions, from 1';
COMMENT ON COLUMN answer.question IS 'Research question; the topic where none was set';
COMMENT ON COLUMN answer.direction IS '+ more of the outcome, - less, 0 no difference or association, mixed; empty where the question has no direction';
COMMENT ON COLUMN answer.certainty IS 'high, moderate, low or very low: words of GRADE, not its grade; or not judged';
COMMENT ON COLUMN answer.consistency IS 'Reason: how far results agree';
COMMENT ON COLUMN answer.designs IS 'Reason: by which designs';
COMMENT ON COLUMN answer.size IS 'Reason: in how many units';
COMMENT ON COLUMN answer.directness IS 'Reason: how near the studies are to what was asked';
