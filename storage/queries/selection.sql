-- Relevant works whose place inside or outside the tier's size differs from the decision in force. Works that cannot be
-- read, and retracted ones, have given their place away. Those without abstract come last, unless full texts are retrieved.
WITH cited AS (
    SELECT x.cited_id AS work_id, count(DISTINCT x.citing_id) AS in_degree FROM citation AS x
    JOIN relevant AS a ON a.work_id = x.citing_id JOIN relevant AS b ON b.work_id = x.cited_id GROUP BY x.cited_id
), merit AS (
    SELECT r.work_id, r.score, coalesce(w.year > v.as_of - 3, false) AS recent, d.method = 'human' AS human, d.verdict,
        w.abstract IS NULL AND v.fulltext = 'never' AS bare,
        coalesce(r.score, 0) + 0.05 * ln(1 + coalesce(c.in_degree, 0)) AS merit
    FROM relevant AS r JOIN work AS w USING (work_id) JOIN current_decision AS d USING (work_id), review AS v
    LEFT JOIN cited AS c ON c.work_id = r.work_id
), placed AS (
    SELECT *, row_number() OVER (ORDER BY human DESC, bare, merit DESC, work_id) AS place,
        row_number() OVER (PARTITION BY recent ORDER BY human DESC, bare, merit DESC, work_id) AS place_among_like
    FROM merit
    WHERE human OR work_id NOT IN (SELECT work_id FROM decision WHERE phase IN ('retrieval', 'retraction') AND verdict = 'exclude')
), ordered AS (
    SELECT *, row_number() OVER (
        ORDER BY human DESC, (recent AND NOT bare AND place_among_like <= $works // 4) DESC, place
    ) AS turn FROM placed
)
SELECT work_id, score, place, turn <= $works AS chosen,
    (SELECT count(*) FROM decision AS e WHERE e.work_id = ordered.work_id)::INTEGER AS decisions
FROM ordered
WHERE NOT human AND (turn <= $works) <> (verdict = 'include')
ORDER BY work_id
