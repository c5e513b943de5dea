-- Works of the corpus whose reading in force was not asked for some of the review's own fields, with those, as lines.
SELECT c.*, u.items
FROM corpus AS c JOIN (
    SELECT r.work_id, list(o.line ORDER BY o.place) AS items
    FROM current_reading AS r, (SELECT unnest(extract) AS line, generate_subscripts(extract, 1) AS place FROM review) AS o
    WHERE NOT EXISTS (
        FROM asked_field AS a WHERE a.work_id = r.work_id AND a.pages = r.pages AND a.field || ': ' || a.question = o.line
    )
    GROUP BY r.work_id
) AS u ON u.work_id = c.work_id
ORDER BY c.work_id
