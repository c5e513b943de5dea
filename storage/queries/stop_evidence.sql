-- Is recall below the declared target? Evidence from the order of screening and the number of works unscreened.
-- T is the fewest relevant works that would mean the target is missed. From any moment on, K of them are left and X are
-- found; the p-value is P(at most X) at the moment where it is smallest (Callaghan and Mueller-Hansen 2020), which is
-- always just after a find. Plain: hypergeometric. Biased: a ranked draw takes each relevant work `odds` times likelier
-- than another (Wallenius 1963), an audited draw does not; a work escapes with probability exp(sum w ln(1 - 1/M)), and
-- the finds are binomial, which has the heavier tail. Odds are finds by what unbiased draws would have found had there
-- been T, from the second half of T on, so they are estimated under the hypothesis tested. They count only where T is
-- at least 3 / (1 - target): fewer works cannot show at 5% that the ranker sees the target's share (rule of three).
WITH state AS (
    SELECT coalesce(max(place), 0) AS screened, coalesce(sum(hit), 0) AS found,
        count(*) FILTER (audited) AS audited, (SELECT count(*) FROM screening_pool) AS pool
    FROM screening_draw
), tested AS (
    SELECT s.*, r.recall_target AS target, floor(s.found / r.recall_target + 1e-9) + 1 AS total FROM state AS s, review AS r
), bias AS (
    SELECT CASE WHEN any_value(t.total) * (1 - any_value(t.target)) + 1e-9 < 3 THEN 1.0
        ELSE coalesce(least(4, greatest(1, sum(d.hit) / nullif(sum((t.total - d.found + d.hit) / d.urn), 0))), 1) END AS odds
    FROM tested AS t LEFT JOIN screening_draw AS d ON NOT d.audited AND d.found - d.hit >= t.total / 2
), escape AS (
    SELECT d.place, d.hit, d.found,
        sum(CASE WHEN d.audited THEN 1 ELSE b.odds END * CASE WHEN d.urn > 1 THEN ln(1 - 1 / d.urn) ELSE -700 END)
            OVER (ORDER BY d.place) AS log_escape
    FROM screening_draw AS d, bias AS b
), last AS (SELECT coalesce(min(log_escape), 0) AS log_escape FROM escape
), starts AS (
    SELECT 0 AS place, 0 AS found, 0.0 AS log_escape UNION ALL SELECT place, found, log_escape FROM escape WHERE hit = 1
), cases AS (
    SELECT s.place, t.total - s.found AS k, t.found - s.found AS x, t.pool - s.place AS urn, t.screened - s.place AS n,
        last.log_escape - s.log_escape AS ln_miss
    FROM starts AS s, tested AS t, last WHERE t.screened > s.place
), terms AS (
    SELECT place, lgamma(k + 1) - lgamma(j + 1) - lgamma(k - j + 1) AS ln_ways, j, k, n, urn, ln_miss
    FROM (SELECT *, unnest(range(0, x::BIGINT + 1)) AS j FROM cases)
), sums AS (
    SELECT place,
        sum(exp(ln_ways + (k - j) * ln_miss + CASE WHEN j = 0 THEN 0 ELSE j * ln(1 - exp(ln_miss)) END)) AS biased,
        -- More relevant works than the urn holds cannot be: then the target is met for certain.
        sum(CASE WHEN n - j > urn - k OR j > n THEN 0
            ELSE exp(ln_ways + lgamma(urn - k + 1) - lgamma(n - j + 1) - lgamma(urn - k - n + j + 1)
                - lgamma(urn + 1) + lgamma(n + 1) + lgamma(urn - n + 1)) END) AS plain
    FROM terms GROUP BY place
)
SELECT t.screened::INTEGER AS screened, (t.pool - t.screened)::INTEGER AS unscreened, t.found::INTEGER AS found,
    t.audited::INTEGER AS audited, (SELECT odds FROM bias)::DOUBLE AS odds,
    -- Where nothing relevant was found there is nothing to take a share of, and nothing is shown.
    CASE WHEN t.found = 0 THEN 1 WHEN t.pool = t.screened THEN 0 ELSE coalesce((SELECT least(1, min(plain)) FROM sums), 1) END::DOUBLE AS plain_p_value,
    CASE WHEN t.found = 0 THEN 1 WHEN t.pool = t.screened THEN 0 ELSE coalesce((SELECT least(1, min(biased)) FROM sums), 1) END::DOUBLE AS p_value
FROM tested AS t
