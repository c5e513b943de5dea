-- The sections of an edition, each as it stood after being written so many times, or the last time it was.
WITH written AS (
    SELECT *, row_number() OVER (PARTITION BY section_id ORDER BY version) AS step FROM section WHERE edition = $edition
), standing AS (
    SELECT * FROM written WHERE step <= $step QUALIFY row_number() OVER (PARTITION BY section_id ORDER BY step DESC) = 1
)
SELECT section_id, heading, markdown, created_at FROM standing ORDER BY position, section_id
