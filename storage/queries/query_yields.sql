-- Keyword queries with how many works each was the first to find, alone or with others of its stage, and how many of
-- these are included.
WITH first_found AS (
    SELECT work_id, min(stage) AS stage FROM discovery GROUP BY work_id
)
SELECT q.query_id, q.framing, q.text, min(d.stage)::INTEGER AS stage, q.hits, q.retrieved,
    count(f.work_id)::INTEGER AS found, count(r.work_id)::INTEGER AS included
FROM search_query AS q JOIN discovery AS d USING (query_id)
LEFT JOIN first_found AS f ON f.work_id = d.work_id AND f.stage = d.stage
LEFT JOIN relevant AS r ON r.work_id = f.work_id
WHERE q.strategy = 'keyword'
GROUP BY ALL ORDER BY stage, q.framing, q.text, q.query_id
