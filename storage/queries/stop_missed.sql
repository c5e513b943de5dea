-- How many relevant works may be left among the unscreened: for each number K, the p-value that K or more are, from the
-- same urn as stop_evidence with the odds given; looks start after each of the last twelve finds, or at the beginning.
-- Upper is the largest K not rejected at 5% (one-sided, 95%), the estimate the largest not rejected at 50%.
WITH escape AS (
    SELECT place, hit, found,
        sum(CASE WHEN audited THEN 1 ELSE $odds END * CASE WHEN urn > 1 THEN ln(1 - 1 / urn) ELSE -700 END)
            OVER (ORDER BY place) AS log_escape
    FROM screening_draw
), last AS (
    SELECT coalesce(max(place), 0) AS screened, coalesce(max(found), 0) AS found, coalesce(min(log_escape), 0) AS log_escape
    FROM escape
), starts AS (
    FROM (SELECT 0 AS place, 0 AS found, 0.0 AS log_escape UNION ALL SELECT place, found, log_escape FROM escape WHERE hit = 1)
    ORDER BY place DESC LIMIT 12
), numbers AS (
    SELECT unnest(range(1, ((SELECT count(*) FROM screening_pool) - last.screened)::BIGINT + 1)) AS missed FROM last
), terms AS (
    SELECT m.missed, s.place, l.found - s.found + m.missed AS k, l.log_escape - s.log_escape AS ln_miss,
        unnest(range(0, (l.found - s.found)::BIGINT + 1)) AS j
    FROM numbers AS m, starts AS s, last AS l WHERE l.screened > s.place
), sums AS (
    SELECT missed, place, sum(exp(lgamma(k + 1) - lgamma(j + 1) - lgamma(k - j + 1) + (k - j) * ln_miss
        + CASE WHEN j = 0 THEN 0 ELSE j * ln(1 - exp(ln_miss)) END)) AS p
    FROM terms GROUP BY missed, place
), rejected AS (
    SELECT m.missed, coalesce(min(s.p), 1) AS p FROM numbers AS m LEFT JOIN sums AS s USING (missed) GROUP BY m.missed
)
SELECT coalesce(max(missed) FILTER (p > 0.5), 0)::DOUBLE AS missed_estimate,
    coalesce(max(missed) FILTER (p > 0.05), 0)::DOUBLE AS missed_upper
FROM rejected
