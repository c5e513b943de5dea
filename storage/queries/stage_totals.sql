-- What a stage of snowballing brought, counted from its decisions, and what it asked of services.
SELECT $stage AS stage,
    (SELECT count(*) FROM seed WHERE stage = $stage)::INTEGER AS seeds,
    count(*)::INTEGER AS candidates,
    count(*) FILTER (verdict = 'include')::INTEGER AS relevant,
    coalesce(round(count(*) FILTER (verdict = 'include') / nullif(count(*), 0), 6), 0)::DOUBLE AS coverage_delta,
    (SELECT count(*) FROM api_call WHERE stage = $stage)::INTEGER AS api_calls,
    (SELECT coalesce(round(sum(usd), 6), 0) FROM api_call WHERE stage = $stage)::DOUBLE AS api_usd
FROM (
    FROM decision WHERE phase = 'screening' AND stage = $stage AND method <> 'human'
    QUALIFY row_number() OVER (PARTITION BY work_id ORDER BY seq DESC) = 1
)
