-- What people who screen by name said of a work, in the order they said it, once enough of them have.
SELECT v.screener, v.kind, v.verdict, nullif(concat_ws(' ', n.name, c.kind, c.text), '') AS criterion, v.note, v.blind, coalesce(v.phase, 'title and abstract') AS judged_by, v."at"
FROM screener_verdict AS v LEFT JOIN criterion AS c USING (criterion_id) LEFT JOIN criterion_name AS n USING (criterion_id)
WHERE list_contains($works, v.work_id) AND (v.work_id, coalesce(v.phase, 'screening')) IN (SELECT (work_id, phase) FROM decision WHERE method = 'human')
ORDER BY v.seq
