-- The sections of the review in order, each with how often the loop of facts has edited it, or left it with a reason, since the edition began.
WITH rounds AS (
    SELECT e.section_id, count(*) AS rounds
    FROM edit AS e
    JOIN section AS s ON s.section_id = e.section_id AND s.version = e.to_version
    JOIN current_edition USING (edition)
    WHERE e.loop = 'facts'
    GROUP BY e.section_id
)
SELECT c.section_id, c.version, c.heading, c.markdown, coalesce(r.rounds, 0)::INTEGER AS rounds
FROM current_section AS c LEFT JOIN rounds AS r USING (section_id)
ORDER BY c.position, c.section_id
