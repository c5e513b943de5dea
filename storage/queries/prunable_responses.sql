-- Answers older than so many days that nothing printed of the corpus rests on: no field, abstract, notice or record.
SELECT r.response_id, length(r.body) AS size
FROM response AS r
ANTI JOIN corpus AS c ON c.response_id = r.response_id
ANTI JOIN (FROM field_source WHERE work_id IN (SELECT work_id FROM corpus)) AS f ON f.response_id = r.response_id
ANTI JOIN imported_record AS i ON i.response_id = r.response_id
ANTI JOIN retraction AS n ON n.response_id = r.response_id
ANTI JOIN (FROM abstract_lookup WHERE work_id IN (SELECT work_id FROM corpus)) AS a ON a.response_id = r.response_id
WHERE r.body <> '' AND r.fetched_at < $before
ORDER BY r.response_id
