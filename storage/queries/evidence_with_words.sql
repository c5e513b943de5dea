-- Results of works with their quotes: those of a work ('' for all) that have all the words (in lower case) in what is
-- stated, quoted or extracted.
SELECT e.* EXCLUDE (quote_id), q.text AS quote, q.page
FROM evidence AS e LEFT JOIN quote AS q USING (quote_id)
WHERE ($citekey = '' OR e.citekey = $citekey) AND len(list_filter($words, lambda word: contains(lower(concat_ws(' ',
    e.text, q.text, e.population, e.setting, e.exposure_or_intervention, e.comparator, e.outcome)), word))) = len($words)
ORDER BY e.citekey, e.finding_id, e.result LIMIT $most
