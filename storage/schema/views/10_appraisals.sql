-- What people say of the quality of the works as it stands, and where they differ.

CREATE VIEW current_appraisal AS
SELECT work_id, tool, domain, judgement, reason, reviewer, "at" FROM appraisal
QUALIFY row_number() OVER (PARTITION BY work_id, tool, domain, reviewer ORDER BY "at" DESC) = 1;
COMMENT ON VIEW current_appraisal IS 'Judgements in force: the newest of each work, tool, domain and reviewer';

CREATE VIEW appraised_work AS
SELECT a.work_id, c.citekey, a.tool, a.reviewer, a.judgement AS overall, a."at"
FROM current_appraisal AS a JOIN corpus AS c USING (work_id) WHERE a.domain = 'Overall';
COMMENT ON VIEW appraised_work IS 'Works of the review that were appraised to the end: who did it, with which tool, and what they say on the whole';
COMMENT ON COLUMN appraised_work.overall IS 'Judgement on the whole, given by the reviewer and not computed';

CREATE VIEW appraisal_disagreement AS
SELECT a.work_id, c.citekey, a.tool, a.domain, a.judgement, a.reviewer, b.judgement AS other_judgement, b.reviewer AS other_reviewer
FROM current_appraisal AS a JOIN current_appraisal AS b USING (work_id, tool, domain) JOIN corpus AS c USING (work_id)
WHERE a.reviewer < b.reviewer AND a.judgement <> b.judgement;
COMMENT ON VIEW appraisal_disagreement IS 'Where two reviewers judge a domain of a work of the review differently';
COMMENT ON COLUMN appraisal_disagreement.other_judgement IS 'What the other reviewer says';
COMMENT ON COLUMN appraisal_disagreement.other_reviewer IS 'The other reviewer';
