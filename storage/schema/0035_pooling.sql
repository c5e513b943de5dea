-- Pooling that people asked for, and what it came to with the effects on record; old reviews have none.

CREATE TABLE pooling (
    exposure VARCHAR NOT NULL, outcome VARCHAR NOT NULL, measure VARCHAR NOT NULL, estimator VARCHAR NOT NULL,
    wanted BOOLEAN NOT NULL, reason VARCHAR NOT NULL, reviewer VARCHAR NOT NULL, "at" TIMESTAMP NOT NULL,
    PRIMARY KEY (exposure, outcome, measure, "at")
);
COMMENT ON TABLE pooling IS 'Requests of people to pool the effects of a comparison, never changed and never made by a program; the newest holds';
COMMENT ON COLUMN pooling.exposure IS 'Exposure of the comparison, as comparison names it';
COMMENT ON COLUMN pooling.outcome IS 'Outcome of the comparison, as comparison names it';
COMMENT ON COLUMN pooling.measure IS 'Measure of effect by its short name, such as OR';
COMMENT ON COLUMN pooling.estimator IS 'How the variance between works is estimated: pm (Paule and Mandel), dl (DerSimonian and Laird)';
COMMENT ON COLUMN pooling.wanted IS 'Whether it is asked for; false takes an earlier request back';
COMMENT ON COLUMN pooling.reason IS 'Why, in the words of the person; may be empty';
COMMENT ON COLUMN pooling.reviewer IS 'Who';
COMMENT ON COLUMN pooling."at" IS 'When (UTC)';

CREATE TABLE pooled_effect (
    exposure VARCHAR NOT NULL, outcome VARCHAR NOT NULL, measure VARCHAR NOT NULL, estimator VARCHAR NOT NULL,
    works INTEGER NOT NULL, fixed_effect DOUBLE NOT NULL, fixed_low DOUBLE NOT NULL, fixed_high DOUBLE NOT NULL,
    random_effect DOUBLE NOT NULL, random_low DOUBLE NOT NULL, random_high DOUBLE NOT NULL, tau2 DOUBLE NOT NULL,
    q DOUBLE NOT NULL, q_p DOUBLE NOT NULL, i2 DOUBLE NOT NULL, PRIMARY KEY (exposure, outcome, measure)
);
COMMENT ON TABLE pooled_effect IS 'What the requests to pool in force come to, computed anew whenever the effects of the review change; a request that cannot be met has no row';
COMMENT ON COLUMN pooled_effect.exposure IS 'Exposure of the comparison';
COMMENT ON COLUMN pooled_effect.outcome IS 'Outcome of the comparison';
COMMENT ON COLUMN pooled_effect.measure IS 'Measure of effect by its short name';
COMMENT ON COLUMN pooled_effect.estimator IS 'How the variance between works was estimated: pm or dl';
COMMENT ON COLUMN pooled_effect.works IS 'How many works, one result each';
COMMENT ON COLUMN pooled_effect.fixed_effect IS 'Effect by the fixed-effect model, inverse-variance weights, in the unit of the measure';
COMMENT ON COLUMN pooled_effect.fixed_low IS 'Lower end of its 95% confidence interval';
COMMENT ON COLUMN pooled_effect.fixed_high IS 'Upper end of its 95% confidence interval';
COMMENT ON COLUMN pooled_effect.random_effect IS 'Effect by the random-effects model';
COMMENT ON COLUMN pooled_effect.random_low IS 'Lower end of its 95% confidence interval';
COMMENT ON COLUMN pooled_effect.random_high IS 'Upper end of its 95% confidence interval';
COMMENT ON COLUMN pooled_effect.tau2 IS 'Variance between works, on the scale of pooling: logarithm of ratios, Fisher''s z of correlations, else the measure';
COMMENT ON COLUMN pooled_effect.q IS 'Cochran''s Q';
COMMENT ON COLUMN pooled_effect.q_p IS 'P value of Q';
COMMENT ON COLUMN pooled_effect.i2 IS 'Share of variation due to differences between works, in [0, 1] (Higgins and Thompson 2002)';

CREATE TABLE pooled_result (
    exposure VARCHAR NOT NULL, outcome VARCHAR NOT NULL, measure VARCHAR NOT NULL, finding_id VARCHAR NOT NULL,
    result INTEGER NOT NULL, left_out VARCHAR NOT NULL, fixed_weight DOUBLE, random_weight DOUBLE,
    PRIMARY KEY (exposure, outcome, measure, finding_id, result)
);
COMMENT ON TABLE pooled_result IS 'Results that a request to pool in force concerns, those left out among them with why';
COMMENT ON COLUMN pooled_result.exposure IS 'Exposure of the comparison';
COMMENT ON COLUMN pooled_result.outcome IS 'Outcome of the comparison';
COMMENT ON COLUMN pooled_result.measure IS 'Measure of effect by its short name';
COMMENT ON COLUMN pooled_result.finding_id IS 'Finding whose result it is';
COMMENT ON COLUMN pooled_result.result IS 'Which of the finding''s results, from 1';
COMMENT ON COLUMN pooled_result.left_out IS 'Why it was not pooled; empty where it was, or would be if there were three';
COMMENT ON COLUMN pooled_result.fixed_weight IS 'Share of the fixed-effect estimate, in [0, 1]';
COMMENT ON COLUMN pooled_result.random_weight IS 'Share of the random-effects estimate, in [0, 1]';
