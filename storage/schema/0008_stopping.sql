-- Evidence for stopping: random audits, what each look at the screening showed, and why the search stopped.

CREATE TABLE audit (work_id VARCHAR PRIMARY KEY, stage INTEGER NOT NULL, drawn INTEGER NOT NULL);
COMMENT ON TABLE audit IS 'Works screened because they were drawn at random from the unscreened, not for their rank';
COMMENT ON COLUMN audit.work_id IS 'Work drawn';
COMMENT ON COLUMN audit.stage IS 'Diffusion stage';
COMMENT ON COLUMN audit.drawn IS 'How many works were screened when it was drawn';

CREATE TABLE stop_look (
    stage INTEGER NOT NULL, screened INTEGER NOT NULL, unscreened INTEGER NOT NULL, found INTEGER NOT NULL,
    audited INTEGER NOT NULL, odds DOUBLE NOT NULL, plain_p_value DOUBLE NOT NULL, p_value DOUBLE NOT NULL,
    exhausted BOOLEAN NOT NULL, PRIMARY KEY (stage, screened)
);
COMMENT ON TABLE stop_look IS 'What each look at the screening showed about the declared recall';
COMMENT ON COLUMN stop_look.stage IS 'Diffusion stage';
COMMENT ON COLUMN stop_look.screened IS 'Works screened so far, all stages';
COMMENT ON COLUMN stop_look.unscreened IS 'Works found and eligible, not screened';
COMMENT ON COLUMN stop_look.found IS 'Relevant works among the screened';
COMMENT ON COLUMN stop_look.audited IS 'Works among the screened that were drawn at random';
COMMENT ON COLUMN stop_look.odds IS 'How many times likelier the ranker draws a relevant work, as this review shows it (1 to 4)';
COMMENT ON COLUMN stop_look.plain_p_value IS 'Hypergeometric p-value that the recall target is missed (Callaghan and Mueller-Hansen 2020)';
COMMENT ON COLUMN stop_look.p_value IS 'The same for a biased urn with these odds; audited works at odds 1';
COMMENT ON COLUMN stop_look.exhausted IS 'Whether the share of the pool that may be screened is used up';
COMMENT ON COLUMN diffusion_stage.missed_estimate IS 'Estimate of relevant works not found: those no search met and, where an analyst reads, those not screened';
COMMENT ON COLUMN diffusion_stage.stop_p_value IS 'p-value that the recall target is missed among the works found; empty where the analyst only scores';
