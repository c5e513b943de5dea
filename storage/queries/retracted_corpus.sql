-- Retracted works of the corpus that no person put there, with how often each was decided on.
SELECT c.work_id, c.score, r.date, r.sources, r.notice_doi,
    (SELECT count(*) FROM decision AS e WHERE e.work_id = c.work_id)::INTEGER AS decisions
FROM corpus AS c JOIN retracted_work AS r ON r.work_id = c.work_id JOIN current_decision AS d ON d.work_id = c.work_id
WHERE d.method <> 'human'
ORDER BY c.work_id
