-- Works that supervision brings in: judged against the gap they should close, on top of the tier's size, in the text as it stands.

ALTER TABLE supervision ADD COLUMN edition VARCHAR;
ALTER TABLE supervision ADD COLUMN queries VARCHAR[];
ALTER TABLE supervision ADD COLUMN guidance VARCHAR;
ALTER TABLE supervision ADD COLUMN section_ids VARCHAR[];
ALTER TABLE supervision ADD COLUMN label VARCHAR;
ALTER TABLE supervision ADD COLUMN work_ids VARCHAR[];
ALTER TABLE supervision ADD COLUMN stage INTEGER;
COMMENT ON COLUMN supervision.edition IS 'Edition of the review that was supervised';
COMMENT ON COLUMN supervision.queries IS 'What was searched for a gap';
COMMENT ON COLUMN supervision.guidance IS 'How what is found is to be worked in';
COMMENT ON COLUMN supervision.section_ids IS 'Sections that a gap touches; empty where the works found decide';
COMMENT ON COLUMN supervision.label IS 'Heading of a new theme for what is found; empty where sections that stand are extended';
COMMENT ON COLUMN supervision.work_ids IS 'Works named with a gap, or those that its expansion brought in';
COMMENT ON COLUMN supervision.stage IS 'Stage of the discoveries and decisions of the expansion, from 1001';

COMMENT ON COLUMN decision.phase IS 'deduplication, eligibility, screening, cutoff, selection, retrieval for a work that cannot be read and the one that takes its place, retraction for a work that was retracted and the one that takes its place, expansion screening for a work judged against a gap in the text, or expansion for the place of one found relevant to it';
COMMENT ON COLUMN discovery.stage IS 'Diffusion stage; 0 is the search before snowballing, 1001 and more are expansions';
