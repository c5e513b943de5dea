-- What the stages of the search are, decisions in force, and how far people and the analyst agree.

CREATE VIEW search_stage AS
SELECT 0 AS stage, 'search' AS kind, 0 AS number
UNION ALL
SELECT stage, 'snowballing', stage FROM (SELECT stage FROM seed UNION SELECT stage FROM diffusion_stage)
WHERE stage > 0 AND stage NOT IN (
    SELECT stage FROM living_update UNION ALL SELECT stage FROM supervision WHERE stage IS NOT NULL UNION ALL SELECT stage FROM amended_search
)
UNION ALL
SELECT stage, 'amended search', row_number() OVER (ORDER BY stage)::INTEGER FROM (SELECT DISTINCT stage FROM amended_search WHERE stage > 0)
UNION ALL
SELECT stage, 'update', number FROM living_update
UNION ALL
SELECT stage, 'import', row_number() OVER (ORDER BY stage)::INTEGER FROM (SELECT DISTINCT stage FROM import_match WHERE stage > 500)
UNION ALL
SELECT stage, 'expansion', row_number() OVER (ORDER BY stage)::INTEGER FROM (SELECT DISTINCT stage FROM supervision WHERE stage IS NOT NULL);
COMMENT ON VIEW search_stage IS 'What each number of a stage stands for, wherever a table has a stage';
COMMENT ON COLUMN search_stage.stage IS 'Stage, as in discovery, decision, seed, seed_group, citation and api_call';
COMMENT ON COLUMN search_stage.kind IS 'search (before snowballing), snowballing, amended search (one stage of snowballing, with queries for the questions that an amendment of the protocol brought), update, import (into a review whose search had ended), or expansion (what supervision had looked for)';
COMMENT ON COLUMN search_stage.number IS 'Which one of its kind, counted from 1; 0 is the search before snowballing';

CREATE VIEW current_decision AS
SELECT * EXCLUDE (place) FROM (
    SELECT *, row_number() OVER (PARTITION BY work_id ORDER BY (method = 'human') DESC, seq DESC) AS place FROM decision
) WHERE place = 1;
COMMENT ON VIEW current_decision IS 'The decision in force for each work: a human verdict, else the latest';

CREATE VIEW screening_decision AS
SELECT * EXCLUDE (place) FROM (
    SELECT *, row_number() OVER (PARTITION BY work_id ORDER BY (method = 'human') DESC, seq DESC) AS place
    FROM decision WHERE phase = 'screening'
) WHERE place = 1;
COMMENT ON VIEW screening_decision IS 'The screening decision in force for each work screened';

CREATE VIEW relevant AS
SELECT work_id, stage, score FROM screening_decision WHERE verdict = 'include';
COMMENT ON VIEW relevant IS 'Works found relevant by screening, before the tier''s size is applied';

CREATE VIEW assessment AS
WITH expanded AS (
    SELECT work_id, CASE WHEN bool_or(verdict = 'include') THEN 'include' ELSE arg_max(verdict, seq) END AS verdict
    FROM decision WHERE phase = 'expansion screening' GROUP BY work_id
)
SELECT work_id, CASE WHEN e.verdict = 'include' AND s.method IS DISTINCT FROM 'human' THEN e.verdict
    ELSE coalesce(s.verdict, e.verdict) END AS verdict
FROM screening_decision AS s FULL JOIN expanded AS e USING (work_id);
COMMENT ON VIEW assessment IS 'What was judged of each work, be it in screening or for a gap in the text; a person''s verdict wins, then an include';

CREATE VIEW set_aside AS
SELECT m.work_id, m.stage, m.verdict, m.score, m.reason, m.decided_by, r.verdict AS verdict_by_rule, r.score AS score_by_rule
FROM decision AS m JOIN decision AS r USING (work_id)
WHERE m.phase = 'screening' AND m.method = 'llm' AND r.phase = 'screening' AND r.method = 'ranker' AND r.seq > m.seq
QUALIFY row_number() OVER (PARTITION BY m.decision_id ORDER BY r.seq DESC) = 1;
COMMENT ON VIEW set_aside IS 'Judgements of a language model in screening that were set aside since it could not judge, each with the one by rule that holds instead';
COMMENT ON COLUMN set_aside.verdict IS 'What the model had decided: include, exclude or unsure';
COMMENT ON COLUMN set_aside.score IS 'The model''s score';
COMMENT ON COLUMN set_aside.reason IS 'The model''s reason';
COMMENT ON COLUMN set_aside.decided_by IS 'The analyst that asked the model';
COMMENT ON COLUMN set_aside.verdict_by_rule IS 'What was decided by rule: include, exclude or unsure';
COMMENT ON COLUMN set_aside.score_by_rule IS 'The score by rule';

