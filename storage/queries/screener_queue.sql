-- Works that a person has yet to judge by name, with how many others have: those that others have judged first, so that each
-- work is soon judged by enough people; then those the analyst left unsure, then those nearest the threshold on either side.
SELECT s.work_id, coalesce(j.judged, 0) AS judged
FROM screenable AS s JOIN analyst_decision AS a USING (work_id) LEFT JOIN joint_screening AS j USING (work_id)
WHERE coalesce(j.state, 'pending') = 'pending' AND j.phase IS NULL
  AND s.work_id NOT IN (SELECT work_id FROM standing_verdict WHERE screener = $screener)
ORDER BY coalesce(j.judged, 0) DESC, a.verdict = 'unsure' DESC, a.score IS NULL DESC, abs(a.score - $threshold), s.work_id
