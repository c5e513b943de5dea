-- Works judged in screening before a stage, or by a person at any time, with whether the decision in force includes each,
-- the best first. What the stage itself has judged is left out, so that a stage gone on with starts from what it did.
WITH judged AS (
    FROM decision WHERE phase = 'screening' AND (coalesce(stage, 0) < $stage OR method = 'human')
    QUALIFY row_number() OVER (PARTITION BY work_id ORDER BY (method = 'human') DESC, seq DESC) = 1
)
SELECT w.*, s.verdict = 'include' AS included
FROM judged AS s JOIN work AS w USING (work_id) WHERE s.verdict IN ('include', 'exclude')
ORDER BY s.score DESC NULLS LAST, w.work_id
