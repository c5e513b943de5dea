-- The sections of the review in order, each with how many versions verification made of it since it was last written.
WITH versions AS (
    SELECT section_id, version, produced_by = 'verification' AS repaired FROM section JOIN current_edition USING (edition)
), written AS (
    SELECT section_id, max(version) FILTER (NOT repaired) AS version FROM versions GROUP BY section_id
)
SELECT c.section_id, c.version, c.heading, c.markdown,
    (SELECT count(*) FROM versions AS v WHERE v.section_id = c.section_id AND v.version > w.version)::INTEGER AS repairs
FROM current_section AS c JOIN written AS w USING (section_id)
ORDER BY c.position, c.section_id
