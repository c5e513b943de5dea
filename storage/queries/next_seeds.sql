-- Works to follow in a stage: relevant works that no earlier stage followed, those first that are expected to lead to
-- most new relevant works per call to the catalogue. At most $most, and at most the 100 that share one OR group, since
-- whatever cites works of two groups is read twice; the others are asked about again in the next stage.
--
-- expected = new references * their yield + new citing works * theirs. New references are those without a record, new
-- citing works the citations that the catalogue counts less those known. A yield is the share of neighbours that turn
-- out relevant, estimated in two steps, each smoothed with a prior that weighs as much as 20 neighbours:
--   over the seeds of earlier stages with as many digits of citations (few readers of a famous work come for our topic):
--     the relevant among the works that they were the first to lead to. Prior 0.05 for references and
--     0.2 / sqrt(citations, rounded down to a power of ten) for citing works;
--   then over the work's own neighbours, with the former as prior: those found relevant so far among all it has, since
--     the searches found the relevant ones first and say little about the rest.
-- calls = a tenth for a place among the hundred, and a hundredth for each citing work and each new reference.
WITH judged AS (
    SELECT work_id, verdict = 'include' AS relevant FROM screening_decision
), pool AS (
    SELECT r.work_id, w.cited_by_count, length(w.cited_by_count::VARCHAR) - 1 AS digits
    FROM relevant AS r JOIN work AS w USING (work_id)
    WHERE r.stage < $stage AND r.work_id NOT IN (SELECT work_id FROM seed WHERE stage < $stage)
), followed AS (
    SELECT d.strategy AS direction, length(w.cited_by_count::VARCHAR) - 1 AS digits,
        count(*) AS neighbours, count(*) FILTER (j.relevant) AS hits
    FROM discovery AS d JOIN work AS w ON w.work_id = d.via_work_id LEFT JOIN judged AS j ON j.work_id = d.work_id
    WHERE d.strategy IN ('backward', 'forward') AND d.stage < $stage
        AND NOT EXISTS (FROM discovery AS e WHERE e.work_id = d.work_id AND e.stage < d.stage)
    GROUP BY ALL
), edges AS (
    SELECT p.work_id, 'backward' AS direction, x.cited_id AS neighbour FROM pool AS p JOIN citation AS x ON x.citing_id = p.work_id
    UNION
    SELECT p.work_id, 'forward', x.citing_id FROM pool AS p JOIN citation AS x ON x.cited_id = p.work_id
), known AS (
    SELECT e.work_id, e.direction, count(*) AS neighbours, count(w.work_id) AS met, count(*) FILTER (j.relevant) AS hits
    FROM edges AS e LEFT JOIN work AS w ON w.work_id = e.neighbour LEFT JOIN judged AS j ON j.work_id = e.neighbour
    GROUP BY e.work_id, e.direction
), sides AS (
    SELECT p.work_id, p.digits, s.direction, s.prior, coalesce(k.hits, 0) AS hits,
        -- The catalogue may count fewer citations than are known.
        greatest(coalesce(k.neighbours, 0), CASE s.direction WHEN 'forward' THEN p.cited_by_count ELSE 0 END) AS neighbours,
        CASE s.direction WHEN 'forward' THEN coalesce(k.neighbours, 0) ELSE coalesce(k.met, 0) END AS met
    FROM pool AS p
    CROSS JOIN LATERAL (VALUES ('backward', 0.05), ('forward', 0.2 / sqrt(pow(10, p.digits)))) AS s (direction, prior)
    LEFT JOIN known AS k ON k.work_id = p.work_id AND k.direction = s.direction
), yields AS (
    SELECT s.*,
        (s.hits + 20 * (coalesce(f.hits, 0) + 20 * s.prior) / (coalesce(f.neighbours, 0) + 20)) / (s.neighbours + 20) AS yield
    FROM sides AS s LEFT JOIN followed AS f USING (direction, digits)
), worth AS (
    SELECT work_id,
        sum((neighbours - met) * yield) AS expected,
        0.1 + sum(CASE direction WHEN 'forward' THEN neighbours ELSE neighbours - met END) / 100 AS calls
    FROM yields GROUP BY work_id
)
SELECT work_id, row_number() OVER (ORDER BY round(expected / calls, 9) DESC, work_id)::INTEGER AS rank FROM worth
ORDER BY rank LIMIT least($most, 100)
