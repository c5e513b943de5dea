-- How the screening of a stage stands: works screened, next batch, and whether the last three batches were dry.
WITH batches AS (
    SELECT batch, count(*) AS n, count(*) FILTER (verdict = 'include') AS included
    FROM decision WHERE phase = 'screening' AND stage = $stage AND batch IS NOT NULL GROUP BY batch
)
SELECT coalesce(sum(n), 0)::INTEGER AS screened, coalesce(sum(included), 0)::INTEGER AS included,
    coalesce(max(batch) + 1, 0)::INTEGER AS next_batch,
    coalesce(arg_max(included / n, batch) < (SELECT max(k / n) FROM (SELECT count(*) AS n, count(*) FILTER (verdict = 'include') AS k FROM decision WHERE phase='screening' AND batch IS NOT NULL GROUP BY stage, batch HAVING count(*) = 25)) / 2, false) AS dry
FROM batches
