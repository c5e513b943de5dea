-- Screening decisions, snowballing and the citation graph.

CREATE TABLE decision (
    decision_id VARCHAR PRIMARY KEY, work_id VARCHAR NOT NULL, phase VARCHAR NOT NULL, stage INTEGER NOT NULL,
    batch INTEGER, verdict VARCHAR NOT NULL, score DOUBLE, method VARCHAR NOT NULL, criterion_id VARCHAR,
    reason VARCHAR NOT NULL, features JSON, decided_by VARCHAR NOT NULL, decided_at TIMESTAMP NOT NULL,
    seq BIGINT NOT NULL DEFAULT nextval('event_seq')
);
COMMENT ON TABLE decision IS 'Every decision about a work, never changed';
COMMENT ON COLUMN decision.decision_id IS 'Content id';
COMMENT ON COLUMN decision.work_id IS 'Work decided on';
COMMENT ON COLUMN decision.phase IS 'deduplication, eligibility, screening or selection';
COMMENT ON COLUMN decision.stage IS 'Diffusion stage; for selection the number of works allowed';
COMMENT ON COLUMN decision.batch IS 'Screening batch within the stage; for selection the number of earlier decisions';
COMMENT ON COLUMN decision.verdict IS 'include, exclude or unsure';
COMMENT ON COLUMN decision.score IS 'Relevance in [0, 1]';
COMMENT ON COLUMN decision.method IS 'cocitation, ranker, llm, human or rule';
COMMENT ON COLUMN decision.criterion_id IS 'Criterion applied';
COMMENT ON COLUMN decision.reason IS 'Why, in one sentence';
COMMENT ON COLUMN decision.features IS 'What the score rests on';
COMMENT ON COLUMN decision.decided_by IS 'Analyst, rule or person';
COMMENT ON COLUMN decision.decided_at IS 'When (UTC)';
COMMENT ON COLUMN decision.seq IS 'Order of decisions';

CREATE TABLE snowball (work_id VARCHAR NOT NULL, direction VARCHAR NOT NULL, stage INTEGER NOT NULL, neighbours INTEGER NOT NULL, PRIMARY KEY (work_id, direction));
COMMENT ON TABLE snowball IS 'Which work was followed in which direction';
COMMENT ON COLUMN snowball.work_id IS 'Seed';
COMMENT ON COLUMN snowball.direction IS 'backward or forward';
COMMENT ON COLUMN snowball.stage IS 'Diffusion stage';
COMMENT ON COLUMN snowball.neighbours IS 'Works found at the other end of its citations';

CREATE TABLE seed (stage INTEGER NOT NULL, work_id VARCHAR NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (stage, work_id));
COMMENT ON TABLE seed IS 'Works chosen to be followed in each diffusion stage';
COMMENT ON COLUMN seed.stage IS 'Diffusion stage';
COMMENT ON COLUMN seed.work_id IS 'Work';
COMMENT ON COLUMN seed.rank IS '1 is followed first';

CREATE TABLE diffusion_stage (
    stage INTEGER PRIMARY KEY, seeds INTEGER NOT NULL, candidates INTEGER NOT NULL, relevant INTEGER NOT NULL,
    coverage_delta DOUBLE NOT NULL, missed_estimate DOUBLE, missed_upper DOUBLE, stop_p_value DOUBLE,
    api_calls INTEGER NOT NULL, api_usd DOUBLE NOT NULL
);
COMMENT ON TABLE diffusion_stage IS 'What each finished stage of snowballing brought';
COMMENT ON COLUMN diffusion_stage.stage IS 'Stage; 0 is the search before snowballing';
COMMENT ON COLUMN diffusion_stage.seeds IS 'Works followed';
COMMENT ON COLUMN diffusion_stage.candidates IS 'Works screened';
COMMENT ON COLUMN diffusion_stage.relevant IS 'Works included among them';
COMMENT ON COLUMN diffusion_stage.coverage_delta IS 'relevant / candidates';
COMMENT ON COLUMN diffusion_stage.missed_estimate IS 'Estimate of relevant works not found';
COMMENT ON COLUMN diffusion_stage.missed_upper IS 'Upper bound of that estimate';
COMMENT ON COLUMN diffusion_stage.stop_p_value IS 'p-value that the recall target is missed';
COMMENT ON COLUMN diffusion_stage.api_calls IS 'Catalogue calls of the stage';
COMMENT ON COLUMN diffusion_stage.api_usd IS 'Their price in dollars';

CREATE TABLE seed_group (group_id VARCHAR PRIMARY KEY, stage INTEGER NOT NULL, direction VARCHAR NOT NULL, seeds INTEGER NOT NULL, api_calls INTEGER NOT NULL);
COMMENT ON TABLE seed_group IS 'Groups of seeds whose neighbours were fetched together';
COMMENT ON COLUMN seed_group.group_id IS 'Content id of stage, direction and seeds';
COMMENT ON COLUMN seed_group.stage IS 'Diffusion stage';
COMMENT ON COLUMN seed_group.direction IS 'backward or forward';
COMMENT ON COLUMN seed_group.seeds IS 'Seeds in the group';
COMMENT ON COLUMN seed_group.api_calls IS 'Catalogue calls it took';

CREATE TABLE graph_metric (
    stage INTEGER NOT NULL, work_id VARCHAR NOT NULL, in_degree INTEGER NOT NULL, betweenness DOUBLE NOT NULL,
    velocity DOUBLE NOT NULL, community INTEGER NOT NULL, PRIMARY KEY (stage, work_id)
);
COMMENT ON TABLE graph_metric IS 'Place of each included work in the citation graph, as of each stage';
COMMENT ON COLUMN graph_metric.stage IS 'Diffusion stage after which it was measured; 99 is the final corpus';
COMMENT ON COLUMN graph_metric.work_id IS 'Work';
COMMENT ON COLUMN graph_metric.in_degree IS 'Citations received from included works';
COMMENT ON COLUMN graph_metric.betweenness IS 'Betweenness centrality (Brandes 2001)';
COMMENT ON COLUMN graph_metric.velocity IS 'Citations per year over the last three years';
COMMENT ON COLUMN graph_metric.community IS 'Louvain community of the co-citation network; -1 is none';

CREATE TABLE embedding (text_sha256 VARCHAR NOT NULL, model VARCHAR NOT NULL, vector FLOAT[] NOT NULL, PRIMARY KEY (text_sha256, model));
COMMENT ON TABLE embedding IS 'Sentence embeddings by text';
COMMENT ON COLUMN embedding.text_sha256 IS 'SHA-256 of the text';
COMMENT ON COLUMN embedding.model IS 'Model';
COMMENT ON COLUMN embedding.vector IS 'Unit-length vector';

CREATE TABLE ranker (stage INTEGER NOT NULL, weights JSON NOT NULL);
COMMENT ON TABLE ranker IS 'Weights of the screening ranker';
COMMENT ON COLUMN ranker.stage IS 'Diffusion stage';
COMMENT ON COLUMN ranker.weights IS 'Weights by feature';
