-- Sections, claims, checks and edits; nothing written is ever overwritten.

CREATE TABLE section (
    section_id VARCHAR NOT NULL, version INTEGER NOT NULL, edition VARCHAR NOT NULL, position INTEGER NOT NULL,
    heading VARCHAR NOT NULL, markdown VARCHAR NOT NULL, produced_by VARCHAR NOT NULL, created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (section_id, version)
);
COMMENT ON TABLE section IS 'Every version of every section';
COMMENT ON COLUMN section.section_id IS 'introduction, methodology, theme:<theme_id>, ...';
COMMENT ON COLUMN section.version IS '1 is the first';
COMMENT ON COLUMN section.edition IS 'Corpus it was written for';
COMMENT ON COLUMN section.position IS 'Order in the review';
COMMENT ON COLUMN section.heading IS 'Heading';
COMMENT ON COLUMN section.markdown IS 'Text in Pandoc Markdown';
COMMENT ON COLUMN section.produced_by IS 'Analyst or loop';
COMMENT ON COLUMN section.created_at IS 'When (UTC)';

CREATE TABLE claim (
    claim_id VARCHAR NOT NULL, section_id VARCHAR NOT NULL, version INTEGER NOT NULL, sentence VARCHAR NOT NULL,
    citekey VARCHAR NOT NULL, finding_id VARCHAR, verdict_rule VARCHAR, verdict_analyst VARCHAR,
    PRIMARY KEY (claim_id, section_id, version)
);
COMMENT ON TABLE claim IS 'Each citing sentence of the review, once per citekey';
COMMENT ON COLUMN claim.claim_id IS 'Content id';
COMMENT ON COLUMN claim.section_id IS 'Section';
COMMENT ON COLUMN claim.version IS 'Version of the section';
COMMENT ON COLUMN claim.sentence IS 'The sentence as written';
COMMENT ON COLUMN claim.citekey IS 'Work cited';
COMMENT ON COLUMN claim.finding_id IS 'Finding it rests on';
COMMENT ON COLUMN claim.verdict_rule IS 'supported when finding and quote belong to the cited work';
COMMENT ON COLUMN claim.verdict_analyst IS 'What an analyst says of it';

CREATE TABLE citation_check (
    section_id VARCHAR NOT NULL, version INTEGER NOT NULL, citekey VARCHAR NOT NULL, status VARCHAR NOT NULL,
    checked_against VARCHAR NOT NULL, reason VARCHAR, attempt INTEGER NOT NULL, "at" TIMESTAMP NOT NULL
);
COMMENT ON TABLE citation_check IS 'Whether each citekey of a section resolves';
COMMENT ON COLUMN citation_check.section_id IS 'Section';
COMMENT ON COLUMN citation_check.version IS 'Version';
COMMENT ON COLUMN citation_check.citekey IS 'Citekey found in the text';
COMMENT ON COLUMN citation_check.status IS 'valid or invalid';
COMMENT ON COLUMN citation_check.checked_against IS 'ledger or zotero';
COMMENT ON COLUMN citation_check.reason IS 'Why it is invalid';
COMMENT ON COLUMN citation_check.attempt IS 'Attempt at writing';
COMMENT ON COLUMN citation_check."at" IS 'When (UTC)';

CREATE TABLE edit (
    loop VARCHAR NOT NULL, iteration INTEGER NOT NULL, section_id VARCHAR NOT NULL, from_version INTEGER NOT NULL, to_version INTEGER NOT NULL,
    issue VARCHAR, severity VARCHAR, paragraphs INTEGER[], citations_before VARCHAR[], citations_after VARCHAR[], coherence DOUBLE, note VARCHAR
);
COMMENT ON TABLE edit IS 'Edits made by supervision';
COMMENT ON COLUMN edit.loop IS 'Loop';
COMMENT ON COLUMN edit.iteration IS 'Iteration';
COMMENT ON COLUMN edit.section_id IS 'Section';
COMMENT ON COLUMN edit.from_version IS 'Version before';
COMMENT ON COLUMN edit.to_version IS 'Version after';
COMMENT ON COLUMN edit.issue IS 'What was wrong';
COMMENT ON COLUMN edit.severity IS 'How bad';
COMMENT ON COLUMN edit.paragraphs IS 'Paragraphs affected';
COMMENT ON COLUMN edit.citations_before IS 'Citekeys before';
COMMENT ON COLUMN edit.citations_after IS 'Citekeys after';
COMMENT ON COLUMN edit.coherence IS 'Coherence afterwards in [0, 1]';
COMMENT ON COLUMN edit.note IS 'Change in one line';

