-- People in the loop: what they were asked, what they answered, and how far their verdicts agree with the analyst's.

CREATE TABLE human_question (
    question VARCHAR NOT NULL, subject VARCHAR NOT NULL, round INTEGER NOT NULL, flow_run_id VARCHAR,
    "at" TIMESTAMP NOT NULL, PRIMARY KEY (question, subject, round)
);
COMMENT ON TABLE human_question IS 'Every time a person was asked; a question with an answer is never asked again';
COMMENT ON COLUMN human_question.question IS 'plan, screening or themes';
COMMENT ON COLUMN human_question.subject IS 'What it was about: the plan, the last diffusion stage screened, or the edition whose themes they are';
COMMENT ON COLUMN human_question.round IS 'How often it was asked before';
COMMENT ON COLUMN human_question.flow_run_id IS 'Prefect flow run that paused for it; empty in a terminal';
COMMENT ON COLUMN human_question."at" IS 'When (UTC)';

CREATE TABLE human_answer (
    answer_id VARCHAR PRIMARY KEY, question VARCHAR NOT NULL, subject VARCHAR NOT NULL, round INTEGER NOT NULL, answer JSON NOT NULL,
    stops BOOLEAN NOT NULL, answered_by VARCHAR NOT NULL, "at" TIMESTAMP NOT NULL
);
COMMENT ON TABLE human_answer IS 'What people answered, never changed; verdicts on works are rows of decision as well, with the method human';
COMMENT ON COLUMN human_answer.answer_id IS 'Content id';
COMMENT ON COLUMN human_answer.question IS 'plan, screening or themes';
COMMENT ON COLUMN human_answer.subject IS 'What it is about, as in human_question';
COMMENT ON COLUMN human_answer.round IS 'Which time of asking it answers';
COMMENT ON COLUMN human_answer.answer IS 'What the person changed, by field; empty where everything was left as it was';
COMMENT ON COLUMN human_answer.stops IS 'Whether the person stopped the run, to be asked again when it goes on';
COMMENT ON COLUMN human_answer.answered_by IS 'Who';
COMMENT ON COLUMN human_answer."at" IS 'When (UTC)';

CREATE VIEW excluded_term AS
SELECT DISTINCT term FROM (
    SELECT unnest(exclude_terms) AS term FROM review
    EXCEPT SELECT unnest(CAST(answer->'drop_exclude_terms' AS VARCHAR[])) FROM human_answer WHERE question = 'plan' AND NOT stops
    UNION SELECT unnest(CAST(answer->'add_exclude_terms' AS VARCHAR[])) FROM human_answer WHERE question = 'plan' AND NOT stops
);
COMMENT ON VIEW excluded_term IS 'Terms whose occurrence in title or abstract excludes a work: those of the plan as a person left it';

CREATE VIEW grouped_edition AS
SELECT sha256(r.quality || ':' || coalesce((
    -- A work read again is told apart, since themes and sections rest on what was read.
    SELECT string_agg(c.work_id || CASE WHEN n.readings > 1 THEN ':' || n.pages ELSE '' END, ',' ORDER BY c.work_id)
    FROM edition_corpus AS c LEFT JOIN (
        SELECT work_id, count(*) AS readings, max(pages) AS pages FROM reading GROUP BY work_id
    ) AS n ON n.work_id = c.work_id
), '')) AS edition
FROM review AS r;
COMMENT ON VIEW grouped_edition IS 'Content id of the corpus without works of expansions, with the tier it is written for and works read again';

CREATE OR REPLACE VIEW current_edition AS
SELECT coalesce(sha256(g.edition || ':' || a.answer_id), g.edition) AS edition
FROM grouped_edition AS g LEFT JOIN (
    FROM human_answer WHERE question = 'themes' AND NOT stops AND CAST(answer AS VARCHAR) <> '{}'
) AS a ON a.subject = g.edition;
COMMENT ON VIEW current_edition IS 'Content id of the edition as it stands: the corpus without works of expansions, its tier and readings, and what a person made of its themes';

