-- The paragraphs that people typed, by the versions of sections in which they stand; what was only moved is not among them.
SELECT s.section_id, s.version, s.heading, p.text FROM section AS s
JOIN (
    SELECT s.section_id, s.version, max(e.version) AS since FROM section AS s
    JOIN hand_edit AS e ON e.section_id = s.section_id AND e.version <= s.version GROUP BY ALL
) AS stated USING (section_id, version)
JOIN hand_paragraph AS p ON p.section_id = s.section_id AND p.version = stated.since
WHERE p.kind IN ('changed', 'added')
