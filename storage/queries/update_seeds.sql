-- Works whose citing works an update asks for: those of the edition it starts from that are in the corpus. `grown` says
-- that the catalogue counts more citations than when the work was last looked at.
WITH seeds AS (SELECT DISTINCT work_id FROM theme_work WHERE edition = $edition)
SELECT s.work_id, coalesce(l.cited_by_count, w.cited_by_count) > coalesce((
        SELECT arg_max(p.cited_by_count, p.number) FROM living_lookup AS p
        WHERE p.work_id = s.work_id AND p.number < $number AND p.cited_by_count IS NOT NULL
    ), w.cited_by_count) AS grown
FROM seeds AS s JOIN work AS w USING (work_id)
LEFT JOIN living_lookup AS l ON l.work_id = s.work_id AND l.number = $number
ORDER BY s.work_id
