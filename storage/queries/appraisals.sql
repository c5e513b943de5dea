-- Works of the review that were appraised to the end, one judgement a row, in the order of tools, works and reviewers.
SELECT d.tool, c.citekey, c.work_id, a.reviewer, a.domain, a.judgement, a.reason
FROM appraised_work AS d JOIN current_appraisal AS a USING (work_id, tool, reviewer) JOIN corpus AS c USING (work_id)
WHERE c.citekey IS NOT NULL
ORDER BY d.tool, c."year", c.citekey, a.reviewer, a.domain
