-- What a stage of snowballing brought, counted from its decisions.
SELECT $stage AS stage,
    (SELECT count(*) FROM seed WHERE stage = $stage)::INTEGER AS seeds,
    count(*)::INTEGER AS candidates,
    count(*) FILTER (verdict = 'include')::INTEGER AS relevant,
    coalesce(round(count(*) FILTER (verdict = 'include') / nullif(count(*), 0), 6), 0)::DOUBLE AS coverage_delta,
    (SELECT coalesce(sum(api_calls), 0) FROM seed_group WHERE stage = $stage)::INTEGER AS api_calls,
    0.0::DOUBLE AS api_usd
FROM decision WHERE phase = 'screening' AND stage = $stage AND method <> 'human'
