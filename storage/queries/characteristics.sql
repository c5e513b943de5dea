-- What each work of the corpus studied, one work a row, and who extracted anything of it.
SELECT c.citekey, c."year",
    any_value(e.value) FILTER (e.finding_id = '' AND e.field = 'design') AS design,
    any_value(e.value) FILTER (e.finding_id = '' AND e.field = 'population') AS population,
    TRY_CAST(any_value(e.value) FILTER (e.finding_id = '' AND e.field = 'n') AS BIGINT) AS n,
    any_value(q.text) FILTER (e.finding_id = '' AND e.field = 'n') AS n_words,
    any_value(e.value) FILTER (e.finding_id = '' AND e.field = 'setting') AS setting,
    any_value(e.value) FILTER (e.finding_id = '' AND e.field = 'follow_up') AS follow_up,
    (SELECT r.extract FROM review AS r) AS items,
    list({field: e.field, value: e.value} ORDER BY e.position, e.field) FILTER (e.finding_id = '') AS study,
    list(DISTINCT e.source ORDER BY e.source) FILTER (e.source IS NOT NULL) AS extracted_by
FROM corpus AS c LEFT JOIN current_extraction AS e ON e.work_id = c.work_id
LEFT JOIN quote AS q ON q.quote_id = e.quote_id
WHERE c.citekey IS NOT NULL
GROUP BY c.citekey, c."year" ORDER BY c."year", c.citekey
