-- Votes of the works of a theme, or of the whole review, in each comparison of several works, those of most works first.
WITH chosen AS (
    SELECT exposure, outcome, citekey, finding_id, direction, design, n FROM theme_vote WHERE theme_id = $theme_id
    UNION ALL
    SELECT exposure, outcome, citekey, finding_id, direction, design, n FROM vote WHERE $theme_id IS NULL
)
SELECT exposure, outcome, citekey, finding_id, direction, coalesce(design, '') AS design, n FROM chosen
QUALIFY count(*) OVER (PARTITION BY exposure, outcome) >= $fewest
ORDER BY count(*) OVER (PARTITION BY exposure, outcome) DESC, exposure, outcome, citekey
