-- Works found about which nothing is decided yet, but those that the user named.
SELECT w.* FROM work AS w
WHERE NOT EXISTS (FROM decision AS d WHERE d.work_id = w.work_id)
  AND EXISTS (FROM discovery AS f WHERE f.work_id = w.work_id)
  AND NOT EXISTS (FROM discovery AS f WHERE f.work_id = w.work_id AND f.strategy = 'seed')
ORDER BY w.work_id