COMMENT ON COLUMN decision.batch IS 'Screening batch within the stage; for selection the number of earlier decisions; for a verdict of a person that number below zero';

CREATE VIEW judged_twice AS
WITH analyst AS (
    FROM decision WHERE phase = 'screening' AND method <> 'human'
    QUALIFY row_number() OVER (PARTITION BY work_id ORDER BY seq DESC) = 1
), person AS (
    FROM decision WHERE phase = 'screening' AND method = 'human'
    QUALIFY row_number() OVER (PARTITION BY work_id ORDER BY seq) = 1
)
SELECT work_id, a.verdict AS analyst, p.verdict AS person, (p.features->'analyst_seen') IS NULL AS blind, a.score, a.reason,
    p.decided_by, p.decided_at
FROM analyst AS a JOIN person AS p USING (work_id);
COMMENT ON VIEW judged_twice IS 'Works that both the analyst and a person screened: the analyst''s verdict, the person''s first, and whether that was given blind, without knowing the analyst''s';

-- Cohen (1960); the variance for a kappa that is not zero is that of Fleiss, Cohen and Everitt (1969), equation 13.
CREATE VIEW screening_agreement AS
WITH total AS (
    SELECT count(*) AS n FROM judged_twice WHERE blind
), category AS (
    SELECT unnest(['include', 'exclude', 'unsure']) AS verdict
), cell AS (
    SELECT a.verdict AS analyst, p.verdict AS person, count(j.work_id) / any_value(t.n) AS share
    FROM category AS a CROSS JOIN category AS p CROSS JOIN total AS t
    LEFT JOIN judged_twice AS j ON j.blind AND j.analyst = a.verdict AND j.person = p.verdict
    WHERE t.n > 0 GROUP BY a.verdict, p.verdict
), margin AS (
    SELECT c.verdict, sum(share) FILTER (analyst = c.verdict) AS by_analyst, sum(share) FILTER (person = c.verdict) AS by_person
    FROM category AS c, cell GROUP BY c.verdict
), observed AS (
    SELECT sum(share) FILTER (analyst = person) AS po, (SELECT sum(by_analyst * by_person) FROM margin) AS pe FROM cell
), terms AS (
    SELECT any_value(o.po) AS po, any_value(o.pe) AS pe,
        sum(CASE WHEN c.analyst = c.person THEN c.share * (1 - o.pe - (a.by_person + p.by_analyst) * (1 - o.po)) ** 2
            ELSE (1 - o.po) ** 2 * c.share * (a.by_person + p.by_analyst) ** 2 END) AS scatter
    FROM cell AS c JOIN margin AS a ON a.verdict = c.analyst JOIN margin AS p ON p.verdict = c.person, observed AS o
), measured AS (
    -- Where both always said the same one thing, agreement beyond chance is not defined.
    SELECT po, CASE WHEN pe < 1 - 1e-12 THEN (po - pe) / (1 - pe) END AS kappa,
        CASE WHEN pe < 1 - 1e-12 THEN sqrt(greatest(0, scatter - (po * pe - 2 * pe + po) ** 2) / t.n) / (1 - pe) ** 2 END AS error
    FROM terms, total AS t
)
SELECT t.n::INTEGER AS works, round(po, 6) AS observed, round(kappa, 6) AS kappa,
    round(greatest(-1, kappa - 1.959964 * error), 6) AS low, round(least(1, kappa + 1.959964 * error), 6) AS high
FROM measured, total AS t WHERE t.n > 0;
COMMENT ON VIEW screening_agreement IS 'How far people and the analyst agree on the works that people judged blind: share of equal verdicts, Cohen''s kappa (1960) over include, exclude and unsure, and its 95% interval (Fleiss, Cohen and Everitt 1969); no row before a person did, kappa empty where both said the same one thing throughout';
