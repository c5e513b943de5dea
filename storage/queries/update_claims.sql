-- The citing sentences of the sections that an update rewrote, before and after, with the citekeys of each.
WITH versions AS (
    SELECT l.section_id, 'before' AS side, l.version FROM living_section AS l WHERE l.number = $number AND l."action" <> 'carried'
    UNION ALL
    SELECT c.section_id, 'after', c.version FROM living_section AS l JOIN current_section AS c USING (section_id)
    WHERE l.number = $number AND l."action" = 'rewritten'
)
SELECT v.section_id, v.side, c.sentence, list(DISTINCT c.citekey ORDER BY c.citekey) AS citekeys
FROM versions AS v JOIN claim AS c USING (section_id, version)
GROUP BY ALL ORDER BY ALL