CREATE TABLE supervision (loop VARCHAR NOT NULL, iteration INTEGER NOT NULL, action VARCHAR NOT NULL, topic VARCHAR, issue_type VARCHAR, rationale VARCHAR, outcome VARCHAR);
COMMENT ON TABLE supervision IS 'Decisions of the supervising loops';
COMMENT ON COLUMN supervision.loop IS 'Loop';
COMMENT ON COLUMN supervision.iteration IS 'Iteration';
COMMENT ON COLUMN supervision.action IS 'What was done';
COMMENT ON COLUMN supervision.topic IS 'Topic explored';
COMMENT ON COLUMN supervision.issue_type IS 'Kind of gap or issue';
COMMENT ON COLUMN supervision.rationale IS 'Why';
COMMENT ON COLUMN supervision.outcome IS 'What came of it';

CREATE TABLE retraction (work_id VARCHAR NOT NULL, kind VARCHAR NOT NULL, notice_doi VARCHAR, date DATE, source VARCHAR NOT NULL, response_id VARCHAR);
COMMENT ON TABLE retraction IS 'Retractions and corrections found';
COMMENT ON COLUMN retraction.work_id IS 'Work';
COMMENT ON COLUMN retraction.kind IS 'retraction, correction or concern';
COMMENT ON COLUMN retraction.notice_doi IS 'DOI of the notice';
COMMENT ON COLUMN retraction.date IS 'Date of the notice';
COMMENT ON COLUMN retraction.source IS 'Who says so';
COMMENT ON COLUMN retraction.response_id IS 'Answer that says so';

CREATE TABLE zotero_item (work_id VARCHAR PRIMARY KEY, item_key VARCHAR NOT NULL, version INTEGER, state VARCHAR NOT NULL);
COMMENT ON TABLE zotero_item IS 'Zotero items of works';
COMMENT ON COLUMN zotero_item.work_id IS 'Work';
COMMENT ON COLUMN zotero_item.item_key IS 'Item key';
COMMENT ON COLUMN zotero_item.version IS 'Item version';
COMMENT ON COLUMN zotero_item.state IS 'planned, written or found';

CREATE TABLE llm_call (
    step VARCHAR NOT NULL, tier VARCHAR NOT NULL, model VARCHAR NOT NULL, prompt_sha256 VARCHAR NOT NULL, request_sha256 VARCHAR NOT NULL,
    input_tokens INTEGER, output_tokens INTEGER, cache_read INTEGER, cache_write INTEGER, batch BOOLEAN, usd DOUBLE NOT NULL
);
COMMENT ON TABLE llm_call IS 'Calls to language models';
COMMENT ON COLUMN llm_call.step IS 'What for';
COMMENT ON COLUMN llm_call.tier IS 'opus, sonnet or haiku';
COMMENT ON COLUMN llm_call.model IS 'Model id';
COMMENT ON COLUMN llm_call.prompt_sha256 IS 'SHA-256 of the prompt file';
COMMENT ON COLUMN llm_call.request_sha256 IS 'SHA-256 of the request';
COMMENT ON COLUMN llm_call.input_tokens IS 'Tokens read';
COMMENT ON COLUMN llm_call.output_tokens IS 'Tokens written';
COMMENT ON COLUMN llm_call.cache_read IS 'Tokens read from cache';
COMMENT ON COLUMN llm_call.cache_write IS 'Tokens written to cache';
COMMENT ON COLUMN llm_call.batch IS 'Whether at batch price';
COMMENT ON COLUMN llm_call.usd IS 'Price in dollars';

CREATE TABLE llm_answer (request_sha256 VARCHAR PRIMARY KEY, body VARCHAR NOT NULL);
COMMENT ON TABLE llm_answer IS 'Answers of language models by request';
COMMENT ON COLUMN llm_answer.request_sha256 IS 'SHA-256 of the request';
COMMENT ON COLUMN llm_answer.body IS 'Answer';

CREATE TABLE llm_batch (batch_id VARCHAR PRIMARY KEY, status VARCHAR NOT NULL);
COMMENT ON TABLE llm_batch IS 'Message batches';
COMMENT ON COLUMN llm_batch.batch_id IS 'Batch';
COMMENT ON COLUMN llm_batch.status IS 'Status';

CREATE TABLE llm_batch_item (batch_id VARCHAR NOT NULL, custom_id VARCHAR NOT NULL, status VARCHAR NOT NULL);
COMMENT ON TABLE llm_batch_item IS 'Requests of a batch';
COMMENT ON COLUMN llm_batch_item.batch_id IS 'Batch';
COMMENT ON COLUMN llm_batch_item.custom_id IS 'Request';
COMMENT ON COLUMN llm_batch_item.status IS 'Status';

CREATE TABLE reservation (request_sha256 VARCHAR PRIMARY KEY, max_usd DOUBLE NOT NULL, settled BOOLEAN NOT NULL);
COMMENT ON TABLE reservation IS 'Money set aside before a call';
COMMENT ON COLUMN reservation.request_sha256 IS 'Request';
COMMENT ON COLUMN reservation.max_usd IS 'Most it can cost, in dollars';
COMMENT ON COLUMN reservation.settled IS 'Whether its real price is known';
