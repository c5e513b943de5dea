-- Relevant works whose place inside or outside the tier's size differs from the decision in force. Works that cannot be
-- read, and retracted ones, have given their place away. Those without abstract come last, unless full texts are retrieved.
-- Works that only updates found have places of their own; a preprint whose published version took its
-- place still holds it, so that nobody moves up for it.
WITH superseded AS (
    SELECT work_id FROM work_version WHERE relation = 'published since'
), late AS (
    SELECT work_id FROM discovery GROUP BY work_id
    HAVING bool_or(strategy = 'update') AND bool_and(strategy IN ('update', 'expansion'))
), held AS (
    SELECT work_id, score FROM screening_decision
    WHERE (verdict = 'include' OR work_id IN (FROM superseded)) AND work_id NOT IN (FROM late)
), cited AS (
    SELECT x.cited_id AS work_id, count(DISTINCT x.citing_id) AS in_degree FROM citation AS x
    JOIN held AS a ON a.work_id = x.citing_id JOIN held AS b ON b.work_id = x.cited_id GROUP BY x.cited_id
), merit AS (
    SELECT r.work_id, r.score, coalesce(w.year > v.as_of - 3, false) AS recent, d.method = 'human' AS human, d.verdict,
        w.abstract IS NULL AND v.fulltext = 'never' AS bare,
        coalesce(r.score, 0) + 0.05 * ln(1 + coalesce(c.in_degree, 0)) AS merit
    FROM held AS r JOIN work AS w USING (work_id) JOIN current_decision AS d USING (work_id), review AS v
    LEFT JOIN cited AS c ON c.work_id = r.work_id
    -- What an expansion brings in stands on top of the tier's size and takes nobody's place.
    WHERE d.verdict <> 'include' OR d.phase NOT IN ('expansion', 'expansion screening')
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
WHERE NOT human AND (turn <= $works) <> (verdict = 'include') AND work_id NOT IN (FROM superseded)
ORDER BY work_id
