-- How far the catalogue and each second index agree on references, pair by pair.
SELECT "first", "second", count(*)::INTEGER AS works, sum("both")::INTEGER AS "both", sum(first_only)::INTEGER AS first_only,
    sum(second_only)::INTEGER AS second_only,
    round(sum("both") / nullif(sum("both" + first_only + second_only), 0), 3) AS share
FROM citation_disagreement GROUP BY "first", "second" ORDER BY "first", "second"
