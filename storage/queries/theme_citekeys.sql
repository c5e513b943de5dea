-- What the section of each theme may cite: the citekeys of the theme's works.
SELECT 'theme:' || m.theme_id AS section_id, w.citekey
FROM theme_work AS m
JOIN current_edition USING (edition)
JOIN corpus AS w ON w.work_id = m.work_id
WHERE w.citekey IS NOT NULL
ORDER BY section_id, m.position
