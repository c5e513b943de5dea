-- How many relevant works no search met, from how often those met were captured; intervals are log-normal (Chao 1987).
-- Chapman (1951): keyword against citation captures. Chao2 (Chao 1987, bias-corrected): works met by one and by two
-- strategies. Coverage: Good (1953). Captures depend on each other: backward and forward share a citation component and
-- miss what lies in another, so Chao2 is a lower bound; keyword searches cross components, so Chapman sees those.
WITH captures AS (
    SELECT DISTINCT d.work_id, d.strategy FROM discovery AS d JOIN relevant AS r USING (work_id)
), works AS (
    SELECT work_id, count(*) AS times, bool_or(strategy = 'keyword') AS by_words,
        bool_or(strategy IN ('citation', 'backward', 'forward')) AS by_links
    FROM captures GROUP BY work_id
), counted AS (
    SELECT count(*) AS seen, count(*) FILTER (by_words) AS n1, count(*) FILTER (by_links) AS n2,
        count(*) FILTER (by_words AND by_links) AS m, count(*) FILTER (by_words OR by_links) AS either,
        count(*) FILTER (times = 1) AS q1, count(*) FILTER (times = 2) AS q2, coalesce(sum(times), 0) AS captured,
        (SELECT count(DISTINCT strategy) FROM captures) AS t
    FROM works
), estimated AS (
    SELECT 'chapman' AS estimator, either AS seen, (n1 + 1) * (n2 + 1) / (m + 1) - 1 - either AS missed,
        (n1 + 1) * (n2 + 1) * (n1 - m) * (n2 - m) / ((m + 1) * (m + 1) * (m + 2)) AS variance
    FROM counted WHERE n1 > 0 AND n2 > 0
    UNION ALL
    SELECT 'chao2', seen, (t - 1) / t * q1 * (q1 - 1) / (2 * (q2 + 1)),
        (t - 1) / t * q1 * (q1 - 1) / (2 * (q2 + 1)) + ((t - 1) / t) ** 2 * (q1 * (2 * q1 - 1) ** 2 / (4 * (q2 + 1) ** 2)
            + q1 ** 2 * q2 * (q1 - 1) ** 2 / (4 * (q2 + 1) ** 4))
    FROM counted WHERE t > 1
)
SELECT estimator, seen::INTEGER AS seen, missed::DOUBLE AS missed,
    CASE WHEN missed > 0 THEN missed / exp(1.96 * sqrt(ln(1 + variance / missed ** 2))) ELSE 0 END::DOUBLE AS missed_lower,
    CASE WHEN missed > 0 THEN missed * exp(1.96 * sqrt(ln(1 + variance / missed ** 2))) ELSE 0 END::DOUBLE AS missed_upper,
    (SELECT CASE WHEN captured > 0 THEN 1 - q1 / captured END FROM counted)::DOUBLE AS coverage
FROM estimated ORDER BY estimator
