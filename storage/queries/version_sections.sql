-- The sections of an edition as they stood after so many passes over its text (see review_versions).
WITH labelled AS (
    SELECT s.section_id, s.version, s.created_at, any_value(e.loop) AS loop, min(e.iteration) AS iteration,
        row_number() OVER (PARTITION BY s.section_id ORDER BY s.version) AS place
    FROM section AS s
    LEFT JOIN edit AS e ON e.section_id = s.section_id AND e.to_version = s.version AND e.from_version < s.version
    WHERE s.edition = $edition
    GROUP BY s.section_id, s.version, s.created_at
), passes AS (
    SELECT section_id, version, created_at, CASE WHEN loop = 'verification' THEN coalesce(last_value(
        CASE WHEN loop IS NULL THEN 'draft ' || place WHEN loop <> 'verification' THEN loop || ' ' || iteration END IGNORE NULLS
    ) OVER (PARTITION BY section_id ORDER BY version), 'draft 1') || ' repaired'
    ELSE coalesce(loop || ' ' || iteration, 'draft ' || place) END AS pass
    FROM labelled
), steps AS (
    SELECT pass, row_number() OVER (ORDER BY pass <> 'draft 1', min(created_at), pass) AS step FROM passes GROUP BY pass
), standing AS (
    SELECT section_id, version FROM passes JOIN steps USING (pass) WHERE step <= $step
    QUALIFY row_number() OVER (PARTITION BY section_id ORDER BY version DESC) = 1
)
SELECT section_id, version, heading, markdown, created_at FROM section JOIN standing USING (section_id, version)
ORDER BY position, section_id
