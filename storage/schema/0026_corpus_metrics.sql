-- The measurement of the corpus as it stands is none of a diffusion stage; it was kept as that of stage 99.

CREATE TABLE corpus_metric (
    work_id VARCHAR PRIMARY KEY, in_degree INTEGER NOT NULL, betweenness DOUBLE NOT NULL, velocity DOUBLE NOT NULL,
    community INTEGER NOT NULL
);
INSERT INTO corpus_metric BY NAME SELECT * EXCLUDE (stage) FROM graph_metric WHERE stage = 99;
DELETE FROM graph_metric WHERE stage = 99;
COMMENT ON TABLE corpus_metric IS 'Place of each work of the corpus in the citation graph, once the search has ended';
COMMENT ON COLUMN corpus_metric.work_id IS 'Work';
COMMENT ON COLUMN corpus_metric.in_degree IS 'Citations received from included works';
COMMENT ON COLUMN corpus_metric.betweenness IS 'Betweenness centrality (Brandes 2001)';
COMMENT ON COLUMN corpus_metric.velocity IS 'Citations per year over the last three years';
COMMENT ON COLUMN corpus_metric.community IS 'Louvain community of the co-citation network; -1 is none';
COMMENT ON COLUMN graph_metric.stage IS 'Diffusion stage after which it was measured';
