-- What became of every work found, with what identifies it, how it was found, and the decision that stands.
-- The fates are those that the view prisma counts; a work relevant but not in the corpus is "left out".
WITH ways AS (
    SELECT work_id, list(DISTINCT strategy ORDER BY strategy) AS found_by, min(stage) AS found_in_stage FROM discovery GROUP BY work_id
), themed AS (
    SELECT work_id, list(t.label ORDER BY t.position) AS themes
    FROM theme_work JOIN current_theme AS t USING (edition, theme_id) GROUP BY work_id
), texts AS (
    SELECT work_id, status, licence, reason FROM fulltext
)
SELECT
    CASE WHEN c.work_id IS NOT NULL THEN 'included'
        WHEN d.phase = 'deduplication' THEN 'duplicate'
        WHEN d.phase = 'eligibility' THEN 'ineligible'
        WHEN d.phase = 'cutoff' THEN 'not screened'
        WHEN d.phase IS NULL THEN 'not decided'
        WHEN a.verdict = 'include' THEN 'left out'
        WHEN a.verdict = 'unsure' THEN 'unsure'
        ELSE 'excluded' END AS fate,
    d.phase AS decided_in, d.reason, nullif(concat_ws(' ', n.name, k.kind, k.text), '') AS criterion, n.name AS criterion_name, coalesce(s.score, d.score) AS score, d.method, d.decided_by,
    w.work_id, w.citekey, w.doi, w.title, list_transform(coalesce(w.authors, []), lambda author: author.name) AS authors,
    w."year", w.type, w.venue, w.volume, w.issue, w.pages, w.publisher, w.isbn, w.language, w.cited_by_count, w.is_retracted,
    f.strategy AS first_found_by, y.found_by, y.found_in_stage, v.doi AS found_via_doi, v.title AS found_via,
    coalesce(h.themes, []) AS themes, x.status AS text_read, x.licence, x.reason AS no_full_text_because, w.oa_url
FROM first_discovery AS f JOIN work AS w USING (work_id) JOIN ways AS y USING (work_id)
LEFT JOIN current_decision AS d USING (work_id) LEFT JOIN screening_decision AS s USING (work_id)
LEFT JOIN assessment AS a USING (work_id) LEFT JOIN (SELECT work_id FROM corpus) AS c USING (work_id)
LEFT JOIN criterion AS k ON k.criterion_id = d.criterion_id LEFT JOIN criterion_name AS n ON n.criterion_id = d.criterion_id
LEFT JOIN work AS v ON v.work_id = f.via_work_id
LEFT JOIN themed AS h ON h.work_id = w.work_id LEFT JOIN texts AS x ON x.work_id = w.work_id
ORDER BY coalesce(s.score, d.score) DESC NULLS LAST, w.work_id
