-- Works found by the first search and not decided on, best rank first.
SELECT w.*, f.place
FROM work AS w
JOIN (SELECT work_id, min(rank) AS place FROM discovery WHERE stage = 0 GROUP BY work_id) AS f USING (work_id)
WHERE NOT EXISTS (FROM decision AS d WHERE d.work_id = w.work_id)
ORDER BY f.place, w.work_id
