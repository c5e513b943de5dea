-- The edits of supervision to the text as it stands, loop by loop, with what was wrong and what was done, or why nothing was.
SELECT e.loop, e.iteration, s.heading AS section,
    CASE WHEN e.to_version > e.from_version THEN e.from_version || ' to ' || e.to_version ELSE 'stays ' || e.from_version END AS version,
    e.issue, e.note
FROM edit AS e
JOIN section AS s ON s.section_id = e.section_id AND s.version = e.to_version
JOIN current_edition USING (edition)
-- What is no round of supervision: works in at the end of a review, repairs of citations after each loop, edits by people.
WHERE e.loop NOT IN ('integration', 'verification', 'human')
ORDER BY min(e.rowid) OVER (PARTITION BY e.loop), e.iteration, s.position, s.section_id, e.to_version, e.issue, e.note
