-- What a decision says besides: the stage was also the size of the tier, or 0 for all of the search, and the batch also how
-- often a work had been decided on before, below zero where a person did.

ALTER TABLE decision ALTER COLUMN stage DROP NOT NULL;
ALTER TABLE decision ADD COLUMN tier_works INTEGER;
ALTER TABLE decision ADD COLUMN earlier INTEGER;
ALTER TABLE decision ADD COLUMN subject VARCHAR;
ALTER TABLE decision ADD COLUMN round INTEGER;
UPDATE decision SET tier_works = stage, stage = NULL, earlier = batch, batch = NULL
WHERE phase IN ('selection', 'retrieval', 'retraction');
UPDATE decision SET earlier = -batch, batch = NULL WHERE batch < 0;
UPDATE decision SET stage = NULL WHERE phase = 'cutoff' AND stage = 0;

-- Which question a person's verdict answers was told by when it was given: after that question and before the next, within
-- five seconds of its answer, or where it has none before its run ended.
UPDATE decision SET subject = asked.subject, round = asked.round
FROM (
    SELECT d.decision_id, q.question, q.subject, q.round
    FROM decision AS d ASOF JOIN human_question AS q ON d.decided_at >= q."at"
    LEFT JOIN human_answer AS a ON (a.question, a.subject, a.round) = (q.question, q.subject, q.round)
    ASOF LEFT JOIN (
        SELECT started_at, coalesce(finished_at, lead(started_at) OVER (ORDER BY started_at), 'infinity') AS ended_at FROM run
    ) AS r ON q."at" >= r.started_at
    WHERE d.method = 'human' AND d.decided_by <> 'user' AND q.question = d.phase
      AND d.decided_at <= coalesce(a."at" + INTERVAL 5 SECONDS, r.ended_at, 'infinity')
) AS asked
WHERE decision.decision_id = asked.decision_id;

COMMENT ON COLUMN decision.stage IS 'Stage of the search, explained in search_stage; empty for what the whole search did not reach, and for places in the corpus';
COMMENT ON COLUMN decision.batch IS 'Screening batch within the stage, counted from 0; empty outside screening and for a verdict of a person';
COMMENT ON COLUMN decision.tier_works IS 'For places in the corpus (selection, retrieval, retraction): how many works the tier had room for';
COMMENT ON COLUMN decision.earlier IS 'For places in the corpus and verdicts of a person: how many decisions on the work there were before';
COMMENT ON COLUMN decision.subject IS 'For verdicts that a person was asked for: what the question was about, as in human_question; empty for those given unasked';
COMMENT ON COLUMN decision.round IS 'For verdicts that a person was asked for: which time of asking they answer, as in human_question';
COMMENT ON COLUMN discovery.stage IS 'Stage of the search, explained in search_stage';
COMMENT ON COLUMN citation.stage IS 'Stage of the search in which the citing record was met, explained in search_stage';
COMMENT ON COLUMN seed.stage IS 'Stage of the search, explained in search_stage';
COMMENT ON COLUMN seed_group.stage IS 'Stage of the search, explained in search_stage';
COMMENT ON COLUMN living_update.stage IS 'Stage of its discoveries and decisions, a number that is above any diffusion stage';
