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

CREATE VIEW screening_pool AS
SELECT DISTINCT work_id FROM discovery
WHERE work_id NOT IN (SELECT work_id FROM decision WHERE phase IN ('deduplication', 'eligibility'))
UNION SELECT work_id FROM decision WHERE phase = 'screening';
COMMENT ON VIEW screening_pool IS 'Works found and eligible, screened or not';

CREATE VIEW screening_draw AS
WITH drawn AS (
    SELECT work_id, min(seq) AS seq FROM decision WHERE phase = 'screening' GROUP BY work_id
), ordered AS (
    SELECT d.work_id, row_number() OVER (ORDER BY d.seq) AS place, (s.verdict = 'include')::INTEGER AS hit,
        a.work_id IS NOT NULL AS audited
    FROM drawn AS d JOIN screening_decision AS s USING (work_id) LEFT JOIN audit AS a USING (work_id)
)
SELECT work_id, place, hit, audited, sum(hit) OVER (ORDER BY place) AS found,
    (SELECT count(*) FROM screening_pool) - place + 1 AS urn
FROM ordered;
COMMENT ON VIEW screening_draw IS 'Works in the order they were screened: whether relevant (hit), whether drawn at random (audited), how many were relevant so far (found), how many works there were to draw from (urn)';

CREATE OR REPLACE VIEW saturation AS
WITH looks AS (
    SELECT * FROM stop_look QUALIFY row_number() OVER (PARTITION BY stage ORDER BY screened DESC) = 1
), stages AS (
    SELECT d.*, t.stages AS stages_allowed, t.works AS works_allowed, t.delta_threshold,
        d.stage > 0 AND d.coverage_delta < t.delta_threshold AS dry,
        d.stage > 0 AND d.stop_p_value <= 0.05 AS shown, r.recall_target, coalesce(l.exhausted, false) AS exhausted,
        sum(d.relevant) OVER (ORDER BY d.stage) AS relevant_so_far,
        sum(d.seeds) OVER (ORDER BY d.stage) AS followed_so_far
    FROM diffusion_stage AS d LEFT JOIN looks AS l USING (stage), review AS r JOIN tier AS t USING (quality)
), rounds AS (
    SELECT *, dry AND coalesce(lag(dry) OVER (ORDER BY stage), false) AS dry_twice FROM stages
)
SELECT stage, seeds, candidates, relevant, coverage_delta, delta_threshold, relevant_so_far, dry,
    CASE WHEN dry AND shown AND relevant_so_far >= recall_target * (relevant_so_far + missed_estimate) THEN 'certified'
         WHEN stage > 0 AND exhausted AND followed_so_far >= relevant_so_far THEN 'budget'
         -- Under three batches of 25, screening ended because nothing was left to screen.
         WHEN stage > 0 AND candidates = 0 AND (seeds = 0 OR followed_so_far >= relevant_so_far) THEN 'dry_round'
         WHEN stage > 0 AND relevant = 0 AND candidates < 75 AND followed_so_far >= relevant_so_far THEN 'dry_round'
         WHEN dry_twice THEN 'delta'
         WHEN stage > 0 AND relevant_so_far >= 2 * works_allowed THEN 'works'
         WHEN stage >= stages_allowed THEN 'stages' END AS stop_reason,
    stop_p_value,
    relevant_so_far / nullif(relevant_so_far + missed_estimate, 0) AS recall_estimate,
    relevant_so_far / nullif(relevant_so_far + missed_upper, 0) AS recall_low
FROM rounds;
COMMENT ON VIEW saturation IS 'Coverage by stage and why snowballing stopped: certified (a stage below the threshold, the recall target is shown at 5% for the works found, and estimated to be met with those that no search met), dry_round (nothing left to screen, or nothing relevant in the last of it and nobody left to follow), delta (two stages running below the threshold; certifies nothing), works (twice the tier''s works are relevant), stages (the tier''s stages are done), budget (the share of works that may be screened is used up and nobody is left to follow).';

