-- Which works of the corpus cite which others of it.
SELECT DISTINCT x.citing_id, x.cited_id
FROM citation AS x JOIN corpus AS a ON a.work_id = x.citing_id JOIN corpus AS b ON b.work_id = x.cited_id
WHERE x.citing_id <> x.cited_id ORDER BY ALL
