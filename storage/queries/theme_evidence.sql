-- Results of the findings of each theme's works of which something was extracted, with their numbers as extracted and
-- the words that these stand on, theme by theme.
SELECT t.label AS theme, c.citekey, f.text AS finding, e.result,
    any_value(e.value) FILTER (e.field = 'exposure_or_intervention') AS exposure,
    any_value(e.value) FILTER (e.field = 'outcome') AS outcome,
    any_value(e.value) FILTER (e.field = 'direction') AS direction,
    any_value(e.value) FILTER (e.field = 'measure') AS measure,
    any_value(e.value) FILTER (e.field = 'effect') AS effect,
    any_value(e.value) FILTER (e.field = 'ci_low') AS ci_low,
    any_value(e.value) FILTER (e.field = 'ci_high') AS ci_high,
    any_value(e.value) FILTER (e.field = 'p') AS p,
    coalesce(any_value(q.text) FILTER (e.field = 'effect'), any_value(q.text) FILTER (e.field = 'p')) AS words
FROM current_theme AS t JOIN theme_work AS m USING (edition, theme_id) JOIN corpus AS c ON c.work_id = m.work_id
JOIN current_finding AS f ON f.work_id = c.work_id AND f.kind = 'finding'
JOIN current_extraction AS e ON e.work_id = f.work_id AND e.finding_id = f.finding_id
LEFT JOIN quote AS q ON q.quote_id = e.quote_id
GROUP BY t.position, t.theme_id, t.label, m.position, c.citekey, f.position, f.finding_id, f.text, e.result
ORDER BY t.position, t.theme_id, m.position, c.citekey, f.position, e.result
