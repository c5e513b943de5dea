-- The findings of the corpus, those of the readings in force first, and those of earlier readings that a claim rests on.
SELECT c.citekey, f.finding_id, f.kind, f.text, q.text AS quote, q.page, q.source, n.position IS NOT NULL AS is_current
FROM finding AS f JOIN corpus AS c USING (work_id) LEFT JOIN current_finding AS n USING (finding_id)
LEFT JOIN quote AS q ON q.quote_id = f.quote_id
WHERE c.citekey IS NOT NULL AND (n.position IS NOT NULL OR f.finding_id IN (SELECT finding_id FROM claim))
ORDER BY c.citekey, n.position NULLS LAST, f.finding_id
