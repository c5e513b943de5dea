-- Results with a measure, and the comparison each belongs to, older works first.
SELECT e.exposure, e.outcome, e.measure, e.citekey AS work, e.n, e.effect, e.ci_low, e.ci_high
FROM compared_result AS e JOIN work AS w ON w.work_id = e.work_id WHERE e.measure IS NOT NULL
ORDER BY w."year", e.citekey, e.finding_id, e.result
