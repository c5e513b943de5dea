-- Where a loop of supervision stands, which it reads back to go on; it was kept as JSON among the topics of its decisions.

CREATE TABLE loop_step (edition VARCHAR NOT NULL, loop VARCHAR NOT NULL, iteration INTEGER NOT NULL, step VARCHAR NOT NULL, state JSON NOT NULL);
INSERT INTO loop_step
SELECT topic->>'edition', loop, iteration, "action", json_merge_patch(topic, '{"edition": null}')
FROM supervision WHERE loop IN ('structure', 'editing') AND json_valid(topic) ORDER BY rowid;
UPDATE supervision SET topic = NULL WHERE loop IN ('structure', 'editing') AND json_valid(topic);
COMMENT ON TABLE loop_step IS 'What a loop of supervision has done so far, in this order, so that no step is done twice';
COMMENT ON COLUMN loop_step.edition IS 'Edition of the text it is about';
COMMENT ON COLUMN loop_step.loop IS 'Loop';
COMMENT ON COLUMN loop_step.iteration IS 'Iteration, counted from 1';
COMMENT ON COLUMN loop_step.step IS 'What was done; of the same name as the action in supervision that tells it to people';
COMMENT ON COLUMN loop_step.state IS 'What came of it, as the loop reads it back: versions, issues, rewritings, coherence, or the section read';
