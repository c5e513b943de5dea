-- The words quoted from given works by the readings in force, in the order of their findings.
SELECT q.page, f.kind, q.text AS words
FROM current_finding AS f JOIN quote AS q USING (quote_id)
WHERE list_contains($works, f.work_id)
ORDER BY f.position
