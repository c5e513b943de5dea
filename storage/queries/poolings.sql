-- Requests to pool that are in force, with what they come to; a request that cannot be met has no numbers.
SELECT c.exposure, c.outcome, c.measure, c.estimator, c.reason, c.reviewer, c."at", e.* EXCLUDE (exposure, outcome, measure, estimator)
FROM current_pooling AS c LEFT JOIN pooled_effect AS e USING (exposure, outcome, measure)
ORDER BY c.outcome, c.exposure, c.measure
