-- Seeds of a stage in order of rank, with the references their record states, which of these are known, and whether they
-- were followed already. A reference that a seed of an earlier group led to without a record of it coming back leads
-- nowhere: it is left out, so that nobody asks for it again. $fetched are works about to be stored: known as well. Citers
-- are those that a second index states, since the catalogue's own are asked for.
WITH met AS (
    SELECT work_id FROM work UNION SELECT unnest($fetched::VARCHAR[])
), absent AS (
    SELECT DISTINCT x.cited_id FROM snowball AS b JOIN citation AS x ON x.citing_id = b.work_id
    WHERE b.direction = 'backward' AND x.cited_id NOT IN (SELECT work_id FROM met)
)
SELECT s.work_id,
    coalesce(list(x.cited_id ORDER BY x.cited_id) FILTER (x.cited_id IS NOT NULL AND a.cited_id IS NULL), []) AS "references",
    coalesce(list(w.work_id ORDER BY w.work_id) FILTER (w.work_id IS NOT NULL), []) AS known,
    coalesce((
        SELECT list(DISTINCT y.citing_id ORDER BY y.citing_id) FROM citation AS y JOIN work AS k ON k.work_id = y.citing_id
        WHERE y.cited_id = s.work_id AND y."source" IN (SELECT "source" FROM citation_lookup)
    ), []) AS citers,
    EXISTS (FROM snowball AS b WHERE b.work_id = s.work_id AND b.direction = $direction) AS followed
FROM seed AS s LEFT JOIN (SELECT DISTINCT citing_id, cited_id FROM citation) AS x ON x.citing_id = s.work_id
LEFT JOIN met AS w ON w.work_id = x.cited_id
LEFT JOIN absent AS a ON a.cited_id = x.cited_id
WHERE s.stage = $stage
GROUP BY s.work_id, s.rank ORDER BY s.rank
