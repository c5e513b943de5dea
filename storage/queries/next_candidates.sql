-- Neighbours of the corpus not judged yet, also those an earlier, lower tier did not reach, by links to relevant works
-- damped by fame: links / sqrt(cited_by_count).
WITH pending AS (
    SELECT DISTINCT f.work_id FROM discovery AS f
    WHERE f.stage > 0 AND NOT EXISTS (FROM decision AS d WHERE d.work_id = f.work_id AND d.phase <> 'cutoff')
), linked AS (
    SELECT x.cited_id AS work_id, x.citing_id AS relevant_id FROM citation AS x
    JOIN relevant AS r ON r.work_id = x.citing_id JOIN pending AS p ON p.work_id = x.cited_id
    UNION
    SELECT x.citing_id, x.cited_id FROM citation AS x
    JOIN relevant AS r ON r.work_id = x.cited_id JOIN pending AS p ON p.work_id = x.citing_id
), counted AS (
    SELECT p.work_id, count(l.relevant_id) AS links FROM pending AS p LEFT JOIN linked AS l USING (work_id)
    GROUP BY p.work_id
)
SELECT w.*, c.links FROM counted AS c JOIN work AS w USING (work_id)
ORDER BY c.links / sqrt(greatest(w.cited_by_count, 1)) DESC, c.links DESC, w.work_id
LIMIT $batch_size
