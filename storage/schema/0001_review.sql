-- What was asked for, by whom it was run, and what each quality tier allows.

CREATE SEQUENCE event_seq;

COMMENT ON TABLE migration IS 'Schema files applied to this ledger';
COMMENT ON COLUMN migration.number IS 'Number in the file name';
COMMENT ON COLUMN migration.name IS 'File name';

CREATE TABLE tier (
    quality VARCHAR PRIMARY KEY, stages INTEGER NOT NULL, works INTEGER NOT NULL,
    words_min INTEGER NOT NULL, words_max INTEGER NOT NULL, delta_threshold DOUBLE NOT NULL, rank INTEGER NOT NULL
);
COMMENT ON TABLE tier IS 'What each quality tier allows';
COMMENT ON COLUMN tier.quality IS 'quick, standard, comprehensive or high_quality';
COMMENT ON COLUMN tier.stages IS 'Diffusion stages at most';
COMMENT ON COLUMN tier.works IS 'Works in the corpus at most';
COMMENT ON COLUMN tier.words_min IS 'Shortest review aimed at, in words';
COMMENT ON COLUMN tier.words_max IS 'Longest review aimed at, in words';
COMMENT ON COLUMN tier.delta_threshold IS 'Coverage delta below which a stage counts as dry';
COMMENT ON COLUMN tier.rank IS 'Order of the tiers: a review may rise, never fall';

INSERT INTO tier VALUES
    ('quick', 2, 50, 3000, 5000, 0.10, 1),
    ('standard', 3, 100, 5000, 8000, 0.10, 2),
    ('comprehensive', 4, 200, 8000, 12000, 0.10, 3),
    ('high_quality', 5, 300, 10000, 15000, 0.10, 4);

CREATE TABLE review (
    topic VARCHAR NOT NULL, questions VARCHAR[], quality VARCHAR NOT NULL REFERENCES tier (quality),
    from_year INTEGER, to_year INTEGER, as_of INTEGER NOT NULL, languages VARCHAR[], include_books BOOLEAN NOT NULL,
    grey BOOLEAN NOT NULL, focus_areas VARCHAR[], exclude_terms VARCHAR[], seeds VARCHAR[], fulltext VARCHAR NOT NULL,
    recall_target DOUBLE NOT NULL, catalogue VARCHAR NOT NULL, analyst VARCHAR NOT NULL, created_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE review IS 'What the review was asked for: one row; only quality may rise later';
COMMENT ON COLUMN review.topic IS 'The topic as given';
COMMENT ON COLUMN review.questions IS 'Research questions as given';
COMMENT ON COLUMN review.quality IS 'Quality tier';
COMMENT ON COLUMN review.from_year IS 'Earliest publication year admitted, inclusive';
COMMENT ON COLUMN review.to_year IS 'Latest publication year admitted, inclusive';
COMMENT ON COLUMN review.as_of IS 'The year that every rule about recency counts from';
COMMENT ON COLUMN review.languages IS 'Language codes admitted; empty admits all';
COMMENT ON COLUMN review.include_books IS 'Whether the book strategy searches';
COMMENT ON COLUMN review.grey IS 'Whether preprints, reports and dissertations are admitted';
COMMENT ON COLUMN review.focus_areas IS 'Areas to search and judge with particular attention';
COMMENT ON COLUMN review.exclude_terms IS 'Terms whose occurrence in title or abstract excludes a work';
COMMENT ON COLUMN review.seeds IS 'DOIs of works known beforehand';
COMMENT ON COLUMN review.fulltext IS 'never, oa or all';
COMMENT ON COLUMN review.recall_target IS 'Share of relevant works the search declares to find';
COMMENT ON COLUMN review.catalogue IS 'Name and content digest of the catalogue searched';
COMMENT ON COLUMN review.analyst IS 'Who judges and writes';
COMMENT ON COLUMN review.created_at IS 'When the review was first planned (UTC)';

CREATE TABLE criterion (criterion_id VARCHAR PRIMARY KEY, kind VARCHAR NOT NULL, text VARCHAR NOT NULL);
COMMENT ON TABLE criterion IS 'Inclusion and exclusion criteria';
COMMENT ON COLUMN criterion.criterion_id IS 'Content id';
COMMENT ON COLUMN criterion.kind IS 'include or exclude';
COMMENT ON COLUMN criterion.text IS 'The criterion in one sentence';

CREATE TABLE run (
    run_id VARCHAR PRIMARY KEY, flow_run_id VARCHAR, started_at TIMESTAMP NOT NULL, finished_at TIMESTAMP,
    status VARCHAR NOT NULL, resume_after TIMESTAMP, version VARCHAR NOT NULL, settings JSON, task_runs INTEGER,
    message VARCHAR
);
COMMENT ON TABLE run IS 'Every time the flow worked on this review';
COMMENT ON COLUMN run.run_id IS 'Random id of the run';
COMMENT ON COLUMN run.flow_run_id IS 'Prefect flow run, when one drove it';
COMMENT ON COLUMN run.started_at IS 'Start (UTC)';
COMMENT ON COLUMN run.finished_at IS 'End (UTC); empty while running or after a crash';
COMMENT ON COLUMN run.status IS 'running, paused, finished, stopped or failed';
COMMENT ON COLUMN run.resume_after IS 'For a paused run: when it may go on (UTC)';
COMMENT ON COLUMN run.version IS 'Version of litreview';
COMMENT ON COLUMN run.settings IS 'Settings of the run, without secrets';
COMMENT ON COLUMN run.task_runs IS 'Prefect task runs this run submitted, all its flows together';
COMMENT ON COLUMN run.message IS 'Why it stopped or failed, in one sentence';

CREATE TABLE problem (phase VARCHAR NOT NULL, work_id VARCHAR, kind VARCHAR NOT NULL, message VARCHAR, "at" TIMESTAMP NOT NULL);
COMMENT ON TABLE problem IS 'What went wrong without ending the run';
COMMENT ON COLUMN problem.phase IS 'Phase of the review';
COMMENT ON COLUMN problem.work_id IS 'Work concerned, if one';
COMMENT ON COLUMN problem.kind IS 'Short name of the problem';
COMMENT ON COLUMN problem.message IS 'What happened, in one sentence';
COMMENT ON COLUMN problem."at" IS 'When (UTC)';
