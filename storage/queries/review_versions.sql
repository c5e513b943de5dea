-- Every version of the review's text: finished editions as they were begun, the present one last; in each as many as its most often rewritten section has.
WITH written AS (
    SELECT edition, section_id, created_at, row_number() OVER (PARTITION BY edition, section_id ORDER BY version) AS step
    FROM section
), finished AS (
    SELECT edition, edition = (SELECT edition FROM current_edition) AS is_current, min(created_at) AS begun, max(step) AS steps
    FROM written GROUP BY edition
    -- The abstract is written last.
    HAVING bool_or(section_id = 'abstract')
)
SELECT row_number() OVER (ORDER BY is_current, begun, edition, step)::INTEGER AS number, edition, step::INTEGER AS step, is_current
FROM (SELECT *, unnest(range(1, steps + 1)) AS step FROM finished)
ORDER BY number
