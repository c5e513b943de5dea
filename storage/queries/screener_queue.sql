-- Works that a person has yet to judge by name: those that others have judged first, so that each work is soon judged by
-- enough people; then those the analyst left unsure, then those nearest the threshold on either side.
SELECT s.work_id, w.title, w.abstract, w."year", w.venue, w.doi, list_transform(w.authors, lambda author: author.name) AS authors
FROM screenable AS s JOIN work AS w USING (work_id) JOIN analyst_decision AS a USING (work_id) LEFT JOIN joint_screening AS j USING (work_id)
WHERE coalesce(j.state, 'pending') = 'pending'
  AND s.work_id NOT IN (SELECT work_id FROM standing_verdict WHERE screener = $screener)
ORDER BY coalesce(j.judged, 0) DESC, a.verdict = 'unsure' DESC, a.score IS NULL DESC, abs(a.score - $threshold), s.work_id
