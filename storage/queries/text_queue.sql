-- Works that a person has yet to judge by their full text, with how many others have: works whose text is stored and that are in the
-- review, or that the analyst ruled out by their text; those that others have judged first.
WITH stored AS (
    SELECT DISTINCT work_id FROM document WHERE level = 0 AND page > 0 AND source = 'full text'
)
SELECT s.work_id, CASE WHEN j.phase IS NOT NULL THEN j.judged ELSE 0 END AS judged
FROM screenable AS s JOIN stored USING (work_id) JOIN analyst_decision USING (work_id) JOIN current_decision AS d ON d.work_id = s.work_id
LEFT JOIN joint_screening AS j ON j.work_id = s.work_id
WHERE CASE WHEN j.phase IS NOT NULL THEN j.state = 'pending' ELSE d.verdict = 'include' OR (d.phase = 'full text' AND d.method <> 'human') END
  AND s.work_id NOT IN (SELECT work_id FROM standing_verdict WHERE screener = $screener AND phase IS NOT NULL)
ORDER BY judged DESC, s.work_id
