-- Works on which people differ or are all unsure, those that a person has not judged first.
SELECT work_id, work_id IN (SELECT work_id FROM standing_verdict WHERE screener = $screener) AS is_party
FROM joint_screening JOIN screenable USING (work_id) WHERE state = 'conflict' ORDER BY is_party, work_id
