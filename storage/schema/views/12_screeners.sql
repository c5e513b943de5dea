-- What people who screen by name say of the works as it stands, where they differ, and how far they agree.

CREATE VIEW screenable AS
SELECT s.work_id FROM screening_decision AS s JOIN current_decision AS c USING (work_id)
WHERE c.phase NOT IN ('deduplication', 'eligibility', 'retrieval', 'retraction')
  AND (s.method <> 'human' OR s.work_id IN (SELECT work_id FROM screener_verdict));
COMMENT ON VIEW screenable IS 'Works that people may screen by name: those the analyst screened, unless a rule took them out or people had decided on them otherwise';

CREATE VIEW standing_verdict AS
SELECT work_id, screener, kind, verdict, criterion_id, note, blind, verdict_id, "at", seq, phase FROM screener_verdict
WHERE kind <> 'withdrawal' AND verdict_id NOT IN (SELECT withdraws FROM screener_verdict WHERE kind = 'withdrawal')
QUALIFY row_number() OVER (PARTITION BY work_id, screener, kind = 'consensus' ORDER BY seq DESC) = 1;
COMMENT ON VIEW standing_verdict IS 'What each person says of each work as it stands: the newest not taken back';

CREATE VIEW joint_screening AS
WITH reached AS (
    -- Once anybody judged a work by its full text, what counts is what people say by that.
    SELECT work_id, max(phase) AS phase FROM standing_verdict GROUP BY work_id
), said AS (
    SELECT work_id, any_value(r.phase) AS phase, count(*) FILTER (kind = 'own')::INTEGER AS judged,
        count(DISTINCT verdict) FILTER (kind = 'own') AS opinions, max(verdict) FILTER (kind = 'own') AS opinion,
        count(DISTINCT verdict) FILTER (kind = 'third' AND verdict <> 'unsure') AS thirds,
        max(verdict) FILTER (kind = 'third' AND verdict <> 'unsure') AS third,
        arg_max(verdict, seq) FILTER (kind = 'consensus') AS consensus
    FROM standing_verdict AS s JOIN reached AS r USING (work_id) WHERE s.phase IS NOT DISTINCT FROM r.phase GROUP BY work_id
), required AS (
    SELECT coalesce(arg_max(screeners, "at"), 1)::INTEGER AS screeners FROM required_screeners
), stated AS (
    SELECT *, CASE WHEN consensus IS NOT NULL THEN 'consensus' WHEN thirds = 1 THEN 'third' WHEN judged < screeners THEN 'pending'
        WHEN opinions = 1 AND opinion <> 'unsure' THEN 'agreed' ELSE 'conflict' END AS state
    FROM said, required
)
SELECT work_id, screeners, judged, state,
    CASE state WHEN 'agreed' THEN opinion WHEN 'third' THEN third WHEN 'consensus' THEN consensus END AS verdict, phase
FROM stated;
COMMENT ON VIEW joint_screening IS 'How far people are with each work that any of them judged by name';
COMMENT ON COLUMN joint_screening.screeners IS 'How many must judge it';
COMMENT ON COLUMN joint_screening.judged IS 'How many have, each by themselves';
COMMENT ON COLUMN joint_screening.state IS 'pending (more must judge it), agreed, conflict (they differ or are all unsure), third or consensus (how a conflict ended)';
COMMENT ON COLUMN joint_screening.phase IS 'full text where any of them judged it by that, and only such verdicts count; empty for title and abstract';
COMMENT ON COLUMN joint_screening.verdict IS 'What people decided: include or exclude; empty while they have not';

CREATE VIEW screener_progress AS
WITH pending AS (
    SELECT work_id FROM screenable LEFT JOIN joint_screening USING (work_id) WHERE coalesce(state, 'pending') = 'pending' AND phase IS NULL
), known AS (
    SELECT screener, count(DISTINCT work_id) FILTER (kind = 'own')::INTEGER AS judged,
        count(DISTINCT work_id) FILTER (work_id IN (FROM pending)) AS waiting
    FROM standing_verdict GROUP BY screener
)
SELECT screener, judged, ((SELECT count(*) FROM pending) - waiting)::INTEGER AS "left" FROM known;
COMMENT ON VIEW screener_progress IS 'How many works each person has judged, and how many are left for them to judge';
COMMENT ON COLUMN screener_progress.judged IS 'Works that they judged by themselves';
COMMENT ON COLUMN screener_progress."left" IS 'Works that more people must judge, and that they have not';

CREATE VIEW screening_conflict AS
SELECT j.work_id, s.screener, s.kind, s.verdict, k.kind || ' ' || k.text AS criterion, s.note, s.blind, s."at", j.phase
FROM joint_screening AS j JOIN standing_verdict AS s ON s.work_id = j.work_id AND s.phase IS NOT DISTINCT FROM j.phase LEFT JOIN criterion AS k ON k.criterion_id = s.criterion_id
WHERE j.state = 'conflict';
COMMENT ON VIEW screening_conflict IS 'Works on which people differ or are all unsure, with what each says, until a third person decides or they agree';
COMMENT ON COLUMN screening_conflict.criterion IS 'Criterion that an exclusion names, if any';

