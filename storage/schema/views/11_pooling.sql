-- Pooling that is asked for as it stands, and the effects that could be pooled.

CREATE VIEW current_pooling AS
SELECT exposure, outcome, measure, estimator, reason, reviewer, "at" FROM (
    FROM pooling QUALIFY row_number() OVER (PARTITION BY exposure, outcome, measure ORDER BY "at" DESC) = 1
) WHERE wanted;
COMMENT ON VIEW current_pooling IS 'Requests to pool that are in force: the newest of each comparison and measure, unless it was taken back';

CREATE VIEW stated_effect AS
SELECT e.exposure, e.outcome, e.measure, e.finding_id, e.result, e.work_id, e.citekey, w."year", w.type AS kind, e.design,
    e.n, e.comparator, e.direction, e.effect, e.ci_low, e.ci_high, q.text AS quote, q.page = 0 AS in_abstract,
    q.page, q.char_start, e.work_id IN (SELECT work_id FROM appraised_work) AS appraised
FROM compared_result AS e JOIN work AS w ON w.work_id = e.work_id
LEFT JOIN current_extraction AS x
    ON x.work_id = e.work_id AND x.finding_id = e.finding_id AND x.result = e.result AND x.field = 'ci_low'
JOIN quote AS q ON q.quote_id = coalesce(x.quote_id, e.quote_id)
WHERE e.measure IS NOT NULL AND e.effect IS NOT NULL AND e.citekey IS NOT NULL;
COMMENT ON VIEW stated_effect IS 'Effects that the works of the review state, with the comparison each belongs to and what decides whether it can be pooled';
COMMENT ON COLUMN stated_effect.kind IS 'Type of the work, as the catalogue has it';
COMMENT ON COLUMN stated_effect.quote IS 'The words that state the interval, or the finding where there is none';
COMMENT ON COLUMN stated_effect.in_abstract IS 'Whether these words stand in the abstract';
COMMENT ON COLUMN stated_effect.appraised IS 'Whether people appraised the work';
