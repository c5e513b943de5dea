-- How given works came in: from the search or the named work at the beginning, over each work that led to the next.
WITH RECURSIVE path AS (
    SELECT work_id, stage, strategy, via_work_id, query_id, 0 AS step FROM first_discovery WHERE list_contains($works, work_id)
    UNION ALL
    SELECT f.work_id, f.stage, f.strategy, f.via_work_id, f.query_id, p.step + 1
    FROM path AS p JOIN first_discovery AS f ON f.work_id = p.via_work_id
    WHERE f.stage < p.stage
)
SELECT p.stage, p.strategy, q.framing AS query, p.work_id, w.title
FROM path AS p JOIN work AS w USING (work_id) LEFT JOIN search_query AS q USING (query_id)
ORDER BY p.step DESC, p.work_id
