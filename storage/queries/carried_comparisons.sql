-- Comparisons of earlier editions whose results are still of the corpus and were not grouped yet for this edition.
SELECT n.edition, c.finding_id, c.result, any_value(c.exposure) AS exposure, any_value(c.outcome) AS outcome,
    any_value(c.source) AS source
FROM comparison AS c CROSS JOIN current_edition AS n
SEMI JOIN evidence AS e ON e.finding_id = c.finding_id AND e.result = c.result
ANTI JOIN comparison AS done ON done.edition = n.edition AND done.finding_id = c.finding_id AND done.result = c.result
WHERE c.outcome <> '' GROUP BY n.edition, c.finding_id, c.result ORDER BY c.finding_id, c.result
