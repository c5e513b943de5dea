-- The sentences of the review that cite given works, with the headings they stand under.
SELECT s.heading, c.sentence
FROM claim AS c JOIN current_section AS s USING (section_id, version) JOIN work AS w USING (citekey)
WHERE list_contains($works, w.work_id)
ORDER BY s.position, c.sentence
