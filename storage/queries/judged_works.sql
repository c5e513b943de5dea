-- Works judged in screening, with whether the decision in force includes each, the best first.
SELECT w.*, s.verdict = 'include' AS included
FROM screening_decision AS s JOIN work AS w USING (work_id) WHERE s.verdict IN ('include', 'exclude')
ORDER BY s.score DESC NULLS LAST, w.work_id
