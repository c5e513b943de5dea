-- The sections of the review in order, each as it stood before integration, and whether it has been through it; those of
-- themes that supervision added stand by themselves.
WITH integrated AS (
    SELECT e.section_id, min(e.from_version) AS before
    FROM edit AS e
    JOIN section AS s ON s.section_id = e.section_id AND s.version = e.to_version
    JOIN current_edition USING (edition)
    WHERE e.loop = 'integration'
    GROUP BY e.section_id
), added AS (
    SELECT e.section_id FROM edit AS e
    JOIN section AS s ON s.section_id = e.section_id AND s.version = e.to_version
    JOIN current_edition USING (edition)
    WHERE e.from_version = 0
)
SELECT c.section_id, c.heading, s.markdown, i.before IS NOT NULL OR c.section_id IN (FROM added) AS is_integrated
FROM current_section AS c
LEFT JOIN integrated AS i USING (section_id)
JOIN section AS s ON s.section_id = c.section_id AND s.version = coalesce(i.before, c.version)
ORDER BY c.position, c.section_id
