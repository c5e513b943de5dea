-- Where each run is: the phases it has begun, so that anybody can see how far it got.

CREATE TABLE phase_start (run_id VARCHAR NOT NULL, place INTEGER NOT NULL, phases INTEGER NOT NULL, phase VARCHAR NOT NULL, "at" TIMESTAMP NOT NULL, PRIMARY KEY (run_id, place));
COMMENT ON TABLE phase_start IS 'Phases begun by each run';
COMMENT ON COLUMN phase_start.run_id IS 'Run';
COMMENT ON COLUMN phase_start.place IS 'Which phase of the run this is, counted from 1';
COMMENT ON COLUMN phase_start.phases IS 'How many phases the run has';
COMMENT ON COLUMN phase_start.phase IS 'Name of the phase';
COMMENT ON COLUMN phase_start."at" IS 'When it began (UTC)';
