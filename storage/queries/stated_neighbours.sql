-- Works that nothing led to before, and that second indexes, asked in a stage, state to be cited by a work asked about, or from
-- $since on to cite one; each through the first by id.
SELECT n.work_id, min(n.via_work_id) AS via_work_id FROM (
    SELECT x.cited_id AS work_id, x.citing_id AS via_work_id
    FROM citation AS x JOIN citation_lookup AS l ON l.work_id = x.citing_id AND l."source" = x."source"
    WHERE l.stage = $stage AND x.cited_id IN (SELECT work_id FROM work)
    UNION ALL
    SELECT x.citing_id, x.cited_id
    FROM citation AS x JOIN citation_lookup AS l ON l.work_id = x.cited_id AND l."source" = x."source"
    JOIN work AS w ON w.work_id = x.citing_id
    WHERE l.stage = $stage AND w."year" >= $since
) AS n
WHERE n.work_id NOT IN (SELECT work_id FROM discovery)
GROUP BY n.work_id ORDER BY n.work_id
