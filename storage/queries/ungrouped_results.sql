-- Results of the edition's works with a direction, an exposure and an outcome that were not grouped yet for this edition.
SELECT e.finding_id, e.result, e.work_id, e.text, e.exposure_or_intervention AS exposure,
    coalesce(e.comparator, '') AS comparator, e.outcome, e.direction,
    concat_ws('. ', x.title, x.abstract) AS source
FROM evidence AS e SEMI JOIN edition_corpus AS w ON w.work_id = e.work_id JOIN work AS x ON x.work_id = e.work_id
ANTI JOIN (FROM comparison JOIN current_edition USING (edition)) AS c ON c.finding_id = e.finding_id AND c.result = e.result
WHERE e.direction IS NOT NULL AND e.outcome IS NOT NULL AND e.exposure_or_intervention IS NOT NULL
ORDER BY e.work_id, e.finding_id, e.result
