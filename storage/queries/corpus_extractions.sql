-- Data of the corpus works and of their findings with the words they stand on, in the order of each summary.
SELECT e.work_id, e.finding_id, e.result, e.field, e.value, e.source, q.page, q.char_start, q.char_end, q.text AS quote_text,
    q.source AS quote_source
FROM current_extraction AS e JOIN quote AS q USING (quote_id) JOIN corpus AS c ON c.work_id = e.work_id
ORDER BY e.work_id, e.position
