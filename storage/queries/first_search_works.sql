-- Works of the first search, and of queries for questions that an amendment of the protocol brought, that no rule excluded.
SELECT w.* FROM work AS w
WHERE EXISTS (FROM discovery AS f WHERE f.work_id = w.work_id AND (f.stage = 0 OR f.query_id IN (
    SELECT query_id FROM search_query WHERE protocol IS NOT NULL)))
  AND NOT EXISTS (FROM decision AS d WHERE d.work_id = w.work_id AND d.phase IN ('deduplication', 'eligibility'))
ORDER BY w.work_id
