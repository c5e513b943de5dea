-- From two works the asymptotic interval of Fleiss, Cohen and Everitt (1969) is a point wherever both agree, and up to some
-- hundred works it holds the true kappa too seldom. The interval of Wilson (1927, doi:10.1080/01621459.1927.10502953) for
-- the share of equal verdicts, with chance agreement taken as given as in Cohen's own standard error (1960), does not;
-- below 2 k ** 2 works, k being the verdicts in use, there is none (Cicchetti 1981, doi:10.1177/014662168100500114).
CREATE OR REPLACE VIEW screening_agreement AS
WITH total AS (
    SELECT count(*) AS n, count(*) FILTER (analyst = person) / count(*) AS po,
        greatest(2, (SELECT count(DISTINCT verdict) FROM (SELECT unnest([analyst, person]) AS verdict FROM judged_twice WHERE blind))) AS k
    FROM judged_twice WHERE blind
), margin AS (
    SELECT v.verdict, count(*) FILTER (j.analyst = v.verdict) / any_value(t.n) AS by_analyst,
        count(*) FILTER (j.person = v.verdict) / any_value(t.n) AS by_person
    FROM (SELECT unnest(['include', 'exclude', 'unsure']) AS verdict) AS v, judged_twice AS j, total AS t
    WHERE j.blind GROUP BY v.verdict
), chance AS (
    SELECT sum(by_analyst * by_person) AS pe FROM margin
), bounds AS (
    -- Where both always said the same one thing, agreement beyond chance is not defined.
    SELECT n, po, CASE WHEN pe < 1 - 1e-12 THEN pe END AS pe, n >= 2 * k ** 2 AS enough,
        (po + 1.959964 ** 2 / (2 * n)) / (1 + 1.959964 ** 2 / n) AS middle,
        1.959964 * sqrt(po * (1 - po) / n + 1.959964 ** 2 / (4 * n ** 2)) / (1 + 1.959964 ** 2 / n) AS half
    FROM total, chance
)
SELECT n::INTEGER AS works, round(po, 6) AS observed, round((po - pe) / (1 - pe), 6) AS kappa,
    CASE WHEN enough THEN round(greatest(-1, (middle - half - pe) / (1 - pe)), 6) END AS low,
    CASE WHEN enough THEN round(least(1, (middle + half - pe) / (1 - pe)), 6) END AS high
FROM bounds WHERE n > 0;
COMMENT ON VIEW screening_agreement IS 'How far people and the analyst agree on the works that people judged blind: share of equal verdicts, Cohen''s kappa (1960) over include, exclude and unsure, and its 95% interval (Wilson 1927 for the share of equal verdicts, chance agreement taken as given); no row before a person did, kappa empty where both said the same one thing throughout, the interval empty below 2 k ** 2 works for k verdicts in use (Cicchetti 1981)';
