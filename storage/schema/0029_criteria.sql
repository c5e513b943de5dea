-- Criteria that the analyst judges works by one by one, and who proposed them; old reviews have none.

ALTER TABLE review ADD COLUMN criteria VARCHAR[] DEFAULT [];
ALTER TABLE criterion ADD COLUMN proposed_by VARCHAR;
COMMENT ON COLUMN review.criteria IS 'Criteria of inclusion and exclusion ordered, as lines: kind, element, words';
COMMENT ON COLUMN criterion.proposed_by IS 'For criteria that works are judged by one by one: person, or the analyst; empty for others';
COMMENT ON COLUMN decision.criterion_id IS 'Criterion that decided; empty where the topic did';
