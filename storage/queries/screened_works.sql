-- Every work found but duplicates, with abstract and verdict, for other screening tools; best score first.
SELECT w.work_id, w.title, list_transform(coalesce(w.authors, []), lambda author: author.name) AS authors, w."year", w.type,
    w.venue, w.volume, w.issue, w.pages, w.publisher, w.isbn, w.language, w.doi, w.abstract, a.verdict,
    s.method = 'human' AS by_person, s.reason
FROM first_discovery AS f JOIN work AS w USING (work_id) LEFT JOIN current_decision AS d USING (work_id)
LEFT JOIN screening_decision AS s USING (work_id) LEFT JOIN assessment AS a USING (work_id)
WHERE d.phase IS DISTINCT FROM 'deduplication'
ORDER BY coalesce(s.score, d.score) DESC NULLS LAST, w.work_id
