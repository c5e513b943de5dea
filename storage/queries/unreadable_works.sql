-- Corpus works of which there is neither abstract nor full text, nor will be, the least promising first: as many as may
-- give their place to relevant works beyond the tier's size.
WITH lookups AS (
    SELECT work_id, arg_max(status, "at") AS status FROM abstract_lookup GROUP BY work_id
), attempts AS (
    SELECT work_id, bool_or(status = 'unavailable') AS again, arg_max(reason, place) AS reason
    FROM (FROM fulltext_attempt QUALIFY round = max(round) OVER (PARTITION BY work_id)) GROUP BY work_id
), room AS (
    SELECT least(
        $most - (SELECT count(*) FROM decision WHERE phase = 'retrieval' AND verdict = 'exclude'),
        (SELECT count(*) FROM relevant JOIN current_decision AS d USING (work_id)
         WHERE d.verdict = 'exclude' AND d.method <> 'human' AND d.phase NOT IN ('retrieval', 'retraction', 'full text'))
    ) AS places
)
SELECT c.work_id, c.score, a.reason,
    (SELECT count(*) FROM decision AS e WHERE e.work_id = c.work_id)::INTEGER AS decisions
FROM corpus AS c JOIN fulltext AS f ON f.work_id = c.work_id JOIN current_decision AS d ON d.work_id = c.work_id
JOIN attempts AS a ON a.work_id = c.work_id LEFT JOIN lookups AS l ON l.work_id = c.work_id
WHERE f.status = 'title only' AND d.method <> 'human' AND NOT a.again AND l.status IS DISTINCT FROM 'unavailable'
QUALIFY row_number() OVER (ORDER BY c.score NULLS FIRST, c.work_id) <= (SELECT places FROM room)
ORDER BY c.work_id
