-- What a page tells of each work of the corpus beside its reference: how it was judged, what was read, marks it bears.
SELECT c.citekey, c.work_id, c.stage, g.kind AS stage_kind, c.score, coalesce(e.method, s.method) AS method,
    coalesce(e.decided_by, s.decided_by) AS decided_by, coalesce(e.reason, s.reason) AS reason, c.is_oa, c.oa_url,
    f.status AS text_status, f.licence, r.source, r.methodology, r.produced_by, p.text AS short, n.notices
FROM corpus AS c
LEFT JOIN search_stage AS g ON g.stage = c.stage
LEFT JOIN (FROM current_decision WHERE phase = 'expansion') AS e ON e.work_id = c.work_id
LEFT JOIN screening_decision AS s ON s.work_id = c.work_id
LEFT JOIN fulltext AS f ON f.work_id = c.work_id
LEFT JOIN summary AS r ON r.work_id = c.work_id
LEFT JOIN (
    SELECT d.work_id, arg_max(d.text, (d.source = m.source, d.source)) AS text
    FROM document AS d LEFT JOIN summary AS m USING (work_id) WHERE d.level = 1 GROUP BY d.work_id
) AS p ON p.work_id = c.work_id
LEFT JOIN (
    SELECT work_id, list_sort(list(DISTINCT {kind: kind, day: CAST(date AS VARCHAR), notice_doi: notice_doi})) AS notices
    FROM retraction GROUP BY work_id
) AS n ON n.work_id = c.work_id
WHERE c.citekey IS NOT NULL
ORDER BY c.citekey
