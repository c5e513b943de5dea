-- Every version of the review's text: finished editions as they were begun, the present one last; in each the first drafts and every pass over them.
WITH labelled AS (
    SELECT s.edition, s.section_id, s.version, s.created_at, any_value(e.loop) AS loop, min(e.iteration) AS iteration,
        row_number() OVER (PARTITION BY s.edition, s.section_id ORDER BY s.version) AS place
    FROM section AS s
    LEFT JOIN edit AS e ON e.section_id = s.section_id AND e.to_version = s.version AND e.from_version < s.version
    GROUP BY s.edition, s.section_id, s.version, s.created_at
), passes AS (
    -- A repair of citations belongs to the pass whose text it repairs, and follows it.
    SELECT edition, section_id, created_at, CASE WHEN loop = 'verification' THEN coalesce(last_value(
        CASE WHEN loop IS NULL THEN 'draft ' || place WHEN loop <> 'verification' THEN loop || ' ' || iteration END IGNORE NULLS
    ) OVER (PARTITION BY edition, section_id ORDER BY version), 'draft 1') || ' repaired'
    ELSE coalesce(loop || ' ' || iteration, 'draft ' || place) END AS pass
    FROM labelled
), steps AS (
    SELECT edition, pass, row_number() OVER (PARTITION BY edition ORDER BY pass <> 'draft 1', min(created_at), pass) AS step
    FROM passes GROUP BY edition, pass
), finished AS (
    SELECT edition, edition = (SELECT edition FROM current_edition) AS is_current, min(created_at) AS begun
    FROM section GROUP BY edition
    -- The abstract is written last.
    HAVING bool_or(section_id = 'abstract')
)
SELECT row_number() OVER (ORDER BY is_current, begun, edition, step)::INTEGER AS number, edition, step::INTEGER AS step, is_current
FROM finished JOIN steps USING (edition)
ORDER BY number
