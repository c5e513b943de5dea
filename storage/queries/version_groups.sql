-- Undecided works that repeat another record: same DOI, or same title and first author within two years.
-- The record kept is the one already decided on, else of a published type, with abstract, most cited, smallest id; a chain
-- of repeats leads to the record at its end. A version ruled out by years, language or type stands for no other version.
WITH RECURSIVE standing AS (
    SELECT w.work_id, w.doi, w.family_id, w.year, w.type, d.phase,
        d.work_id IS NULL AS undecided,
        row_number() OVER (
            ORDER BY d.work_id IS NULL, w.type IS NOT NULL AND NOT list_contains($published, w.type), w.abstract IS NULL,
                w.cited_by_count DESC, w.work_id
        ) AS place
    FROM work AS w
    LEFT JOIN current_decision AS d USING (work_id)
    WHERE d.phase IS DISTINCT FROM 'deduplication' AND EXISTS (FROM discovery AS f WHERE f.work_id = w.work_id)
), repeats AS (
    SELECT b.work_id, a.work_id AS kept_id, 2 * a.place AS place, 'same DOI' AS relation
    FROM standing AS b
    JOIN standing AS a ON a.place < b.place AND a.doi = b.doi
    WHERE b.undecided
    UNION ALL
    SELECT b.work_id, a.work_id, 2 * a.place + 1,
        CASE WHEN b.type = 'preprint' THEN 'preprint' WHEN a.type = b.type THEN 'same title' ELSE 'other version' END
    FROM standing AS b
    JOIN standing AS a ON a.place < b.place AND a.family_id = b.family_id AND abs(coalesce(a.year - b.year, 0)) <= 2
    WHERE b.undecided AND a.family_id <> '' AND a.phase IS DISTINCT FROM 'eligibility'
), nearest AS (
    SELECT work_id, arg_min(kept_id, place) AS kept_id, arg_min(relation, place) AS relation FROM repeats GROUP BY work_id
), chain AS (
    SELECT work_id, kept_id FROM nearest
    UNION ALL
    SELECT c.work_id, n.kept_id FROM chain AS c JOIN nearest AS n ON n.work_id = c.kept_id
)
SELECT n.work_id, c.kept_id, n.relation FROM nearest AS n JOIN chain AS c USING (work_id)
WHERE c.kept_id NOT IN (SELECT work_id FROM nearest) ORDER BY n.work_id
