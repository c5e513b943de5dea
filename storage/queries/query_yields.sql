-- Keyword queries of the stages before one, with how many works each was the first to find, alone or with others of its
-- stage, and how many of these were included before it, or by a person.
WITH first_found AS (
    SELECT work_id, min(stage) AS stage FROM discovery GROUP BY work_id
), included AS (
    SELECT work_id FROM (
        FROM decision WHERE phase = 'screening' AND (coalesce(stage, 0) < $stage OR method = 'human')
        QUALIFY row_number() OVER (PARTITION BY work_id ORDER BY (method = 'human') DESC, seq DESC) = 1
    ) WHERE verdict = 'include'
)
SELECT q.query_id, q.framing, q.text, min(d.stage)::INTEGER AS stage, q.hits, q.retrieved,
    count(f.work_id)::INTEGER AS found, count(r.work_id)::INTEGER AS included
FROM search_query AS q JOIN discovery AS d USING (query_id)
LEFT JOIN first_found AS f ON f.work_id = d.work_id AND f.stage = d.stage
LEFT JOIN included AS r ON r.work_id = f.work_id
WHERE q.strategy = 'keyword' AND d.stage < $stage
GROUP BY ALL ORDER BY stage, q.framing, q.text, q.query_id
