-- Works of the corpus that the edition an update started from did not have: why each is in, how it was found first, and
-- its theme.
WITH before AS (
    SELECT DISTINCT work_id FROM theme_work WHERE edition = $edition
), told AS (
    SELECT f.work_id, q.framing, q.text AS query, v.title AS via_title, v.citekey AS via_citekey, i.file
    FROM first_discovery AS f LEFT JOIN search_query AS q USING (query_id) LEFT JOIN work AS v ON v.work_id = f.via_work_id
    LEFT JOIN first_import AS i ON i.work_id = f.work_id AND f.strategy = 'import'
)
SELECT c.work_id, c.citekey, c.title, c."year", c.venue, c.doi, c.score, d.reason, p.citekey AS instead_of,
    t.framing, t.query, t.via_title, t.via_citekey, t.file,
    (SELECT min(h.label) FROM current_theme AS h JOIN theme_work AS m USING (edition, theme_id) WHERE m.work_id = c.work_id) AS theme
FROM corpus AS c LEFT JOIN told AS t USING (work_id)
LEFT JOIN screening_decision AS d ON d.work_id = c.work_id
LEFT JOIN work_version AS v ON v.family_id = c.work_id AND v.relation = 'published since'
LEFT JOIN work AS p ON p.work_id = v.work_id
WHERE c.work_id NOT IN (FROM before)
ORDER BY c.score DESC NULLS LAST, c.work_id
