-- hand_edited_sections
-- The sections of the review that people edited by hand, in order: their paragraphs in force, and where the program would have another text.
SELECT s.section_id, s.heading AS section,
    count(*) FILTER (p.kind = 'changed')::INTEGER AS changed, count(*) FILTER (p.kind = 'added')::INTEGER AS added,
    count(*) FILTER (p.kind = 'removed')::INTEGER AS removed, count(*) FILTER (p.kind = 'moved')::INTEGER AS moved,
    (SELECT count(*) FROM current_hand_conflict AS c WHERE c.section_id = s.section_id)::INTEGER AS conflicts
FROM current_section AS s JOIN current_hand_paragraph AS p USING (section_id)
GROUP BY ALL ORDER BY min(s.position), s.section_id
