-- The findings that each citing sentence rests on, by citekey; of a sentence written more than once, the last time.
SELECT DISTINCT sentence, citekey, finding_id FROM (
    FROM claim QUALIFY rank() OVER (PARTITION BY sentence, citekey ORDER BY version DESC, section_id) = 1
)
WHERE finding_id IS NOT NULL ORDER BY ALL
