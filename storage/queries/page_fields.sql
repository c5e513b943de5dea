-- What was extracted of each work and finding, datum by datum, with the words it stands on and whether they are the finding's own.
SELECT e.citekey, e.finding_id, e.result, e.field, e.value, e.quote, e.page, q.source, e.quote_id IS NOT DISTINCT FROM f.quote_id AS is_own
FROM evidence_field AS e JOIN quote AS q USING (quote_id) LEFT JOIN finding AS f ON f.finding_id = e.finding_id
WHERE e.citekey IS NOT NULL
ORDER BY e.citekey, e.finding_id, e.result, (SELECT min(x.position) FROM extraction AS x WHERE x.work_id = e.work_id AND x.field = e.field), e.field
