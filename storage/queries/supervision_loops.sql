-- What each loop of supervision did to the text as it stands, in the order they run: rounds, edits, those that left a section as it was, citations.
SELECT e.loop, max(e.iteration)::INTEGER AS rounds,
    count(*) FILTER (e.to_version > e.from_version) AS changed,
    count(*) FILTER (e.to_version = e.from_version) AS stayed,
    coalesce(sum(len(list_filter(e.citations_after, lambda key: NOT list_contains(e.citations_before, key)))), 0)::BIGINT AS added,
    coalesce(sum(len(list_filter(e.citations_before, lambda key: NOT list_contains(e.citations_after, key)))), 0)::BIGINT AS dropped
FROM edit AS e
JOIN section AS s ON s.section_id = e.section_id AND s.version = e.to_version
JOIN current_edition USING (edition)
-- What is no round of supervision: works in at the end of a review, repairs of citations after each loop, edits by people.
WHERE e.loop NOT IN ('integration', 'verification', 'human')
GROUP BY e.loop
ORDER BY min(e.rowid)
