-- Works that an update found and nothing was decided about that are notices of the retraction of a work the review knew: they
-- say so in type or first word, and their title holds the whole title of the work.
WITH fresh AS (
    SELECT w.* FROM work AS w
    WHERE EXISTS (FROM discovery AS f WHERE f.work_id = w.work_id AND f.stage = $stage)
        AND NOT EXISTS (FROM decision AS d WHERE d.work_id = w.work_id)
        AND (w.type = 'retraction' OR regexp_matches(lower(w.title), '^\W*(retract|withdraw)'))
), known AS (
    SELECT work_id, regexp_replace(lower(title), '\s+', ' ', 'g') AS title FROM work
    WHERE length(title) >= 30 AND work_id IN (SELECT work_id FROM discovery WHERE stage <> $stage)
)
SELECT n.work_id AS notice_id, n.doi AS notice_doi, n.response_id, coalesce(r.source, 'catalogue') AS source, k.work_id
FROM fresh AS n JOIN known AS k ON contains(regexp_replace(lower(n.title), '\s+', ' ', 'g'), k.title)
LEFT JOIN response AS r ON r.response_id = n.response_id
ORDER BY n.work_id, k.work_id
