-- Works that an expansion found and has not judged, of which nothing stands in the way: not in the corpus, no repeat, not
-- ruled out, not left for want of a text or a retraction, and not decided on by a person.
SELECT w.work_id, w.title, w.abstract, w.year, w.cited_by_count,
    coalesce((SELECT list(DISTINCT x.cited_id ORDER BY x.cited_id) FROM citation AS x WHERE x.citing_id = w.work_id), []) AS "references"
FROM work AS w
WHERE w.work_id IN (SELECT work_id FROM discovery WHERE strategy = 'expansion' AND stage = $stage)
  AND w.work_id NOT IN (SELECT work_id FROM corpus)
  AND NOT EXISTS (
    FROM decision AS d WHERE d.work_id = w.work_id AND (
        d.method = 'human' OR d.phase IN ('deduplication', 'eligibility', 'retrieval', 'retraction', 'full text')
        OR (d.phase IN ('expansion screening', 'expansion') AND d.stage = $stage)
    )
  )
ORDER BY w.work_id
