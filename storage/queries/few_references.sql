-- Relevant works, or those of $among, of which the catalogue states no references, or fewer than a quarter of what is usual
-- among the works met of their type and five years (among all, where these are fewer than 20), and about which an index was
-- not asked yet. Of 10,394
-- works on biodiversity and finance 5% have none; less than a quarter another 6%, largely letters, reports and works whose
-- list was read in part; at a half it would be 18%, most of them merely short.
WITH asked AS (
    SELECT work_id FROM relevant WHERE $among::VARCHAR[] IS NULL UNION SELECT unnest($among::VARCHAR[])
), lead AS (
    SELECT w.work_id, w.type, w."year" // 5 AS years, count(DISTINCT x.cited_id) AS stated
    FROM work AS w LEFT JOIN citation AS x
        ON x.citing_id = w.work_id AND x."source" NOT IN (SELECT "source" FROM citation_lookup)
    GROUP BY ALL
), usual AS (
    SELECT type, years, median(stated) AS stated FROM lead WHERE stated > 0 GROUP BY ALL HAVING count(*) >= 20
), anywhere AS (
    SELECT median(stated) AS stated FROM lead WHERE stated > 0
)
SELECT w.work_id, w.title, w.doi, w.cited_by_count
FROM asked AS r JOIN work AS w USING (work_id) JOIN lead AS l USING (work_id) CROSS JOIN anywhere AS a
LEFT JOIN usual AS u ON u.type IS NOT DISTINCT FROM l.type AND u.years IS NOT DISTINCT FROM l.years
WHERE (l.stated = 0 OR l.stated < coalesce(u.stated, a.stated) / 4)
  AND NOT EXISTS (FROM citation_lookup AS c WHERE c.work_id = w.work_id AND c."source" = $source)
ORDER BY w.cited_by_count, w.work_id
