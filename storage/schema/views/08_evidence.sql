-- What each study found, one result of a finding a row, and the words that each datum stands on.

CREATE VIEW current_extraction AS
SELECT e.* FROM extraction AS e JOIN current_reading AS r ON r.work_id = e.work_id AND r.pages = e.pages
WHERE e.question = '' OR e.field || ': ' || e.question IN (SELECT unnest(extract) FROM review);
COMMENT ON VIEW current_extraction IS 'Data of the readings in force, and of the fields as they are asked now; others stay in extraction';

CREATE VIEW evidence AS
WITH result AS (SELECT DISTINCT work_id, finding_id, result FROM current_extraction WHERE finding_id <> '')
SELECT f.finding_id, coalesce(r.result, 1) AS result, f.work_id, c.citekey, f.text,
    -- What is stated of the result goes before what is stated of its study, whose finding_id is empty.
    arg_max(e.value, e.finding_id) FILTER (e.field = 'design') AS design,
    arg_max(e.value, e.finding_id) FILTER (e.field = 'population') AS population,
    TRY_CAST(arg_max(e.value, e.finding_id) FILTER (e.field = 'n') AS INTEGER) AS n,
    arg_max(e.value, e.finding_id) FILTER (e.field = 'setting') AS setting,
    arg_max(e.value, e.finding_id) FILTER (e.field = 'exposure_or_intervention') AS exposure_or_intervention,
    arg_max(e.value, e.finding_id) FILTER (e.field = 'comparator') AS comparator,
    arg_max(e.value, e.finding_id) FILTER (e.field = 'outcome') AS outcome,
    arg_max(e.value, e.finding_id) FILTER (e.field = 'measure') AS measure,
    arg_max(e.value, e.finding_id) FILTER (e.field = 'follow_up') AS follow_up,
    arg_max(e.value, e.finding_id) FILTER (e.field = 'direction') AS direction,
    TRY_CAST(arg_max(e.value, e.finding_id) FILTER (e.field = 'effect') AS DOUBLE) AS effect,
    TRY_CAST(arg_max(e.value, e.finding_id) FILTER (e.field = 'ci_low') AS DOUBLE) AS ci_low,
    TRY_CAST(arg_max(e.value, e.finding_id) FILTER (e.field = 'ci_high') AS DOUBLE) AS ci_high,
    arg_max(e.value, e.finding_id) FILTER (e.field = 'p') AS p,
    arg_max(e.value, e.finding_id) FILTER (e.field = 'method') AS method,
    arg_max(e.value, e.finding_id) FILTER (e.field = 'data_set') AS data_set,
    f.quote_id
FROM current_finding AS f JOIN corpus AS c ON c.work_id = f.work_id
LEFT JOIN result AS r ON r.work_id = f.work_id AND r.finding_id = f.finding_id
LEFT JOIN current_extraction AS e
    ON e.work_id = f.work_id AND (e.finding_id = '' OR (e.finding_id = f.finding_id AND e.result = r.result))
WHERE f.kind = 'finding'
GROUP BY f.finding_id, r.result, f.work_id, c.citekey, f.text, f.quote_id;
COMMENT ON VIEW evidence IS 'What the works of the review found, one result of a finding a row, and one row for a finding without any; what a text does not state, or nobody extracted, is empty';
COMMENT ON COLUMN evidence.result IS 'Which of the results of the finding, counted from 1';
COMMENT ON COLUMN evidence.design IS 'Design of the study, one of a list of names';
COMMENT ON COLUMN evidence.population IS 'Who or what was studied';
COMMENT ON COLUMN evidence.n IS 'How many units were studied; for a systematic review, included studies';
COMMENT ON COLUMN evidence.setting IS 'Where it was studied';
COMMENT ON COLUMN evidence.exposure_or_intervention IS 'What is compared, or associated with the outcome; a method where nothing is intervened on';
COMMENT ON COLUMN evidence.comparator IS 'Against what';
COMMENT ON COLUMN evidence.outcome IS 'What was measured';
COMMENT ON COLUMN evidence.measure IS 'Measure of effect, or metric';
COMMENT ON COLUMN evidence.follow_up IS 'For how long';
COMMENT ON COLUMN evidence.direction IS '+ more of the outcome, - less, 0 no difference or association, mixed; not whether it is good';
COMMENT ON COLUMN evidence.effect IS 'Value of the measure';
COMMENT ON COLUMN evidence.ci_low IS 'Lower end of its confidence interval';
COMMENT ON COLUMN evidence.ci_high IS 'Upper end of its confidence interval';
COMMENT ON COLUMN evidence.p IS 'P value as printed';
COMMENT ON COLUMN evidence.method IS 'Method, for studies without interventions';
COMMENT ON COLUMN evidence.data_set IS 'Data set, for studies without interventions';

CREATE VIEW evidence_field AS
SELECT e.work_id, c.citekey, e.finding_id, e.result, e.field, e.value, e.source, e.quote_id, q.text AS quote, q.page
FROM current_extraction AS e JOIN corpus AS c ON c.work_id = e.work_id JOIN quote AS q USING (quote_id);
COMMENT ON VIEW evidence_field IS 'Every datum of the works of the review and of their findings with the words it stands on';
COMMENT ON COLUMN evidence_field.quote IS 'The words';
