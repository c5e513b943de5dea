-- Works of each theme of an edition in their order, each with the work that is in the corpus for it now: itself, the
-- published version that took its place, or none.
SELECT m.theme_id, m.work_id AS was_id, coalesce(c.work_id, p.work_id) AS work_id, m.is_key
FROM theme_work AS m JOIN theme AS t USING (edition, theme_id)
LEFT JOIN corpus AS c ON c.work_id = m.work_id
LEFT JOIN work_version AS v ON v.work_id = m.work_id AND v.relation = 'published since'
LEFT JOIN corpus AS p ON p.work_id = v.family_id
WHERE m.edition = $edition
ORDER BY t.position, m.position, m.work_id
