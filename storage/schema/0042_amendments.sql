-- What amendments of a protocol changed, by which version works were judged and sections written, and which fields of a
-- review's own each reading was asked for; old reviews say nothing of the first, and asked every reading for all of theirs.

ALTER TABLE protocol_version ADD COLUMN dated DATE;
COMMENT ON COLUMN protocol_version.dated IS 'Date that the protocol itself gives its amendment; empty where it gives none';

CREATE TABLE protocol_change (
    number INTEGER NOT NULL, part VARCHAR NOT NULL, "action" VARCHAR NOT NULL, text VARCHAR NOT NULL,
    criterion_id VARCHAR NOT NULL, PRIMARY KEY (number, part, "action", text)
);
COMMENT ON TABLE protocol_change IS 'What each version of the protocol changed of the review as it stood; what was reworded was withdrawn and added';
COMMENT ON COLUMN protocol_change.number IS 'Version of the protocol';
COMMENT ON COLUMN protocol_change.part IS 'question, criterion, field or recall target';
COMMENT ON COLUMN protocol_change."action" IS 'added or withdrawn';
COMMENT ON COLUMN protocol_change.text IS 'The question, criterion (kind, element, words), field (name, question) or share';
COMMENT ON COLUMN protocol_change.criterion_id IS 'Criterion, as in criterion and decision; empty for other parts';

ALTER TABLE decision ADD COLUMN protocol INTEGER;
COMMENT ON COLUMN decision.protocol IS 'Version of the protocol by whose criteria a language model judged the work in screening; empty before there was one, and for other decisions';

ALTER TABLE section ADD COLUMN protocol INTEGER;
COMMENT ON COLUMN section.protocol IS 'Version of the protocol that the text was written by, kept by edits of it; empty before there was one';

CREATE TABLE answered_extraction (
    work_id VARCHAR NOT NULL, pages INTEGER NOT NULL, finding_id VARCHAR NOT NULL, field VARCHAR NOT NULL,
    position INTEGER NOT NULL, value VARCHAR NOT NULL, quote_id VARCHAR NOT NULL, source VARCHAR NOT NULL,
    result INTEGER NOT NULL, question VARCHAR NOT NULL DEFAULT '',
    PRIMARY KEY (work_id, pages, finding_id, result, field, question)
);
INSERT INTO answered_extraction BY NAME
SELECT e.*, CASE WHEN e.finding_id = '' THEN coalesce(o.question, '') ELSE '' END AS question
FROM extraction AS e LEFT JOIN (
    SELECT split_part(line, ': ', 1) AS field, substr(line, strpos(line, ': ') + 2) AS question
    FROM (SELECT unnest(extract) AS line FROM review)
) AS o ON o.field = e.field
ORDER BY e.work_id, e.pages, e.position;
DROP TABLE extraction;
ALTER TABLE answered_extraction RENAME TO extraction;
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
COMMENT ON COLUMN extraction.question IS 'For a field of one''s own, the question that it answers; empty for others';

CREATE TABLE asked_field (
    work_id VARCHAR NOT NULL, pages INTEGER NOT NULL, field VARCHAR NOT NULL, question VARCHAR NOT NULL,
    PRIMARY KEY (work_id, pages, field, question)
);
INSERT INTO asked_field
SELECT DISTINCT r.work_id, r.pages, split_part(o.line, ': ', 1), substr(o.line, strpos(o.line, ': ') + 2)
FROM reading AS r, (SELECT unnest(extract) AS line FROM review) AS o
WHERE r.produced_by NOT IN ('extractive', 'instant');
COMMENT ON TABLE asked_field IS 'Fields of the review''s own that were asked of each reading, whether or not the text answers them';
COMMENT ON COLUMN asked_field.work_id IS 'Work';
COMMENT ON COLUMN asked_field.pages IS 'Reading: pages of the full text there were to read';
COMMENT ON COLUMN asked_field.field IS 'Name of the field';
COMMENT ON COLUMN asked_field.question IS 'Question asked';

COMMENT ON COLUMN decision.phase IS 'deduplication, eligibility, screening, cutoff, selection, retrieval, retraction or full text; for works that supervision had looked for, expansion screening and expansion';
