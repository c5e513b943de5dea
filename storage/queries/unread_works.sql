-- Corpus works without a reading, or read with fewer pages of the full text than are stored now, with that number.
WITH stored AS (
    SELECT work_id, count(*) AS pages FROM document WHERE level = 0 AND page > 0 AND source = 'full text' GROUP BY work_id
)
SELECT c.* FROM corpus AS c
LEFT JOIN current_reading AS r ON r.work_id = c.work_id
LEFT JOIN stored AS s ON s.work_id = c.work_id
WHERE r.work_id IS NULL OR coalesce(s.pages, 0) > r.pages
ORDER BY c.work_id
