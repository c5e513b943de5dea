-- Works that an update found by a query or among those citing the text it starts from, and included: each is followed once,
-- with the references whose records are not known.
SELECT r.work_id, coalesce((
        SELECT list(DISTINCT x.cited_id ORDER BY x.cited_id) FROM citation AS x
        WHERE x.citing_id = r.work_id AND x.cited_id NOT IN (SELECT work_id FROM work)
    ), []) AS "references"
FROM relevant AS r
WHERE r.stage = $stage AND EXISTS (
    FROM discovery AS f WHERE f.work_id = r.work_id AND f.stage = $stage
        AND (f.query_id IS NOT NULL OR f.via_work_id IN (SELECT work_id FROM theme_work WHERE edition = $edition))
) ORDER BY r.work_id
