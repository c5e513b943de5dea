-- Works whose imported verdicts are not on record as decisions yet, unless records differ: the stage of their import,
-- how often they were decided on, who gave the verdict, the reasons of an exclusion, and the criterion that these name, by its
-- code in the protocol or by its words, if it is one.
WITH reason AS (
    SELECT record_id, unnest(reasons) AS reason FROM imported_record
), coded AS (
    SELECT m.work_id, any_value(c.criterion_id) AS criterion_id
    FROM reason AS r JOIN import_match AS m USING (record_id) JOIN screening_criterion AS c ON true
    LEFT JOIN criterion_name AS n USING (criterion_id)
    WHERE lower(r.reason) IN (lower(n.name), lower(c.text), lower(c.kind || ' ' || c.text), lower(split_part(c.text, ': ', 2)))
       OR starts_with(lower(r.reason), lower(n.name) || ' ')
    GROUP BY m.work_id HAVING count(DISTINCT c.criterion_id) = 1
)
SELECT m.work_id, max(m.stage) AS stage, any_value(i.label) AS label, list(DISTINCT f.name ORDER BY f.name) AS names,
    (SELECT count(*) FROM decision AS d WHERE d.work_id = m.work_id)::INTEGER AS decisions,
    coalesce((SELECT list(DISTINCT o.screener ORDER BY o.screener) FROM imported_opinion AS o JOIN import_match AS p USING (record_id)
        WHERE p.work_id = m.work_id AND o.verdict = any_value(i.label)), []) AS people,
    coalesce((SELECT list(DISTINCT r.reason ORDER BY r.reason) FROM reason AS r JOIN import_match AS p USING (record_id)
        WHERE p.work_id = m.work_id), []) AS reasons,
    (SELECT criterion_id FROM coded AS c WHERE c.work_id = m.work_id) AS criterion_id
FROM imported_record AS i JOIN import_match AS m USING (record_id) JOIN imported_file AS f USING (file_id)
WHERE i.label <> '' AND m.work_id IS NOT NULL
  AND NOT EXISTS (FROM decision AS d WHERE d.work_id = m.work_id AND d.method = 'human' AND d.phase = 'screening')
GROUP BY m.work_id HAVING count(DISTINCT i.label) = 1 ORDER BY m.work_id
