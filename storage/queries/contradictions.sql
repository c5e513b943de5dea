-- Pairs of results that point different ways, opposite ones first, within a theme or in the whole review.
SELECT c.* FROM contradiction AS c
WHERE $theme_id IS NULL OR (
    SELECT count(DISTINCT m.work_id) FROM theme_work AS m JOIN current_edition USING (edition)
    JOIN corpus AS w ON w.work_id = m.work_id WHERE m.theme_id = $theme_id AND w.citekey IN (c.one, c.other)
) = 2
ORDER BY c.kind DESC, c.exposure, c.outcome, c.one, c.other, c.one_direction, c.other_direction
