-- A finding may have several results; what was extracted before is of its first one.

CREATE TABLE extraction_of_result (
    work_id VARCHAR NOT NULL, pages INTEGER NOT NULL, finding_id VARCHAR NOT NULL, field VARCHAR NOT NULL,
    position INTEGER NOT NULL, value VARCHAR NOT NULL, quote_id VARCHAR NOT NULL, source VARCHAR NOT NULL,
    result INTEGER NOT NULL,
    PRIMARY KEY (work_id, pages, finding_id, result, field)
);
INSERT INTO extraction_of_result BY NAME
SELECT *, CASE WHEN finding_id = '' THEN 0 ELSE 1 END AS result FROM extraction ORDER BY work_id, pages, position;
DROP TABLE extraction;
ALTER TABLE extraction_of_result RENAME TO extraction;
COMMENT ON TABLE extraction IS 'One datum of a work, or of a result of one of its findings; what a text does not state has no row';
COMMENT ON COLUMN extraction.work_id IS 'Work';
COMMENT ON COLUMN extraction.pages IS 'Reading it comes from: pages of the full text there were to read';
COMMENT ON COLUMN extraction.finding_id IS 'Finding it belongs to; empty for what holds for the whole study';
COMMENT ON COLUMN extraction.field IS 'design, population, n, setting, follow_up, method, data_set, randomisation, blinding, attrition, adjustment; exposure_or_intervention, comparator, outcome, measure, direction, effect, ci_low, ci_high, p; or a field of one''s own';
COMMENT ON COLUMN extraction.position IS 'Order within the reading';
COMMENT ON COLUMN extraction.value IS 'As the text has it; n in digits, direction +, 0, - or mixed, design one of a list, effect and its interval as decimal numbers';
COMMENT ON COLUMN extraction.quote_id IS 'Words it stands on';
COMMENT ON COLUMN extraction.source IS 'Analyst that extracted it';
COMMENT ON COLUMN extraction.result IS 'Which of the results of its finding, counted from 1; 0 for what holds for the whole study';
