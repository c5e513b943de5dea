-- Relevant works whose place inside or outside the tier's size differs from the decision in force. Works that cannot be
-- read, retracted ones, and those that their full text rules out have given their place away. Those without abstract come last, unless full texts are retrieved.
-- Works that only updates found have places of their own; a preprint whose published version took its
-- place still holds it, so that nobody moves up for it.
--
-- Half of the places are first shared out equally among the facets of the topic that have a share and the works that the user named, a facet's to the
-- best works about it, a named work's to the best that it led to, cites or is cited by, and at most twice as many as its share among
-- the relevant works would give it. What fewer than three works are about, or more
-- than two thirds, does not distinguish works.
WITH superseded AS (
    SELECT work_id FROM work_version WHERE relation = 'published since'
), late AS (
    SELECT work_id FROM discovery LEFT JOIN search_stage USING (stage) GROUP BY work_id
    HAVING bool_or('update' IN (strategy, kind)) AND bool_and(strategy IN ('update', 'expansion') OR kind IS NOT DISTINCT FROM 'update')
), held AS (
    SELECT work_id, score FROM screening_decision
    WHERE (verdict = 'include' OR work_id IN (FROM superseded)) AND work_id NOT IN (FROM late)
), cited AS (
    SELECT x.cited_id AS work_id, count(DISTINCT x.citing_id) AS in_degree FROM citation AS x
    JOIN held AS a ON a.work_id = x.citing_id JOIN held AS b ON b.work_id = x.cited_id GROUP BY x.cited_id
), merit AS (
    SELECT r.work_id, r.score, coalesce(w.year > v.as_of - 3, false) AS recent, d.method = 'human' AS human, d.verdict,
        w.abstract IS NULL AND v.fulltext = 'never' AS bare, coalesce(c.in_degree, 0)::INTEGER AS cited,
        coalesce(r.score, 0) + 0.05 * ln(1 + coalesce(c.in_degree, 0)) AS merit
    FROM held AS r JOIN work AS w USING (work_id) JOIN current_decision AS d USING (work_id), review AS v
    LEFT JOIN cited AS c ON c.work_id = r.work_id
    -- What an expansion brings in stands on top of the tier's size and takes nobody's place.
    WHERE d.verdict <> 'include' OR d.phase NOT IN ('expansion', 'expansion screening')
), placed AS (
    SELECT *, row_number() OVER (ORDER BY human DESC, bare, merit DESC, work_id) AS place,
        row_number() OVER (PARTITION BY recent ORDER BY human DESC, bare, merit DESC, work_id) AS place_among_like
    FROM merit
    -- What people ruled out by its text gives its place away too.
    WHERE (human AND verdict = 'include') OR work_id NOT IN (
        SELECT work_id FROM decision WHERE phase IN ('retrieval', 'retraction') AND verdict = 'exclude'
        UNION SELECT work_id FROM decision WHERE phase = 'full text' GROUP BY work_id HAVING arg_max(verdict, seq) = 'exclude'
    )
), named AS (
    SELECT work_id FROM screening_decision WHERE decided_by = 'user' AND verdict = 'include'
), about AS (
    SELECT facet AS shelf, work_id FROM facet_work JOIN facet USING (facet) WHERE shares
    UNION SELECT n.work_id, d.work_id FROM discovery AS d JOIN named AS n ON n.work_id = d.via_work_id
    UNION SELECT n.work_id, x.citing_id FROM citation AS x JOIN named AS n ON n.work_id = x.cited_id
    UNION SELECT n.work_id, x.cited_id FROM citation AS x JOIN named AS n ON n.work_id = x.citing_id
), shelf AS (
    SELECT shelf, ceil(2 * $works * count(*) / (SELECT count(*) FROM placed)) AS most FROM about JOIN placed USING (work_id)
    GROUP BY shelf HAVING count(*) >= 3 AND 3 * count(*) <= 2 * (SELECT count(*) FROM placed)
), shelved AS (
    SELECT a.work_id, a.shelf, s.most, row_number() OVER (PARTITION BY a.shelf ORDER BY p.place) AS place_on_shelf
    FROM about AS a JOIN shelf AS s USING (shelf) JOIN placed AS p USING (work_id) WHERE NOT p.bare
), kept AS (
    SELECT work_id, arg_min(shelf, (place_on_shelf, shelf)) AS shelf FROM shelved
    WHERE place_on_shelf <= least(most, $works // greatest(1, 2 * (SELECT count(*) FROM shelf))) GROUP BY work_id
), ordered AS (
    SELECT p.*, k.shelf, row_number() OVER (
        ORDER BY human DESC, (k.shelf IS NOT NULL OR (recent AND NOT bare AND place_among_like <= $works // 4)) DESC, place
    ) AS turn FROM placed AS p LEFT JOIN kept AS k USING (work_id)
)
SELECT work_id, score, place, turn <= $works AS chosen, shelf, bare, cited,
    (SELECT count(*) FROM decision AS e WHERE e.work_id = ordered.work_id)::INTEGER AS decisions
FROM ordered
WHERE NOT human AND (turn <= $works) <> (verdict = 'include') AND work_id NOT IN (FROM superseded)
ORDER BY work_id
