-- How many works people judged, how often they decided otherwise than the analyst, and how far both agree where people
-- judged without knowing the analyst's verdict; no row where nobody judged.
SELECT count(*)::INTEGER AS judged, count(*) FILTER (s.verdict <> j.analyst)::INTEGER AS overturned,
    any_value(a.works) AS works, any_value(a.observed) AS observed, any_value(a.kappa) AS kappa, any_value(a.low) AS low,
    any_value(a.high) AS high
FROM judged_twice AS j JOIN screening_decision AS s USING (work_id) LEFT JOIN screening_agreement AS a ON true
HAVING count(*) > 0
