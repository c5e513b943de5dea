-- Works whose imported verdicts are not on record as decisions yet, unless records differ: the stage of their import,
-- and how often they were decided on.
SELECT m.work_id, max(m.stage) AS stage, any_value(i.label) AS label, list(DISTINCT f.name ORDER BY f.name) AS names,
    (SELECT count(*) FROM decision AS d WHERE d.work_id = m.work_id)::INTEGER AS decisions
FROM imported_record AS i JOIN import_match AS m USING (record_id) JOIN imported_file AS f USING (file_id)
WHERE i.label <> '' AND m.work_id IS NOT NULL
  AND NOT EXISTS (FROM decision AS d WHERE d.work_id = m.work_id AND d.method = 'human' AND d.phase = 'screening')
GROUP BY m.work_id HAVING count(DISTINCT i.label) = 1 ORDER BY m.work_id
