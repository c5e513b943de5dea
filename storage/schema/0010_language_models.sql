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
