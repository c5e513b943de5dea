-- Works on which people differ or are all unsure, those that a person has not judged first.
SELECT j.work_id, w.title, w.abstract, w."year", w.venue, w.doi, list_transform(w.authors, lambda author: author.name) AS authors,
    j.work_id IN (SELECT work_id FROM standing_verdict WHERE screener = $screener) AS is_party
FROM joint_screening AS j JOIN work AS w USING (work_id) JOIN screenable USING (work_id)
WHERE j.state = 'conflict' ORDER BY is_party, j.work_id
