-- Money and answers of language models: what each call was for, what may still be charged, what was spent.

ALTER TABLE llm_call ADD COLUMN phase VARCHAR;
ALTER TABLE llm_call ADD COLUMN effort VARCHAR;
ALTER TABLE llm_call ADD COLUMN stop_reason VARCHAR;
ALTER TABLE llm_call ADD COLUMN prefix_sha256 VARCHAR;
ALTER TABLE llm_call ADD COLUMN full_usd DOUBLE;
ALTER TABLE llm_call ADD COLUMN "at" TIMESTAMP;
COMMENT ON COLUMN llm_call.phase IS 'Phase of the review that asked';
COMMENT ON COLUMN llm_call.effort IS 'Effort asked for';
COMMENT ON COLUMN llm_call.stop_reason IS 'Why the model stopped';
COMMENT ON COLUMN llm_call.prefix_sha256 IS 'SHA-256 of the beginning that calls of one kind share and the service caches';
COMMENT ON COLUMN llm_call.full_usd IS 'Price in dollars if it had not gone by batch';
COMMENT ON COLUMN llm_call."at" IS 'When the answer was kept';

ALTER TABLE llm_batch ADD COLUMN created_at TIMESTAMP;
COMMENT ON COLUMN llm_batch.created_at IS 'When the service made it (UTC)';

ALTER TABLE reservation ADD COLUMN batch BOOLEAN;
ALTER TABLE reservation ADD COLUMN "at" TIMESTAMP;
COMMENT ON COLUMN reservation.batch IS 'Whether the request was to go by batch';
COMMENT ON COLUMN reservation."at" IS 'When the money was set aside (UTC)';

CREATE VIEW spending AS
SELECT coalesce((SELECT sum(usd) FROM llm_call), 0) + coalesce((SELECT sum(usd) FROM api_call), 0) AS spent,
    coalesce((SELECT sum(max_usd) FROM reservation WHERE NOT settled), 0) AS reserved;
COMMENT ON VIEW spending IS 'Dollars spent, and dollars set aside for calls whose price is not known yet';

CREATE OR REPLACE VIEW cost AS
SELECT 'llm' AS kind, coalesce(phase, step) AS phase, tier, count(*) AS calls, sum(input_tokens) AS input_tokens,
    sum(output_tokens) AS output_tokens, sum(cache_read) AS cache_read, sum(cache_write) AS cache_write,
    coalesce(sum(full_usd) FILTER (batch), 0) - coalesce(sum(usd) FILTER (batch), 0) AS saved_by_batch, sum(usd) AS usd
FROM llm_call GROUP BY ALL
UNION ALL
SELECT 'api', service, NULL, count(*), NULL, NULL, NULL, NULL, NULL, sum(usd) FROM api_call GROUP BY service;
COMMENT ON VIEW cost IS 'Money spent by phase and tier, with tokens';
