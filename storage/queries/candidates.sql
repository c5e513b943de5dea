-- Given works in the order given, with the relevant works they are linked to by citation, those cited together with them,
-- and those they share references with.
WITH given AS (SELECT unnest($ids) AS work_id, generate_subscripts($ids, 1) AS place),
others AS (SELECT work_id FROM relevant),
links AS (
    SELECT g.work_id, count(DISTINCT r.work_id) AS links FROM given AS g
    JOIN citation AS x ON g.work_id IN (x.citing_id, x.cited_id)
    JOIN others AS r ON r.work_id = CASE WHEN x.citing_id = g.work_id THEN x.cited_id ELSE x.citing_id END
    GROUP BY g.work_id
), cocited AS (
    SELECT a.cited_id AS work_id, count(DISTINCT b.cited_id) AS cocited_with
    FROM given AS g JOIN citation AS a ON a.cited_id = g.work_id
    JOIN citation AS b ON b.citing_id = a.citing_id AND b.cited_id <> a.cited_id
    JOIN others AS r ON r.work_id = b.cited_id
    GROUP BY a.cited_id
), coupled AS (
    SELECT a.citing_id AS work_id, count(DISTINCT b.citing_id) AS coupled_with
    FROM given AS g JOIN citation AS a ON a.citing_id = g.work_id
    JOIN citation AS b ON b.cited_id = a.cited_id AND b.citing_id <> a.citing_id
    JOIN others AS r ON r.work_id = b.citing_id
    GROUP BY a.citing_id
)
SELECT w.*, coalesce(l.links, 0) AS links, coalesce(c.cocited_with, 0) AS cocited_with,
    coalesce(k.coupled_with, 0) AS coupled_with
FROM given AS g JOIN work AS w USING (work_id) LEFT JOIN links AS l USING (work_id)
LEFT JOIN cocited AS c USING (work_id) LEFT JOIN coupled AS k USING (work_id)
ORDER BY g.place
