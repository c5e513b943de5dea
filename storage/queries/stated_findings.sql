-- What was found in the works of the review and where it is cited: every finding in force with the words it rests on, and
-- what was extracted of it (the view evidence, so that a finding has as many rows as results).
WITH cited AS (
    SELECT finding_id, list(DISTINCT s.heading ORDER BY s.heading) AS cited_in
    FROM claim AS c JOIN current_section AS s USING (section_id, version) WHERE finding_id IS NOT NULL GROUP BY finding_id
)
SELECT w.citekey, w.doi, f.kind, f.text AS finding, q.text AS quote, q.page, coalesce(c.cited_in, []) AS cited_in,
    e.* EXCLUDE (finding_id, work_id, citekey, text, quote_id)
FROM current_finding AS f JOIN corpus AS w USING (work_id) LEFT JOIN evidence AS e USING (finding_id)
LEFT JOIN quote AS q ON q.quote_id = f.quote_id LEFT JOIN cited AS c USING (finding_id)
WHERE w.citekey IS NOT NULL ORDER BY w.citekey, f.position, f.finding_id, e.result
