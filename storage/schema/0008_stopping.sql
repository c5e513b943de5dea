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

CREATE OR REPLACE VIEW saturation AS
WITH looks AS (
    SELECT * FROM stop_look QUALIFY row_number() OVER (PARTITION BY stage ORDER BY screened DESC) = 1
), stages AS (
    SELECT d.*, t.stages AS stages_allowed, t.works AS works_allowed, t.delta_threshold,
        d.stage > 0 AND d.coverage_delta < t.delta_threshold AS dry,
        d.stage > 0 AND d.stop_p_value <= 0.05 AS shown, coalesce(l.exhausted, false) AS exhausted,
        sum(d.relevant) OVER (ORDER BY d.stage) AS relevant_so_far,
        sum(d.seeds) OVER (ORDER BY d.stage) AS followed_so_far
    FROM diffusion_stage AS d LEFT JOIN looks AS l USING (stage), review AS r JOIN tier AS t USING (quality)
), rounds AS (
    SELECT *, dry AND coalesce(lag(dry) OVER (ORDER BY stage), false) AS dry_twice FROM stages
)
SELECT stage, seeds, candidates, relevant, coverage_delta, delta_threshold, relevant_so_far, dry,
    CASE WHEN dry AND shown THEN 'certified'
         -- Under three batches of 25, screening ended because nothing was left to screen.
         WHEN stage > 0 AND candidates = 0 AND (seeds = 0 OR followed_so_far >= relevant_so_far) THEN 'dry_round'
         WHEN stage > 0 AND relevant = 0 AND candidates < 75 AND followed_so_far >= relevant_so_far THEN 'dry_round'
         WHEN dry_twice THEN 'delta'
         WHEN stage > 0 AND relevant_so_far >= 2 * works_allowed THEN 'works'
         WHEN stage >= stages_allowed THEN 'stages'
         WHEN stage > 0 AND exhausted THEN 'budget' END AS stop_reason,
    stop_p_value,
    relevant_so_far / nullif(relevant_so_far + missed_estimate, 0) AS recall_estimate,
    relevant_so_far / nullif(relevant_so_far + missed_upper, 0) AS recall_low,
    CASE WHEN missed_upper IS NOT NULL THEN 1.0::DOUBLE END AS recall_high
FROM rounds;
COMMENT ON VIEW saturation IS 'Coverage by stage and why snowballing stopped: certified (a stage below the threshold, and the recall target among the works found is shown at 5%), dry_round (nothing left to screen, or nothing relevant in the last of it and nobody left to follow), delta (two stages running below the threshold; certifies nothing), works (twice the tier''s works are relevant), stages (the tier''s stages are done), budget (the share of works that may be screened is used up). Recall is of the relevant works among those found';
