-- Summaries of the corpus works with their 100-word text and the citations they receive from the corpus.
SELECT s.*, d.text AS short, coalesce(m.in_degree, 0) AS in_degree
FROM summary AS s JOIN corpus AS c USING (work_id)
LEFT JOIN document AS d ON d.work_id = s.work_id AND d.level = 1
LEFT JOIN latest_metric AS m ON m.work_id = s.work_id
ORDER BY s.work_id
