-- Clusterings and the themes made of them. `edition` is the content id of the corpus they were made for.

CREATE TABLE clustering (edition VARCHAR NOT NULL, method VARCHAR NOT NULL, work_id VARCHAR NOT NULL, label INTEGER NOT NULL, probability DOUBLE NOT NULL, PRIMARY KEY (edition, method, work_id));
COMMENT ON TABLE clustering IS 'Which group each method puts a work in';
COMMENT ON COLUMN clustering.edition IS 'Corpus it was made for';
COMMENT ON COLUMN clustering.method IS 'Method and its parameters';
COMMENT ON COLUMN clustering.work_id IS 'Work';
COMMENT ON COLUMN clustering.label IS 'Group, largest is 0';
COMMENT ON COLUMN clustering.probability IS 'Certainty in [0, 1]';

CREATE TABLE theme (
    edition VARCHAR NOT NULL, theme_id VARCHAR NOT NULL, position INTEGER NOT NULL, label VARCHAR NOT NULL,
    description VARCHAR NOT NULL, words VARCHAR[], coherence DOUBLE NOT NULL, sub_themes VARCHAR[], relationships VARCHAR,
    conflicts VARCHAR, gaps VARCHAR, source VARCHAR NOT NULL, PRIMARY KEY (edition, theme_id)
);
COMMENT ON TABLE theme IS 'Themes of the review';
COMMENT ON COLUMN theme.edition IS 'Corpus it was made for';
COMMENT ON COLUMN theme.theme_id IS 'Content id of its works';
COMMENT ON COLUMN theme.position IS 'Order in the review';
COMMENT ON COLUMN theme.label IS 'Name';
COMMENT ON COLUMN theme.description IS 'What its works are about';
COMMENT ON COLUMN theme.words IS 'Topic words, best first';
COMMENT ON COLUMN theme.coherence IS 'NPMI coherence of its words in [-1, 1]';
COMMENT ON COLUMN theme.sub_themes IS 'Parts, where an analyst named some';
COMMENT ON COLUMN theme.relationships IS 'Relations to other themes';
COMMENT ON COLUMN theme.conflicts IS 'Where its works disagree';
COMMENT ON COLUMN theme.gaps IS 'What its works leave open';
COMMENT ON COLUMN theme.source IS 'How it was made';

CREATE TABLE theme_work (edition VARCHAR NOT NULL, theme_id VARCHAR NOT NULL, work_id VARCHAR NOT NULL, position INTEGER NOT NULL, is_key BOOLEAN NOT NULL, PRIMARY KEY (edition, theme_id, work_id));
COMMENT ON TABLE theme_work IS 'Works of a theme';
COMMENT ON COLUMN theme_work.edition IS 'Corpus it was made for';
COMMENT ON COLUMN theme_work.theme_id IS 'Theme';
COMMENT ON COLUMN theme_work.work_id IS 'Work';
COMMENT ON COLUMN theme_work.position IS 'Order of weight within the theme';
COMMENT ON COLUMN theme_work.is_key IS 'Whether it represents the theme';

CREATE TABLE theme_analysis (edition VARCHAR NOT NULL, theme_id VARCHAR NOT NULL, narrative VARCHAR, timeline VARCHAR, debates VARCHAR, methods VARCHAR, questions VARCHAR, source VARCHAR NOT NULL, PRIMARY KEY (edition, theme_id));
COMMENT ON TABLE theme_analysis IS 'Analysis of a theme';
COMMENT ON COLUMN theme_analysis.edition IS 'Corpus it was made for';
COMMENT ON COLUMN theme_analysis.theme_id IS 'Theme';
COMMENT ON COLUMN theme_analysis.narrative IS 'What its works say together';
COMMENT ON COLUMN theme_analysis.timeline IS 'How it developed';
COMMENT ON COLUMN theme_analysis.debates IS 'Where findings differ';
COMMENT ON COLUMN theme_analysis.methods IS 'How it is studied';
COMMENT ON COLUMN theme_analysis.questions IS 'What is open';
COMMENT ON COLUMN theme_analysis.source IS 'Analyst';
