-- Seeds of an expansion in order of rank, with the references their record states and which of these are known, and the
-- citers that a second index states, since the catalogue's own are asked for.
SELECT s.work_id, coalesce(list(x.cited_id ORDER BY x.cited_id) FILTER (x.cited_id IS NOT NULL), []) AS "references",
    coalesce(list(w.work_id ORDER BY w.work_id) FILTER (w.work_id IS NOT NULL), []) AS known,
    coalesce((
        SELECT list(DISTINCT y.citing_id ORDER BY y.citing_id) FROM citation AS y JOIN work AS k ON k.work_id = y.citing_id
        WHERE y.cited_id = s.work_id AND y."source" IN (SELECT "source" FROM citation_lookup)
    ), []) AS citers
FROM seed AS s LEFT JOIN (SELECT DISTINCT citing_id, cited_id FROM citation) AS x ON x.citing_id = s.work_id LEFT JOIN work AS w ON w.work_id = x.cited_id
WHERE s.stage = $stage
GROUP BY s.work_id, s.rank ORDER BY s.rank
