-- What automations may wait for, as it has come about so far: the event, what it is known again by, and what it tells.
SELECT 'saturated' AS event, 'stage ' || stage AS subject, CAST(json_object(
    'stop_reason', stop_reason, 'stage', stage, 'coverage_delta', coverage_delta, 'recall_estimate', recall_estimate,
    'recall_low', recall_low, 'relevant', relevant_so_far
) AS VARCHAR) AS payload
-- The other ends of a search say that it was cut off, not that it ran dry.
FROM (FROM saturation ORDER BY stage DESC LIMIT 1) WHERE stop_reason IN ('certified', 'dry_round', 'delta')
UNION ALL
SELECT 'budget', kind, CAST(json_object('economy', kind, 'message', any_value(message)) AS VARCHAR)
FROM problem WHERE phase = 'budget' GROUP BY kind
UNION ALL
SELECT 'retraction', r.work_id, CAST(json_object(
    'work_id', r.work_id, 'doi', w.doi, 'citekey', w.citekey, 'title', w.title, 'date', r.date, 'sources', r.sources,
    'sentences', (SELECT count(DISTINCT c.sentence) FROM retracted_claim AS c WHERE c.work_id = r.work_id)
) AS VARCHAR)
FROM retracted_work AS r JOIN work AS w USING (work_id)
ORDER BY event DESC, subject
