-- Where each run is: the phases it has begun, so that anybody can see how far it got.

CREATE TABLE phase_start (run_id VARCHAR NOT NULL, place INTEGER NOT NULL, phases INTEGER NOT NULL, phase VARCHAR NOT NULL, "at" TIMESTAMP NOT NULL, PRIMARY KEY (run_id, place));
COMMENT ON TABLE phase_start IS 'Phases begun by each run';
COMMENT ON COLUMN phase_start.run_id IS 'Run';
COMMENT ON COLUMN phase_start.place IS 'Which phase of the run this is, counted from 1';
COMMENT ON COLUMN phase_start.phases IS 'How many phases the run has';
COMMENT ON COLUMN phase_start.phase IS 'Name of the phase';
COMMENT ON COLUMN phase_start."at" IS 'When it began (UTC)';

CREATE VIEW run_progress AS
WITH last_run AS (
    FROM run ORDER BY started_at DESC, run_id LIMIT 1
), last_phase AS (
    FROM phase_start SEMI JOIN last_run USING (run_id) ORDER BY place DESC LIMIT 1
)
SELECT r.run_id, r.status, p.phase, p.place, p.phases, p."at" AS since,
    date_diff('second', r.started_at, p."at") AS seconds_before,
    -- As long per phase as so far: phases differ, so this is a rough guess and none at all in the first.
    CASE WHEN r.status = 'running' AND p.place > 1
         THEN p."at" + to_seconds((date_diff('second', r.started_at, p."at") * (p.phases - p.place + 1) / (p.place - 1))::BIGINT) END AS roughly_done_at,
    (SELECT round(spent, 4) FROM spending) AS usd_spent,
    (SELECT arg_max(phase || ', ' || kind || ': ' || message, "at") FROM problem) AS last_problem
FROM last_run AS r LEFT JOIN last_phase AS p ON true;
COMMENT ON VIEW run_progress IS 'Where the last run is: its phase, when it may be done, what was spent, the last problem';
COMMENT ON COLUMN run_progress.run_id IS 'Run';
COMMENT ON COLUMN run_progress.status IS 'running, paused, finished, stopped or failed';
COMMENT ON COLUMN run_progress.phase IS 'Phase begun last';
COMMENT ON COLUMN run_progress.place IS 'Which phase of the run that is';
COMMENT ON COLUMN run_progress.phases IS 'How many phases the run has';
COMMENT ON COLUMN run_progress.since IS 'When that phase began (UTC)';
COMMENT ON COLUMN run_progress.seconds_before IS 'Seconds the phases before it took';
COMMENT ON COLUMN run_progress.roughly_done_at IS 'When the run may be done (UTC): every phase left as long as those so far were on average';
COMMENT ON COLUMN run_progress.usd_spent IS 'Dollars spent by all runs';
COMMENT ON COLUMN run_progress.last_problem IS 'Phase, kind and message of the latest problem';
