-- Works whose full text is stored and was not held against the criteria as they are now, by id: those of the corpus, and
-- those that a criterion withdrawn since left out. What a person judged, what supervision brought in, and what was read
-- before full texts were held against criteria, stands.
WITH stored AS (
    SELECT DISTINCT work_id FROM document WHERE level = 0 AND page > 0 AND source = 'full text'
), assessed AS (
    FROM decision WHERE phase = 'full text' QUALIFY row_number() OVER (PARTITION BY work_id ORDER BY seq DESC) = 1
), read AS (
    SELECT work_id FROM reading WHERE pages > 0
), joined AS (
    SELECT max(number) AS protocol FROM protocol_change WHERE part = 'criterion' AND "action" = 'added'
      AND criterion_id IN (SELECT criterion_id FROM screening_criterion)
)
SELECT w.*
FROM work AS w JOIN stored USING (work_id) JOIN current_decision AS d ON d.work_id = w.work_id
LEFT JOIN assessed AS a ON a.work_id = w.work_id, joined AS j
WHERE EXISTS (FROM screening_criterion) AND d.method <> 'human' AND (
    (d.verdict = 'include' AND d.phase IN ('screening', 'selection', 'retrieval', 'retraction', 'full text')
        AND (coalesce(a.protocol, 0) < j.protocol OR (a.work_id IS NULL AND w.work_id NOT IN (FROM read))))
    OR (d.verdict = 'exclude' AND d.phase = 'full text' AND a.criterion_id IN (
        SELECT criterion_id FROM withdrawn_part WHERE part = 'criterion' AND protocol > coalesce(a.protocol, 0)
    ))
)
ORDER BY w.work_id