CREATE VIEW screening_trial AS
WITH asked AS (
    -- Where nothing was asked, as of a work without an abstract, there is nothing that the answer could rest on.
    SELECT verdict, seq FROM decision
    WHERE phase = 'screening' AND method = 'llm' AND features IS NOT NULL ORDER BY seq LIMIT 40
)
SELECT count(*)::INTEGER AS works, count(*) FILTER (verdict = 'include')::INTEGER AS included,
    count(*) FILTER (verdict = 'unsure')::INTEGER AS unjudged,
    included = 0 OR 2 * unjudged > works AS failed
FROM asked HAVING count(*) > 0;
COMMENT ON VIEW screening_trial IS 'How a language model judged the first works it was asked about, 40 at most, which are the most promising';
COMMENT ON COLUMN screening_trial.works IS 'Works it was asked about first';
COMMENT ON COLUMN screening_trial.included IS 'Those of them it included';
COMMENT ON COLUMN screening_trial.unjudged IS 'Those of them it gave no valid judgement of';
COMMENT ON COLUMN screening_trial.failed IS 'Whether it included none of them, or judged fewer than half';

CREATE VIEW excluded_term AS
SELECT DISTINCT term FROM (
    SELECT unnest(exclude_terms) AS term FROM review
    EXCEPT SELECT unnest(CAST(answer->'drop_exclude_terms' AS VARCHAR[])) FROM human_answer WHERE question = 'plan' AND NOT stops
    UNION SELECT unnest(CAST(answer->'add_exclude_terms' AS VARCHAR[])) FROM human_answer WHERE question = 'plan' AND NOT stops
);
COMMENT ON VIEW excluded_term IS 'Terms whose occurrence in title or abstract excludes a work: those of the plan as a person left it';
COMMENT ON COLUMN excluded_term.term IS 'Word or phrase';

CREATE VIEW withdrawn_part AS
SELECT part, text, criterion_id, max(number) AS protocol FROM protocol_change GROUP BY part, text, criterion_id
HAVING arg_max("action", number) = 'withdrawn';
COMMENT ON VIEW withdrawn_part IS 'What the review was asked for, or its protocol stated, until an amendment withdrew it';
COMMENT ON COLUMN withdrawn_part.protocol IS 'Version of the protocol that withdrew it';

CREATE VIEW screening_criterion AS
SELECT criterion_id, kind, text, proposed_by FROM criterion WHERE proposed_by IS NOT NULL AND kind || ' ' || text NOT IN (
    SELECT unnest(CAST(answer->'drop_criteria' AS VARCHAR[])) FROM human_answer
    WHERE question = 'plan' AND NOT stops
) AND criterion_id NOT IN (SELECT criterion_id FROM withdrawn_part);
COMMENT ON VIEW screening_criterion IS 'Criteria that the analyst judges works by one by one: those ordered or proposed, without those that a person dropped or an amendment of the protocol withdrew, and those that a person added';

CREATE VIEW criterion_name AS
SELECT criterion_id, arg_max(id, number) AS name FROM protocol_criterion GROUP BY criterion_id;
COMMENT ON VIEW criterion_name IS 'What the protocol calls each of its criteria, withdrawn ones included';
COMMENT ON COLUMN criterion_name.name IS 'Id in the last version of the protocol that has the criterion';

CREATE VIEW stated_criterion AS
SELECT c.criterion_id, n.name, c.kind, c.text, c.proposed_by FROM criterion AS c LEFT JOIN criterion_name AS n USING (criterion_id)
WHERE c.criterion_id IN (SELECT criterion_id FROM screening_criterion)
   OR (c.proposed_by IS NULL AND c.text NOT IN (SELECT 'Answers: ' || text FROM withdrawn_part WHERE part = 'question'));
COMMENT ON VIEW stated_criterion IS 'Criteria in force: topic, questions, rules, and those that the analyst judges works by one by one';
COMMENT ON COLUMN stated_criterion.name IS 'Id that the protocol gives it; empty for one that is in no protocol';

