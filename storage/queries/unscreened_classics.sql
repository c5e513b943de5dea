-- Works that three or more corpus works cite, that the catalogue has, and that nobody judged, with a work that cites them.
SELECT m.work_id, m.title, m.cited_by_corpus, min(x.citing_id) AS via_work_id
FROM missed_seminal AS m JOIN citation AS x ON x.cited_id = m.work_id JOIN corpus AS c ON c.work_id = x.citing_id
WHERE m.title IS NOT NULL AND (m.phase IS NULL OR m.phase = 'cutoff')
GROUP BY ALL ORDER BY m.cited_by_corpus DESC, m.work_id
