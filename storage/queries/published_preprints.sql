-- Preprints of the corpus with the published version that an update found: same DOI, or same title and first author
-- and out up to five years later. Of several the one with abstract, then the most cited, then the smallest id. `kept` says that a person
-- decided on the preprint, which then stays.
SELECT a.work_id, b.work_id AS published_id, a.score, d.method = 'human' AS kept
FROM corpus AS a JOIN current_decision AS d ON d.work_id = a.work_id
JOIN work AS b ON b.work_id <> a.work_id
    AND (b.doi = a.doi OR (b.family_id <> '' AND b.family_id = a.family_id AND coalesce(b.year - a.year, 0) BETWEEN -1 AND 5))
WHERE a.type = 'preprint' AND list_contains($published, b.type) AND NOT b.is_retracted
    AND EXISTS (FROM discovery AS f WHERE f.work_id = b.work_id AND f.stage = $stage)
    AND NOT EXISTS (FROM decision AS e WHERE e.work_id = b.work_id)
QUALIFY row_number() OVER (PARTITION BY a.work_id ORDER BY b.abstract IS NULL, b.cited_by_count DESC, b.work_id) = 1
    AND row_number() OVER (PARTITION BY b.work_id ORDER BY a.work_id) = 1
ORDER BY a.work_id
