-- How several people screened by name: how many must judge each work, how many people did, and what came of it; no row where
-- one person is enough and no two judged the same work.
WITH jointly AS (
    SELECT work_id, count(DISTINCT verdict) > 1 OR bool_and(verdict = 'unsure') AS differed
    FROM independent_verdict WHERE phase IS NULL GROUP BY work_id HAVING count(*) > 1
), required AS (
    SELECT coalesce(arg_max(screeners, "at"), 1)::INTEGER AS screeners FROM required_screeners
)
SELECT screeners, (SELECT count(DISTINCT screener) FROM screener_verdict)::INTEGER AS people,
    (SELECT count(*) FROM jointly)::INTEGER AS jointly, (SELECT count(*) FROM jointly WHERE differed)::INTEGER AS differed,
    count(*) FILTER (state = 'third')::INTEGER AS by_third, count(*) FILTER (state = 'consensus')::INTEGER AS by_consensus,
    count(*) FILTER (state = 'conflict')::INTEGER AS conflicts, count(*) FILTER (state = 'pending')::INTEGER AS pending,
    (SELECT count(*) FROM joint_screening WHERE phase = 'full text')::INTEGER AS by_text,
    (SELECT count(DISTINCT work_id) FROM reason_conflict)::INTEGER AS reasons_differ
FROM required LEFT JOIN joint_screening USING (screeners) GROUP BY screeners HAVING screeners > 1 OR jointly > 0
