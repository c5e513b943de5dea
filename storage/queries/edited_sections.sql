-- The sections of the review as it stands that language editing has dealt with, be it that it left them as they were.
SELECT e.section_id
FROM edit AS e
JOIN section AS s ON s.section_id = e.section_id AND s.version = e.from_version
JOIN current_edition USING (edition)
WHERE e.loop = 'editing'
UNION
SELECT state->>'section_id' FROM loop_step JOIN current_edition USING (edition) WHERE loop = 'editing'
ORDER BY section_id
