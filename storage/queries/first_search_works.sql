-- Works of the first search that no rule excluded.
SELECT w.* FROM work AS w
WHERE EXISTS (FROM discovery AS f WHERE f.work_id = w.work_id AND f.stage = 0)
  AND NOT EXISTS (FROM decision AS d WHERE d.work_id = w.work_id AND d.phase IN ('deduplication', 'eligibility'))
ORDER BY w.work_id
