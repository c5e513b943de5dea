-- Works found whose titles begin alike but for case, accents and signs, of different families, one of them undecided:
-- they may be one work by an author whose name is written in another way.
WITH spelt AS (
    SELECT w.work_id, w.family_id, d.work_id IS NULL AS undecided,
        left(regexp_replace(lower(strip_accents(w.title)), '[^\p{L}\p{N}]', '', 'g'), 16) AS opening
    FROM work AS w LEFT JOIN current_decision AS d USING (work_id)
    WHERE coalesce(d.phase, '') NOT IN ('deduplication', 'eligibility')
      AND EXISTS (FROM discovery AS f WHERE f.work_id = w.work_id)
), shared AS (
    SELECT opening FROM spelt GROUP BY opening
    HAVING bool_or(undecided) AND count(DISTINCT family_id) > 1 AND opening <> ''
)
SELECT * FROM work WHERE work_id IN (SELECT work_id FROM spelt JOIN shared USING (opening)) ORDER BY work_id
