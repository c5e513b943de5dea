-- Undecided works that repeat another record: same DOI, or same title and first author within two years.
-- The record kept is the one already decided on, else published before preprint, with abstract, most cited, smallest id.
WITH standing AS (
    SELECT w.work_id, w.doi, w.family_id, w.year, w.type,
        d.work_id IS NULL AS undecided,
        row_number() OVER (ORDER BY d.work_id IS NULL, w.type = 'preprint', w.abstract IS NULL, w.cited_by_count DESC, w.work_id) AS place
    FROM work AS w
    LEFT JOIN current_decision AS d USING (work_id)
    WHERE d.phase IS DISTINCT FROM 'deduplication' AND EXISTS (FROM discovery AS f WHERE f.work_id = w.work_id)
), repeats AS (
    SELECT b.work_id, a.work_id AS kept_id, a.place,
        CASE WHEN a.doi = b.doi THEN 'same DOI' WHEN b.type = 'preprint' THEN 'preprint'
             WHEN a.type = b.type THEN 'same title' ELSE 'other version' END AS relation
    FROM standing AS b
    JOIN standing AS a ON a.place < b.place AND a.doi = b.doi
    WHERE b.undecided
    UNION ALL
    SELECT b.work_id, a.work_id, a.place,
        CASE WHEN b.type = 'preprint' THEN 'preprint' WHEN a.type = b.type THEN 'same title' ELSE 'other version' END
    FROM standing AS b
    JOIN standing AS a ON a.place < b.place AND a.family_id = b.family_id AND abs(coalesce(a.year - b.year, 0)) <= 2
    WHERE b.undecided
)
SELECT work_id, arg_min(kept_id, place) AS kept_id, arg_min(relation, place) AS relation
FROM repeats GROUP BY work_id ORDER BY work_id
