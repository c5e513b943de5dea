-- Money, and how far the last run got.

CREATE VIEW spending AS
SELECT coalesce((SELECT sum(usd) FROM llm_call), 0) + coalesce((SELECT sum(usd) FROM api_call), 0) AS spent,
    coalesce((SELECT sum(max_usd) FROM reservation WHERE NOT settled), 0) AS reserved;
COMMENT ON VIEW spending IS 'Dollars spent, and dollars set aside for calls whose price is not known yet';
COMMENT ON COLUMN spending.spent IS 'Dollars spent';
COMMENT ON COLUMN spending.reserved IS 'Dollars set aside';

CREATE VIEW cost AS
SELECT 'llm' AS kind, coalesce(phase, step) AS phase, tier, count(*) AS calls, sum(input_tokens) AS input_tokens,
    sum(output_tokens) AS output_tokens, sum(cache_read) AS cache_read, sum(cache_write) AS cache_write,
    coalesce(sum(full_usd) FILTER (batch), 0) - coalesce(sum(usd) FILTER (batch), 0) AS saved_by_batch, sum(usd) AS usd
FROM llm_call GROUP BY ALL
UNION ALL
SELECT 'api', service, NULL, count(*), NULL, NULL, NULL, NULL, NULL, sum(usd) FROM api_call GROUP BY service;
COMMENT ON VIEW cost IS 'Money spent by phase and tier, with tokens';
COMMENT ON COLUMN cost.kind IS 'llm or api';
COMMENT ON COLUMN cost.phase IS 'Phase of the review that asked a language model, or the service called';
COMMENT ON COLUMN cost.calls IS 'How many';
COMMENT ON COLUMN cost.saved_by_batch IS 'Dollars that batches saved';

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
