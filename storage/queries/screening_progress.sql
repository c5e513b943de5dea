-- How the screening of a stage stands: works screened, next batch, the last one, and whether it brought less than half of
-- what the best full batch of the review did (the knee of the gain curve, after Cormack and Grossman 2016).
-- Of a work judged twice, as where a model's judgement was set aside, the latter counts.
WITH judged AS (
    SELECT stage, batch, verdict FROM decision WHERE phase = 'screening' AND batch IS NOT NULL AND stage <= $stage
    QUALIFY row_number() OVER (PARTITION BY work_id, stage ORDER BY seq DESC) = 1
), batches AS (
    SELECT stage, batch, count(*) AS n, count(*) FILTER (verdict = 'include') AS included FROM judged GROUP BY stage, batch
), best AS (
    SELECT max(included / n) AS yield FROM batches WHERE n >= $full
)
SELECT coalesce(sum(n), 0)::INTEGER AS screened, coalesce(sum(included), 0)::INTEGER AS included,
    coalesce(max(batch) + 1, 0)::INTEGER AS next_batch,
    coalesce(arg_max(n, batch), 0)::INTEGER AS last_size, coalesce(arg_max(included, batch), 0)::INTEGER AS last_included,
    coalesce(arg_max(included / n, batch) < (SELECT yield FROM best) / 2, false) AS flat
FROM batches WHERE stage = $stage
