-- Works to audit: of the unscreened but those named, in an order by hash that knows nothing of the works but their ids.
SELECT DISTINCT d.work_id FROM discovery AS d
WHERE d.strategy <> 'expansion' AND d.work_id NOT IN (SELECT work_id FROM decision WHERE phase <> 'cutoff')
    AND NOT list_contains($ranked::VARCHAR[], d.work_id)
ORDER BY sha256($salt || ':' || d.work_id), d.work_id LIMIT $size
