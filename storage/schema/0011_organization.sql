-- Two ways of grouping a corpus side by side: what each group is, how far they agree, and each work's way into its themes.

CREATE TABLE clustering_group (
    edition VARCHAR NOT NULL, method VARCHAR NOT NULL, label INTEGER NOT NULL, name VARCHAR NOT NULL,
    description VARCHAR NOT NULL, PRIMARY KEY (edition, method, label)
);
COMMENT ON TABLE clustering_group IS 'What the groups of a clustering are about';
COMMENT ON COLUMN clustering_group.edition IS 'Corpus it was made for';
COMMENT ON COLUMN clustering_group.method IS 'Method, as in clustering';
COMMENT ON COLUMN clustering_group.label IS 'Group, as in clustering';
COMMENT ON COLUMN clustering_group.name IS 'Its first topic words, or the label an analyst gave it';
COMMENT ON COLUMN clustering_group.description IS 'Its topic words, or what its works share, in a sentence';

CREATE TABLE theme_path (
    edition VARCHAR NOT NULL, work_id VARCHAR NOT NULL, theme_id VARCHAR NOT NULL, topic_group INTEGER,
    semantic_group INTEGER, "action" VARCHAR NOT NULL, reason VARCHAR NOT NULL, PRIMARY KEY (edition, work_id, theme_id)
);
COMMENT ON TABLE theme_path IS 'How each work came into each of its themes';
COMMENT ON COLUMN theme_path.edition IS 'Corpus it was made for';
COMMENT ON COLUMN theme_path.work_id IS 'Work';
COMMENT ON COLUMN theme_path.theme_id IS 'Theme';
COMMENT ON COLUMN theme_path.topic_group IS 'Its group by topic words (BERTopic)';
COMMENT ON COLUMN theme_path.semantic_group IS 'Its group by meaning that led here, where an analyst made such groups';
COMMENT ON COLUMN theme_path."action" IS 'keep (one group), merge (several), split (part of one), bridge (second theme of the work), leftover (unclaimed)';
COMMENT ON COLUMN theme_path.reason IS 'Why';

CREATE TABLE agreement (edition VARCHAR PRIMARY KEY, ari DOUBLE NOT NULL, nmi DOUBLE NOT NULL, works INTEGER NOT NULL);
COMMENT ON TABLE agreement IS 'How far grouping by topic words and grouping by meaning agree, where there are both';
COMMENT ON COLUMN agreement.edition IS 'Corpus they were made for';
COMMENT ON COLUMN agreement.ari IS 'Adjusted Rand index: 1 for the same groups, about 0 by chance';
COMMENT ON COLUMN agreement.nmi IS 'Normalised mutual information in [0, 1]';
COMMENT ON COLUMN agreement.works IS 'Works compared';
