-- Undecided works that repeat another record: same DOI, or same title and first author within two years, or one of the
-- pairs ($ones, $others) that are known to be versions, also by way of further records. Kept is the one already decided on, else of a published type, with abstract, most cited, smallest id.
-- Works under one of the DOIs $shared, that of a whole meeting, are no repeats by it.
-- A record ruled out by years, language or type stands for no other version.
WITH RECURSIVE twin AS (
    SELECT unnest($ones::VARCHAR[]) AS work_id, unnest($others::VARCHAR[]) AS other_id
), standing AS (
    SELECT w.work_id, w.doi, w.family_id, w.year, w.type, d.work_id IS NULL AS undecided,
        row_number() OVER (
            ORDER BY d.work_id IS NULL, w.type IS NOT NULL AND NOT list_contains($published, w.type), w.abstract IS NULL,
                w.cited_by_count DESC, w.work_id
        ) AS place
    FROM work AS w
    LEFT JOIN current_decision AS d USING (work_id)
    WHERE coalesce(d.phase, '') NOT IN ('deduplication', 'eligibility')
      AND EXISTS (FROM discovery AS f WHERE f.work_id = w.work_id)
), pairs AS (
    SELECT work_id, first_value(work_id) OVER (PARTITION BY doi ORDER BY place) AS other_id
    FROM standing WHERE doi IS NOT NULL AND NOT list_contains($shared::VARCHAR[], doi)
    UNION ALL
    SELECT work_id, CASE WHEN coalesce(year - lag(year) OVER earlier, 0) <= 2 THEN lag(work_id) OVER earlier END
    FROM standing WHERE family_id <> '' WINDOW earlier AS (PARTITION BY family_id ORDER BY year, work_id)
    UNION ALL
    SELECT t.work_id, t.other_id FROM twin AS t JOIN standing AS a USING (work_id) JOIN standing AS b ON b.work_id = t.other_id
), links AS (
    SELECT work_id, other_id FROM pairs WHERE work_id <> other_id
    UNION
    SELECT other_id, work_id FROM pairs WHERE work_id <> other_id
), versions AS (
    SELECT work_id, other_id FROM links
    UNION
    SELECT v.work_id, l.other_id FROM versions AS v JOIN links AS l ON l.work_id = v.other_id
), kept AS (
    SELECT v.work_id, arg_min(s.work_id, s.place) AS kept_id
    FROM versions AS v JOIN standing AS s ON s.work_id = v.other_id GROUP BY v.work_id
)
SELECT k.work_id, k.kept_id,
    CASE WHEN a.doi = b.doi THEN 'same DOI' WHEN b.type = 'preprint' THEN 'preprint'
         WHEN a.type = b.type AND (a.family_id = b.family_id OR (a.work_id, b.work_id) IN (FROM twin)
             OR (b.work_id, a.work_id) IN (FROM twin)) THEN 'same title' ELSE 'other version' END AS relation
FROM kept AS k JOIN standing AS a ON a.work_id = k.kept_id JOIN standing AS b ON b.work_id = k.work_id
WHERE b.undecided AND k.kept_id <> k.work_id ORDER BY k.work_id
