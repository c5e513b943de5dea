-- Relevant works whose place inside or outside the tier's size differs from the decision in force. Works that cannot be
-- read, retracted ones, and those that their full text rules out have given their place away. Those without abstract come last, unless full texts are retrieved.
-- Works that only updates found have places of their own; a preprint whose published version took its
-- place still holds it, so that nobody moves up for it.
--
-- Half of the places are first shared out equally among the facets of the topic that have a share and the works that the user named, a facet's to
-- the best works about it, a named work's to the best that it led to, cites or is cited by, and at most twice as many as its share among the
-- relevant works would give it; but 15% of all places go to a facet at least, or to all works about it. On its shelf a work that names the facet in
-- its title is worth 0.05 of score more. What fewer than three works are about, or more than two thirds, does not distinguish works.
--
-- A quarter goes to the last three years, counted from the newest relevant work, and where any facet has a share only to works about a facet. A
-- work of a score of 0.95 and more about a facet that distinguishes works does not lose its place to them.
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
), competing AS (
    SELECT r.work_id, r.score, d.method = 'human' AS human, d.verdict FROM held AS r JOIN current_decision AS d USING (work_id)
    -- What an expansion brings in stands on top of the tier's size and takes nobody's place.
    WHERE d.verdict <> 'include' OR d.phase NOT IN ('expansion', 'expansion screening')
), newest AS (
    SELECT least(max(v.as_of), max(w.year)) AS "year" FROM competing JOIN work AS w USING (work_id), review AS v
), sharing AS (
    SELECT facet AS shelf, work_id, coalesce(in_title, false) AS in_title FROM facet_work JOIN facet USING (facet)
    WHERE shares AND work_id IN (SELECT work_id FROM competing)
), apt AS (
    SELECT work_id FROM competing WHERE work_id IN (SELECT work_id FROM facet_work) OR NOT EXISTS (FROM sharing)
), merit AS (
    SELECT r.work_id, r.score, coalesce(w.year > n.year - 3 AND r.work_id IN (FROM apt), false) AS recent,
        r.human, r.verdict, w.abstract IS NULL AND v.fulltext = 'never' AS bare, coalesce(c.in_degree, 0)::INTEGER AS cited,
        coalesce(r.score, 0) + 0.05 * ln(1 + coalesce(c.in_degree, 0)) AS merit
    FROM competing AS r JOIN work AS w USING (work_id), review AS v, newest AS n
    LEFT JOIN cited AS c ON c.work_id = r.work_id
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
    SELECT shelf, work_id, true AS of_topic, in_title FROM sharing
    UNION SELECT n.work_id, d.work_id, false, false FROM discovery AS d JOIN named AS n ON n.work_id = d.via_work_id
    UNION SELECT n.work_id, x.citing_id, false, false FROM citation AS x JOIN named AS n ON n.work_id = x.cited_id
    UNION SELECT n.work_id, x.cited_id, false, false FROM citation AS x JOIN named AS n ON n.work_id = x.citing_id
), shelf AS (
    SELECT shelf, of_topic, ceil(2 * $works * count(*) / (SELECT count(*) FROM placed)) AS most FROM about JOIN placed USING (work_id)
    GROUP BY shelf, of_topic HAVING count(*) >= 3 AND 3 * count(*) <= 2 * (SELECT count(*) FROM placed)
), shelf_size AS (
    SELECT shelf, greatest(
        least(most, $works // (2 * count(*) OVER ())),
        CASE WHEN of_topic THEN least(ceil(0.15 * $works), $works // count(*) OVER (PARTITION BY of_topic)) ELSE 0 END
    ) AS size FROM shelf
), shelved AS (
    SELECT a.work_id, a.shelf, s.size, row_number() OVER (PARTITION BY a.shelf ORDER BY human DESC, merit + CASE WHEN a.in_title THEN 0.05 ELSE 0 END DESC, p.place) AS place_on_shelf
    FROM about AS a JOIN shelf_size AS s USING (shelf) JOIN placed AS p USING (work_id) WHERE NOT p.bare
), kept AS (
    SELECT work_id, arg_min(shelf, (place_on_shelf, shelf)) AS shelf FROM shelved WHERE place_on_shelf <= size GROUP BY work_id
), ranked AS (
    SELECT p.*, k.shelf, NOT bare AND recent AND place_among_like <= $works // 4 AS of_late,
        coalesce(score >= 0.95 AND work_id IN (SELECT a.work_id FROM about AS a JOIN shelf AS s USING (shelf) WHERE s.of_topic), false) AS outstanding
    FROM placed AS p LEFT JOIN kept AS k USING (work_id)
), ordered AS (
    SELECT *, row_number() OVER (
        ORDER BY human DESC, CASE
            WHEN shelf IS NOT NULL OR (of_late AND outstanding) THEN 0
            WHEN outstanding AND place <= $works THEN 1
            WHEN of_late THEN 2
            ELSE 3
        END, place
    ) AS turn FROM ranked
)
SELECT work_id, score, place, turn <= $works AS chosen, shelf, bare, cited,
    (SELECT count(*) FROM decision AS e WHERE e.work_id = ordered.work_id)::INTEGER AS decisions
FROM ordered
WHERE NOT human AND (turn <= $works) <> (verdict = 'include') AND work_id NOT IN (FROM superseded)
ORDER BY work_id
