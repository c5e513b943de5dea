-- What the checklists of reporting need beyond the numbers of the review and the record of how it was made.
WITH of_claims AS (
    SELECT c.section_id, c.citekey FROM claim AS c JOIN current_section USING (section_id, version)
)
SELECT
    (SELECT count(*) FROM of_claims WHERE section_id = 'abstract') AS abstract_claims,
    (SELECT count(*) FROM of_claims WHERE section_id = 'introduction') AS introduction_claims,
    (SELECT count(DISTINCT citekey) FROM of_claims) AS cited,
    (SELECT count(DISTINCT work_id) FROM current_extraction JOIN corpus USING (work_id) WHERE finding_id = '') AS characterised,
    (SELECT count(DISTINCT finding_id) FROM evidence WHERE direction IS NOT NULL OR effect IS NOT NULL OR p IS NOT NULL) AS results,
    (SELECT count(DISTINCT prompt_sha256) FROM llm_call WHERE model <> '') AS prompts,
    (SELECT count(*) FROM llm_call WHERE model <> '') AS answers,
    (SELECT works FROM screening_agreement) AS judged_blind,
    (SELECT round(kappa, 2) FROM screening_agreement) AS kappa,
    (SELECT count(*) FROM human_answer WHERE question = 'plan') AS plans_seen,
    (SELECT count(*) FROM screening_decision WHERE verdict <> 'include') AS not_included,
    (SELECT settings->>'embedding_model' FROM run ORDER BY started_at DESC, run_id LIMIT 1) AS embedding_model,
    (SELECT version FROM run ORDER BY started_at DESC, run_id LIMIT 1) AS program_version
