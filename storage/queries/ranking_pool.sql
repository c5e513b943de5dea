-- Works that screening decided on or may decide on up to a stage, with year, citations and references, whether the user named them,
-- whether they wait for a verdict (those an earlier, lower tier did not reach wait again once there is snowballing), and
-- whether nothing at all was decided about them.
SELECT w.work_id, w.title, w.abstract, w.year, w.cited_by_count,
    coalesce((SELECT list(DISTINCT x.cited_id ORDER BY x.cited_id) FROM citation AS x WHERE x.citing_id = w.work_id), []) AS "references",
    EXISTS (FROM discovery AS f WHERE f.work_id = w.work_id AND f.strategy = 'seed') AS named,
    NOT EXISTS (FROM decision AS d WHERE d.work_id = w.work_id AND (d.phase <> 'cutoff' OR $stage = 0)) AS pending,
    NOT EXISTS (FROM decision AS d WHERE d.work_id = w.work_id) AS undecided
FROM work AS w
WHERE EXISTS (FROM discovery AS f WHERE f.work_id = w.work_id AND f.stage <= $stage)
  AND NOT EXISTS (FROM decision AS d WHERE d.work_id = w.work_id AND d.phase IN ('deduplication', 'eligibility'))
ORDER BY w.work_id
