-- The sections of the review as it stands that language editing has dealt with, be it that it left them as they were.
SELECT e.section_id
FROM edit AS e
JOIN section AS s ON s.section_id = e.section_id AND s.version = e.from_version
JOIN current_edition USING (edition)
WHERE e.loop = 'editing'
UNION
-- Other loops write plain words where these notes have JSON.
SELECT TRY(n.topic->>'section_id')
FROM supervision AS n JOIN current_edition AS c ON c.edition = TRY(n.topic->>'edition')
WHERE n.loop = 'editing'
ORDER BY section_id
