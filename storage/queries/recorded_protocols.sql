-- The versions of the protocol: after how many runs that ended each was taken (finished, or stopped by a person), whether it was
-- taken then and not while a run was interrupted, whether a run finished since, whether it changed anything, and what it replaced.
WITH ended AS (
    SELECT started_at, status = 'finished' AS finished,
        status = 'finished' OR (status = 'stopped' AND contains(coalesce(message, ''), ': a person stopped the run')) AS ended
    FROM run
)
SELECT v.number, CAST(v.replaced AS VARCHAR) AS replaced,
    EXISTS (FROM protocol_change AS c WHERE c.number = v.number) AS changes,
    (SELECT count(*) FROM ended AS r WHERE r.started_at <= v."at" AND r.ended)::INTEGER AS runs,
    coalesce((SELECT arg_max(r.ended, r.started_at) FROM ended AS r WHERE r.started_at <= v."at"), true) AS between,
    EXISTS (FROM ended AS r WHERE r.started_at >= v."at" AND r.finished) AS done
FROM protocol_version AS v ORDER BY v.number