-- How many relevant works no search met, from how often those met were captured; intervals are log-normal (Chao 1987).
-- Chapman (1951): keyword against citation captures. Chao2 (Chao 1987, bias-corrected): works met by one and by two
-- strategies. Coverage: Good (1953). Captures depend on each other: backward and forward share a citation component and
-- miss what lies in another, so Chao2 is a lower bound; keyword searches cross components, so Chapman sees those.
CREATE VIEW unseen AS
WITH captures AS (
    SELECT DISTINCT d.work_id, d.strategy FROM discovery AS d JOIN relevant AS r USING (work_id)
), works AS (
    SELECT work_id, count(*) AS times, bool_or(strategy = 'keyword') AS by_words,
        bool_or(strategy IN ('citation', 'backward', 'forward')) AS by_links
    FROM captures GROUP BY work_id
), counted AS (
    SELECT count(*) AS seen, count(*) FILTER (by_words) AS n1, count(*) FILTER (by_links) AS n2,
        count(*) FILTER (by_words AND by_links) AS m, count(*) FILTER (by_words OR by_links) AS either,
        count(*) FILTER (times = 1) AS q1, count(*) FILTER (times = 2) AS q2, coalesce(sum(times), 0) AS captured,
        (SELECT count(DISTINCT strategy) FROM captures) AS t
    FROM works
), estimated AS (
    SELECT 'chapman' AS estimator, either AS seen, (n1 + 1) * (n2 + 1) / (m + 1) - 1 - either AS missed,
        (n1 + 1) * (n2 + 1) * (n1 - m) * (n2 - m) / ((m + 1) * (m + 1) * (m + 2)) AS variance,
        -- All that one way found was found by the other too: then at most 3 / n of what it could find escaped the other.
        CASE WHEN n2 = m AND n1 > 0 AND n2 > 3 THEN n1 * 3 / (n2 - 3) WHEN n1 = m AND n1 > 3 THEN n2 * 3 / (n1 - 3) END AS rule_of_three
    FROM counted WHERE n1 > 0 AND n2 > 0
    UNION ALL
    SELECT 'chao2', seen, (t - 1) / t * q1 * (q1 - 1) / (2 * (q2 + 1)),
        (t - 1) / t * q1 * (q1 - 1) / (2 * (q2 + 1)) + ((t - 1) / t) ** 2 * (q1 * (2 * q1 - 1) ** 2 / (4 * (q2 + 1) ** 2)
            + q1 ** 2 * q2 * (q1 - 1) ** 2 / (4 * (q2 + 1) ** 4)),
        CASE WHEN captured > 3 THEN seen * 3 / (captured - 3) END
    FROM counted WHERE t > 1
)
SELECT estimator, seen::INTEGER AS seen, missed::DOUBLE AS missed,
    CASE WHEN missed > 0 THEN missed / exp(1.96 * sqrt(ln(1 + variance / missed ** 2))) ELSE 0 END::DOUBLE AS missed_lower,
    CASE WHEN missed > 0 AND variance > 0 THEN missed * exp(1.96 * sqrt(ln(1 + variance / missed ** 2)))
         WHEN rule_of_three IS NOT NULL THEN greatest(missed, rule_of_three) END::DOUBLE AS missed_upper,
    (SELECT CASE WHEN captured > 0 THEN 1 - q1 / captured END FROM counted)::DOUBLE AS coverage
FROM estimated;
COMMENT ON VIEW unseen IS 'Relevant works that no search met, by estimator (chapman: words against links; chao2: strategies, a lower bound), with 95% intervals (rule of three where the captures show none missed; empty where they are too few) and Good-Turing coverage; the captures depend on each other';

CREATE VIEW recall_estimate AS
WITH closed AS (
    FROM diffusion_stage ORDER BY stage DESC LIMIT 1
), met AS (
    SELECT count(*) AS found FROM relevant
)
SELECT found / (found + missed_estimate) AS recall, found / (found + missed_upper) AS low,
    found / (found + coalesce((SELECT missed_lower FROM unseen ORDER BY estimator = 'chapman' DESC LIMIT 1), 0)) AS high
FROM met, closed WHERE found > 0 AND missed_estimate IS NOT NULL;
COMMENT ON VIEW recall_estimate IS 'Share of the relevant works that the search found, estimated from captures of those not met and, where an analyst reads, from what the audit and the order of screening say of those not screened; no row where neither says anything';
COMMENT ON COLUMN diffusion_stage.missed_estimate IS 'Estimate of relevant works not found: those no search met and, where an analyst reads, those not screened';
COMMENT ON COLUMN diffusion_stage.stop_p_value IS 'p-value that the recall target is missed among the works found; empty where the analyst only scores';
