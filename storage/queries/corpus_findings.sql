-- Findings of the corpus works with their quotes, in the order of each summary.
SELECT f.work_id, f.kind, f.text, q.page, q.char_start, q.char_end, q.text AS quote_text, q.source AS quote_source
FROM current_finding AS f JOIN quote AS q USING (quote_id) JOIN corpus AS c ON c.work_id = f.work_id
ORDER BY f.work_id, f.position