CREATE VIEW criterion_exclusion AS
SELECT c.criterion_id, n.name, c.kind, c.text, c.proposed_by, count(d.work_id)::INTEGER AS works
FROM screening_criterion AS c LEFT JOIN criterion_name AS n USING (criterion_id)
LEFT JOIN (FROM screening_decision WHERE verdict = 'exclude') AS d USING (criterion_id) GROUP BY ALL;
COMMENT ON VIEW criterion_exclusion IS 'How many works each of these criteria excluded in screening';
COMMENT ON COLUMN criterion_exclusion.name IS 'Id that the protocol gives it; empty for one that is in no protocol';
COMMENT ON COLUMN criterion_exclusion.works IS 'Works screened whose exclusion in force it decided';

CREATE VIEW analyst_decision AS
FROM decision WHERE phase = 'screening' AND method <> 'human' QUALIFY row_number() OVER (PARTITION BY work_id ORDER BY seq DESC) = 1;
COMMENT ON VIEW analyst_decision IS 'The analyst''s latest screening decision on each work, whatever people said of it';

CREATE VIEW unsearched_question AS
SELECT c.number, c.text FROM protocol_change AS c
WHERE c.part = 'question' AND c."action" = 'added' AND c.number > coalesce((SELECT max(number) FROM amended_search), 0)
  AND c.text IN (SELECT unnest(questions) FROM review);
COMMENT ON VIEW unsearched_question IS 'Questions in force that an amendment of the protocol added and that nothing was searched for yet';
COMMENT ON COLUMN unsearched_question.number IS 'Version of the protocol that added it';
COMMENT ON COLUMN unsearched_question.text IS 'Question';

-- A criterion that joins can only leave out what was not left out, and one that goes only let in what it left out; a question that joins
-- can only let in what no criterion in force leaves out, and one that goes only leave out.
CREATE VIEW outdated_judgement AS
WITH amended AS (
    SELECT (SELECT max(number) FROM protocol_change WHERE part = 'criterion' AND "action" = 'added'
              AND criterion_id IN (SELECT criterion_id FROM screening_criterion)) AS criterion,
        (SELECT max(number) FROM protocol_change WHERE part = 'question' AND "action" = 'added'
           AND text IN (SELECT unnest(questions) FROM review)) AS question,
        (SELECT max(protocol) FROM withdrawn_part WHERE part = 'question') AS withdrawn
)
SELECT s.work_id, s.stage, s.batch, s.verdict, s.criterion_id, s.protocol, s.features, s.seq
FROM screening_decision AS s JOIN current_decision AS d USING (work_id), amended AS a
WHERE s.method IN ('llm', 'ranker') AND s.batch IS NOT NULL AND (d.phase IN ('screening', 'selection') OR (d.phase = 'full text' AND d.verdict = 'include')) AND (
    s.verdict <> 'exclude' AND coalesce(s.protocol, 0) < greatest(CASE WHEN s.method = 'llm' THEN a.criterion END, a.withdrawn)
    OR s.verdict = 'exclude' AND s.criterion_id IN (
        SELECT criterion_id FROM withdrawn_part WHERE part = 'criterion' AND protocol > coalesce(s.protocol, 0)
    ) OR s.verdict <> 'include' AND coalesce(s.protocol, 0) < a.question
      AND (s.criterion_id IS NULL OR s.criterion_id NOT IN (SELECT criterion_id FROM screening_criterion))
);
COMMENT ON VIEW outdated_judgement IS 'Judgements of the analyst in screening that an amendment of the protocol overtook: of works not excluded where a criterion joined or a question was withdrawn since, of works excluded by a criterion that was withdrawn since, and of works not included where a question joined since, unless a criterion in force excludes them; verdicts of people stand';
COMMENT ON COLUMN outdated_judgement.verdict IS 'Verdict in force until it is judged again';

CREATE VIEW fulltext_assessment AS
SELECT d.* EXCLUDE (place), n.name, c.kind, c.text FROM (
    SELECT work_id, verdict, criterion_id, reason, protocol, decided_by, decided_at, seq,
        row_number() OVER (PARTITION BY work_id ORDER BY (method = 'human') DESC, seq DESC) AS place
    FROM decision WHERE phase = 'full text'
) AS d LEFT JOIN criterion AS c USING (criterion_id) LEFT JOIN criterion_name AS n USING (criterion_id) WHERE d.place = 1;
COMMENT ON VIEW fulltext_assessment IS 'The judgement in force of each work by its full text, a person''s or else the last, with the criterion that rules it out, if one does; a work without a full text has none';
COMMENT ON COLUMN fulltext_assessment.name IS 'Id that the protocol gives the criterion; empty for one that is in no protocol';

