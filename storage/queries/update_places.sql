-- Relevant works of updates whose place differs from the decision in force. All updates together may add a quarter of the
-- tier's works, and fill what places of the tier are free; works that an earlier update added keep theirs, and those it had
-- no room for compete again. A published version is in the place of its preprint.
WITH late AS (
    SELECT work_id FROM discovery LEFT JOIN search_stage USING (stage) GROUP BY work_id
    HAVING bool_or('update' IN (strategy, kind)) AND bool_and(strategy IN ('update', 'expansion') OR kind IS NOT DISTINCT FROM 'update')
), instead AS (
    SELECT family_id AS work_id FROM work_version WHERE relation = 'published since'
), room AS (
    SELECT greatest($works - count(*) FILTER (work_id NOT IN (FROM late) OR work_id IN (FROM instead)), 0) + $works // 4
        - count(*) FILTER (work_id IN (FROM late) AND work_id NOT IN (FROM instead) AND stage < $stage) AS places
    FROM corpus
), waiting AS (
    SELECT r.work_id, r.score, d.verdict,
        row_number() OVER (ORDER BY coalesce(r.score, 0) DESC, r.work_id) AS turn,
        (SELECT count(*) FROM decision AS e WHERE e.work_id = r.work_id)::INTEGER AS decisions
    FROM relevant AS r JOIN current_decision AS d USING (work_id)
    WHERE r.work_id IN (FROM late) AND r.work_id NOT IN (FROM instead) AND d.method <> 'human'
        AND ((d.phase = 'screening' AND r.stage = $stage) OR (d.phase = 'selection' AND d.verdict = 'exclude'))
)
SELECT work_id, score, turn <= places AS chosen, places, decisions FROM waiting, room
WHERE (turn <= places) <> (verdict = 'include') ORDER BY work_id
