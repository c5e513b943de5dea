-- How each work of the corpus was found: by each strategy the first time, with the query or the work that led to it.
SELECT c.citekey, d.strategy, d.stage, q.framing AS query, v.title AS via, v.citekey AS via_citekey,
    count(*) OVER (PARTITION BY d.work_id, d.strategy) AS times
FROM discovery AS d JOIN corpus AS c USING (work_id)
LEFT JOIN search_query AS q USING (query_id) LEFT JOIN work AS v ON v.work_id = d.via_work_id
WHERE c.citekey IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY d.work_id, d.strategy ORDER BY d.stage, d.rank, d.discovery_id) = 1
ORDER BY c.citekey, d.stage, d.strategy
