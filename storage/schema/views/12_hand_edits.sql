-- Paragraphs of people in force, and what the program would have in their place.

CREATE VIEW current_hand_paragraph AS
SELECT p.* FROM hand_paragraph AS p
JOIN (SELECT section_id, max(version) AS version FROM hand_edit WHERE version IS NOT NULL GROUP BY section_id) USING (section_id, version);
COMMENT ON VIEW current_hand_paragraph IS 'Paragraphs that a person wrote, changed, moved or removed by hand, as they stand; those of sections that left with their theme stay here';

CREATE VIEW current_hand_conflict AS
SELECT c.section_id, s.heading, min(c.version) AS version, c.text, c.program
FROM hand_conflict AS c
JOIN current_section AS s USING (section_id)
SEMI JOIN current_hand_paragraph AS p ON p.section_id = c.section_id AND p.text = c.text
GROUP BY ALL;
COMMENT ON VIEW current_hand_conflict IS 'Where the program would have changed a paragraph that is a person''s and stands';
COMMENT ON COLUMN current_hand_conflict.version IS 'First version in which it was left out';
