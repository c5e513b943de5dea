-- Given works whose full text is not stored, with the answer their record was read from, whether they wait for an attempt
-- (none was made, the last round met a source that gave no answer, or more is allowed now), and the files of the user
-- tried so far.
WITH given AS (SELECT DISTINCT unnest($ids) AS work_id),
latest AS (
    SELECT work_id, bool_or(status = 'unavailable') AS again, any_value(scope) AS scope
    FROM (FROM fulltext_attempt QUALIFY round = max(round) OVER (PARTITION BY work_id)) GROUP BY work_id
)
SELECT w.*, r.source AS response_source, r.url AS response_url, r.body, r.status AS response_status,
    l.work_id IS NULL OR l.again
        OR list_position(['never', 'oa', 'all'], l.scope) < list_position(['never', 'oa', 'all'], $scope) AS pending,
    coalesce((SELECT list(a.url ORDER BY a.url) FROM fulltext_attempt AS a
        WHERE a.work_id = w.work_id AND a.source = 'local' AND a.url IS NOT NULL), []) AS local_urls
FROM given JOIN work AS w USING (work_id) LEFT JOIN response AS r USING (response_id)
LEFT JOIN latest AS l ON l.work_id = w.work_id
WHERE NOT EXISTS (FROM fulltext_attempt AS a WHERE a.work_id = w.work_id AND a.status = 'stored')
ORDER BY w.work_id
