-- Works of the edition an update started from that are not in the corpus now, why, the published version that took the
-- place of each, the notice of a retraction, and the sentences of that edition that cited it.
WITH standing AS (
    SELECT section_id, version FROM section WHERE edition = $edition
    QUALIFY row_number() OVER (PARTITION BY section_id ORDER BY version DESC) = 1
)
SELECT w.work_id, w.citekey, w.title, w."year", d.reason, p.citekey AS successor, r.work_id IS NOT NULL AS is_retracted,
    r.date, r.notice_doi, r.sources,
    coalesce((
        SELECT list(DISTINCT c.sentence ORDER BY c.sentence) FROM claim AS c JOIN standing USING (section_id, version)
        WHERE c.citekey = w.citekey
    ), []) AS sentences
FROM (SELECT DISTINCT work_id FROM theme_work WHERE edition = $edition) AS e JOIN work AS w USING (work_id)
LEFT JOIN current_decision AS d ON d.work_id = w.work_id
LEFT JOIN work_version AS v ON v.work_id = w.work_id AND v.relation = 'published since'
LEFT JOIN work AS p ON p.work_id = v.family_id
LEFT JOIN retracted_work AS r ON r.work_id = w.work_id
WHERE w.work_id NOT IN (SELECT work_id FROM corpus)
ORDER BY w.citekey, w.work_id
