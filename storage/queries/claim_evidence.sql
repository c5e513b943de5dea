-- Every claim of the current sections with the quote it rests on, and what is missing between the two; what a person
-- wrote rests on none, and only has to cite works of the corpus.
SELECT c.section_id, s.heading, c.sentence, c.citekey, q.quote_id, c.said_by = 'human' IS TRUE AS is_persons,
    CASE WHEN w.work_id IS NULL THEN 'no work of the corpus has this citekey'
         WHEN c.said_by = 'human' AND c.finding_id IS NULL THEN NULL
         WHEN f.finding_id IS NULL THEN 'no finding is given'
         WHEN f.work_id <> w.work_id THEN 'the finding is of another work'
         WHEN q.quote_id IS NULL THEN 'the finding has no quote'
         WHEN q.work_id <> w.work_id THEN 'the quote is of another work' END AS fault
FROM claim AS c
JOIN current_section AS s USING (section_id, version)
LEFT JOIN corpus AS w ON w.citekey = c.citekey
LEFT JOIN finding AS f ON f.finding_id = c.finding_id
LEFT JOIN quote AS q ON q.quote_id = f.quote_id
ORDER BY s.position, c.section_id, c.sentence, c.citekey