CREATE VIEW judged_twice AS
WITH person AS (
    -- While people differ about a work, it is held as unsure, which none of them said.
    FROM decision WHERE phase = 'screening' AND method = 'human' AND (features->'held') IS NULL
    QUALIFY row_number() OVER (PARTITION BY work_id ORDER BY seq) = 1
)
SELECT work_id, a.verdict AS analyst, p.verdict AS person, (p.features->'analyst_seen') IS NULL AS blind, a.score, a.reason,
    p.decided_by, p.decided_at
FROM analyst_decision AS a JOIN person AS p USING (work_id);
COMMENT ON VIEW judged_twice IS 'Works that both the analyst and a person screened: the analyst''s verdict, the person''s first, and whether that was given blind, without knowing the analyst''s';
COMMENT ON COLUMN judged_twice.analyst IS 'Verdict of the analyst: include, exclude or unsure';
COMMENT ON COLUMN judged_twice.person IS 'The person''s first verdict';
COMMENT ON COLUMN judged_twice.blind IS 'Whether the person judged without seeing the analyst''s verdict';
COMMENT ON COLUMN judged_twice.score IS 'The analyst''s score';
COMMENT ON COLUMN judged_twice.reason IS 'The analyst''s reason';
COMMENT ON COLUMN judged_twice.decided_by IS 'The person';

-- From two works the asymptotic interval of Fleiss, Cohen and Everitt (1969) is a point wherever both agree, and up to some
-- hundred works it holds the true kappa too seldom. The interval of Wilson (1927, doi:10.1080/01621459.1927.10502953) for
-- the share of equal verdicts, with chance agreement taken as given as in Cohen's own standard error (1960), does not;
-- below 2 k ** 2 works, k being the verdicts in use, there is none (Cicchetti 1981, doi:10.1177/014662168100500114).
CREATE VIEW screening_agreement AS
WITH total AS (
    SELECT count(*) AS n, count(*) FILTER (analyst = person) / count(*) AS po,
        greatest(2, (SELECT count(DISTINCT verdict) FROM (SELECT unnest([analyst, person]) AS verdict FROM judged_twice WHERE blind))) AS k
    FROM judged_twice WHERE blind
), margin AS (
    SELECT v.verdict, count(*) FILTER (j.analyst = v.verdict) / any_value(t.n) AS by_analyst,
        count(*) FILTER (j.person = v.verdict) / any_value(t.n) AS by_person
    FROM (SELECT unnest(['include', 'exclude', 'unsure']) AS verdict) AS v, judged_twice AS j, total AS t
    WHERE j.blind GROUP BY v.verdict
), chance AS (
    SELECT sum(by_analyst * by_person) AS pe FROM margin
), bounds AS (
    -- Where both always said the same one thing, agreement beyond chance is not defined.
    SELECT n, po, CASE WHEN pe < 1 - 1e-12 THEN pe END AS pe, n >= 2 * k ** 2 AS enough,
        (po + 1.959964 ** 2 / (2 * n)) / (1 + 1.959964 ** 2 / n) AS middle,
        1.959964 * sqrt(po * (1 - po) / n + 1.959964 ** 2 / (4 * n ** 2)) / (1 + 1.959964 ** 2 / n) AS half
    FROM total, chance
)
SELECT n::INTEGER AS works, round(po, 6) AS observed, round((po - pe) / (1 - pe), 6) AS kappa,
    CASE WHEN enough THEN round(greatest(-1, (middle - half - pe) / (1 - pe)), 6) END AS low,
    CASE WHEN enough THEN round(least(1, (middle + half - pe) / (1 - pe)), 6) END AS high
FROM bounds WHERE n > 0;
COMMENT ON VIEW screening_agreement IS 'How far people and the analyst agree on the works that people judged blind: share of equal verdicts, Cohen''s kappa (1960) over include, exclude and unsure, and its 95% interval (Wilson 1927 for the share of equal verdicts, chance agreement taken as given); no row before a person did, kappa empty where both said the same one thing throughout, the interval empty below 2 k ** 2 works for k verdicts in use (Cicchetti 1981)';
COMMENT ON COLUMN screening_agreement.works IS 'Works judged blind';
COMMENT ON COLUMN screening_agreement.observed IS 'Share of equal verdicts';
COMMENT ON COLUMN screening_agreement.kappa IS 'Cohen''s kappa';
COMMENT ON COLUMN screening_agreement.low IS 'Lower bound of its 95% interval';
COMMENT ON COLUMN screening_agreement.high IS 'Upper bound of its 95% interval';
