-- Corpus works without an abstract that no service asked has one of either, with what the services said.
WITH lookups AS (
    SELECT work_id, arg_max(status, "at") AS status, arg_max(reason, "at") AS reason FROM abstract_lookup GROUP BY work_id
)
SELECT c.work_id, l.reason FROM corpus AS c JOIN lookups AS l USING (work_id)
WHERE c.abstract IS NULL AND l.status = 'absent'
ORDER BY c.work_id
