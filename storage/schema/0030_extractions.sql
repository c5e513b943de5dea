-- What the works studied, in whom, against what and with which result, datum by datum; old reviews have none.

CREATE TABLE extraction (
    work_id VARCHAR NOT NULL, pages INTEGER NOT NULL, finding_id VARCHAR NOT NULL, field VARCHAR NOT NULL,
    position INTEGER NOT NULL, value VARCHAR NOT NULL, quote_id VARCHAR NOT NULL, source VARCHAR NOT NULL,
    PRIMARY KEY (work_id, pages, finding_id, field)
);
COMMENT ON TABLE extraction IS 'One datum of a work or of one of its findings; what a text does not state has no row';
COMMENT ON COLUMN extraction.work_id IS 'Work';
COMMENT ON COLUMN extraction.pages IS 'Reading it comes from: pages of the full text there were to read';
COMMENT ON COLUMN extraction.finding_id IS 'Finding it belongs to; empty for what holds for the whole study';
COMMENT ON COLUMN extraction.field IS 'design, population, n, setting, follow_up, method, data_set; exposure_or_intervention, comparator, outcome, measure, direction, effect, ci_low, ci_high, p; or a field of one''s own';
COMMENT ON COLUMN extraction.position IS 'Order within the reading';
COMMENT ON COLUMN extraction.value IS 'As the text has it; n in digits, direction +, 0, - or mixed, design one of a list, effect and its interval as decimal numbers';
COMMENT ON COLUMN extraction.quote_id IS 'Words it stands on';
COMMENT ON COLUMN extraction.source IS 'Analyst that extracted it';
