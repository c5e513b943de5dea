-- Summaries of the corpus works with their 100-word and ten-to-one texts and the citations they receive from the corpus.
SELECT s.*, short.text AS short, digest.text AS digest, coalesce(m.in_degree, 0) AS in_degree
FROM summary AS s JOIN corpus AS c USING (work_id)
LEFT JOIN document AS short ON short.work_id = s.work_id AND short.level = 1 AND short.source = s.source
LEFT JOIN document AS digest ON digest.work_id = s.work_id AND digest.level = 2 AND digest.source = s.source
LEFT JOIN latest_metric AS m ON m.work_id = s.work_id
ORDER BY s.work_id
