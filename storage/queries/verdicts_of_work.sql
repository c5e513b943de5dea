-- What people who screen by name said of a work, in the order they said it, once enough of them have.
SELECT v.screener, v.kind, v.verdict, c.kind || ' ' || c.text AS criterion, v.note, v.blind, v."at"
FROM screener_verdict AS v LEFT JOIN criterion AS c USING (criterion_id)
WHERE list_contains($works, v.work_id) AND v.work_id IN (SELECT work_id FROM decision WHERE method = 'human')
ORDER BY v.seq