CREATE VIEW reason_conflict AS
SELECT j.work_id, s.screener, s.kind, s.criterion_id, n.name, concat_ws(' ', n.name, k.kind, k.text) AS criterion, s.note, j.phase
FROM joint_screening AS j JOIN standing_verdict AS s ON s.work_id = j.work_id AND s.phase IS NOT DISTINCT FROM j.phase
JOIN criterion AS k ON k.criterion_id = s.criterion_id LEFT JOIN criterion_name AS n ON n.criterion_id = s.criterion_id
WHERE j.state = 'agreed' AND j.verdict = 'exclude' AND s.verdict = 'exclude' AND j.work_id IN (
    SELECT o.work_id FROM standing_verdict AS o JOIN joint_screening AS i ON i.work_id = o.work_id AND i.phase IS NOT DISTINCT FROM o.phase
    WHERE o.verdict = 'exclude' GROUP BY o.work_id HAVING count(DISTINCT o.criterion_id) > 1
);
COMMENT ON VIEW reason_conflict IS 'Works that people excluded alike for different reasons, with the reason of each: the exclusion stands, and no one reason is counted until all but one change theirs';
COMMENT ON COLUMN reason_conflict.name IS 'Code of the criterion in the protocol; empty for one that is in no protocol';
COMMENT ON COLUMN reason_conflict.criterion IS 'Criterion that the exclusion names, with its code';

CREATE VIEW independent_verdict AS
SELECT work_id, screener, verdict, phase FROM screener_verdict
WHERE kind = 'own' AND blind AND (work_id, coalesce(phase, 'screening')) IN (SELECT (work_id, phase) FROM decision WHERE method = 'human')
  -- What somebody took back after seeing the others' verdicts was independent all the same.
  AND verdict_id NOT IN (SELECT withdraws FROM screener_verdict WHERE kind = 'withdrawal' AND blind)
QUALIFY row_number() OVER (PARTITION BY work_id, screener, phase ORDER BY seq DESC) = 1;
COMMENT ON VIEW independent_verdict IS 'What each person said of a work before anything was shown of what others and the analyst said, of works that enough people judged';

-- Kappa of Cohen (1960, doi:10.1177/001316446002000104) in whole numbers; its interval is that of screening_agreement.
CREATE VIEW screener_agreement AS
WITH pair AS (
    SELECT a.screener, b.screener AS other, a.verdict AS said, b.verdict AS answered, a.phase
    FROM independent_verdict AS a JOIN independent_verdict AS b ON a.work_id = b.work_id AND a.phase IS NOT DISTINCT FROM b.phase
    WHERE a.screener < b.screener
), counted AS (
    SELECT screener, other, phase, count(*) AS n, count(*) FILTER (said = answered) AS same,
        count(*) FILTER (said = 'include') * count(*) FILTER (answered = 'include')
        + count(*) FILTER (said = 'exclude') * count(*) FILTER (answered = 'exclude')
        + count(*) FILTER (said = 'unsure') * count(*) FILTER (answered = 'unsure') AS chance,
        greatest(2, list_unique(list_concat(list(said), list(answered)))) AS k
    FROM pair GROUP BY screener, other, phase
), bounds AS (
    -- Where both always said the same one thing, agreement beyond chance is not defined.
    SELECT screener, other, phase, n, same, same / n AS po, CASE WHEN chance < n * n THEN chance / (n * n) END AS pe, n >= 2 * k ** 2 AS enough,
        CASE WHEN chance < n * n THEN (same * n - chance) / (n * n - chance) END AS kappa,
        (po + 1.959964 ** 2 / (2 * n)) / (1 + 1.959964 ** 2 / n) AS middle,
        1.959964 * sqrt(po * (1 - po) / n + 1.959964 ** 2 / (4 * n ** 2)) / (1 + 1.959964 ** 2 / n) AS half
    FROM counted
)
SELECT screener, other, n::INTEGER AS works, same::INTEGER AS alike, 100 * po AS percent, kappa,
    CASE WHEN enough THEN greatest(-1, (middle - half - pe) / (1 - pe)) END AS low,
    CASE WHEN enough THEN least(1, (middle + half - pe) / (1 - pe)) END AS high, phase
FROM bounds;
COMMENT ON VIEW screener_agreement IS 'How far each two people agree on the works that both judged without knowing what the other or the analyst said: percent agreement, Cohen''s kappa (1960) over include, exclude and unsure, and its 95% interval as in screening_agreement; by title and abstract and by full text apart, whatever reasons an exclusion names';
COMMENT ON COLUMN screener_agreement.screener IS 'One of the two';
COMMENT ON COLUMN screener_agreement.other IS 'The other';
COMMENT ON COLUMN screener_agreement.works IS 'Works that both judged';
COMMENT ON COLUMN screener_agreement.alike IS 'Works on which both gave the same verdict';
COMMENT ON COLUMN screener_agreement.percent IS 'Percent agreement, from 0 to 100';
COMMENT ON COLUMN screener_agreement.kappa IS 'Cohen''s kappa; empty where both said the same one thing throughout';
COMMENT ON COLUMN screener_agreement.low IS 'Lower bound of its 95% interval; empty below 2 k ** 2 works for k verdicts in use';
COMMENT ON COLUMN screener_agreement.high IS 'Upper bound of its 95% interval';
COMMENT ON COLUMN screener_agreement.phase IS 'full text where they judged by that; empty for title and abstract';
