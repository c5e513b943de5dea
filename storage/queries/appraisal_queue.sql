-- Works of the review that a reviewer has not appraised to the end, with what a tool is chosen by and what of it they have
-- judged; those of a known design first.
WITH noted AS (
    SELECT e.work_id, any_value(e.value) FILTER (e.field = 'design') AS design,
        TRY_CAST(any_value(e.value) FILTER (e.field = 'n') AS BIGINT) AS n,
        list({field: e.field, value: e.value, quote: q.text} ORDER BY e.position, e.field) AS notes
    FROM current_extraction AS e JOIN quote AS q USING (quote_id) WHERE e.finding_id = '' GROUP BY e.work_id
), said AS (
    SELECT work_id, list({tool: tool, domain: domain, judgement: judgement} ORDER BY "at") AS judged
    FROM current_appraisal WHERE reviewer = $reviewer GROUP BY work_id
)
SELECT c.work_id, c.citekey, c.title, c.abstract, c."year", c.venue,
    list_transform(c.authors, lambda author: author.name) AS authors, n.design, n.n, n.notes, s.judged
FROM corpus AS c LEFT JOIN noted AS n USING (work_id) LEFT JOIN said AS s USING (work_id)
WHERE c.work_id NOT IN (SELECT work_id FROM appraised_work WHERE reviewer = $reviewer)
ORDER BY n.design IS NULL, c."year", c.citekey, c.work_id
