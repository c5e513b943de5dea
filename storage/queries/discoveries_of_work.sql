-- Every way in which given works were found, with the wording of the query or the work that led there and who says so.
SELECT d.stage, d.strategy, q.framing AS query, d.rank, d.via_work_id, array_to_string(s.sources, ', ') AS stated_by
FROM discovery AS d LEFT JOIN search_query AS q USING (query_id) LEFT JOIN discovery_source AS s USING (discovery_id)
WHERE list_contains($works, d.work_id)
ORDER BY d.stage, d.strategy, d.rank, d.discovery_id
