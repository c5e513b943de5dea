-- Works found that have a DOI with another, one of them undecided.
WITH standing AS (
    SELECT w.work_id, w.doi, d.work_id IS NULL AS undecided
    FROM work AS w LEFT JOIN current_decision AS d USING (work_id)
    WHERE coalesce(d.phase, '') NOT IN ('deduplication', 'eligibility')
      AND EXISTS (FROM discovery AS f WHERE f.work_id = w.work_id)
), shared AS (
    SELECT doi FROM standing WHERE doi IS NOT NULL GROUP BY doi HAVING bool_or(undecided) AND count(*) > 1
)
SELECT * FROM work WHERE work_id IN (SELECT work_id FROM standing JOIN shared USING (doi)) ORDER BY work_id
