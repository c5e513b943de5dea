-- Works that an analyst which only scores judged in the search, by id: its last judgement of each, how many decisions there are
-- on the work, and whether that judgement is in force and leaves the work out.
WITH scored AS (
    SELECT work_id, stage, verdict, score, reason, CAST(features AS VARCHAR) AS features, decided_by, decision_id FROM decision
    WHERE phase = 'screening' AND method = 'ranker' AND score IS NOT NULL
      AND stage IN (SELECT stage FROM search_stage WHERE kind IN ('search', 'snowballing', 'amended search'))
    QUALIFY row_number() OVER (PARTITION BY work_id ORDER BY seq DESC) = 1
)
SELECT s.* EXCLUDE (decision_id, verdict), s.verdict = 'exclude' AND c.decision_id = s.decision_id AS left_out,
    (SELECT count(*) FROM decision AS e WHERE e.work_id = s.work_id)::INTEGER AS decisions
FROM scored AS s JOIN current_decision AS c USING (work_id) ORDER BY s.work_id
