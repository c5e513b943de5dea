-- What several people say of the works, each by name; old reviews have nothing of it.

CREATE TABLE required_screeners (screeners INTEGER NOT NULL, said_by VARCHAR NOT NULL, "at" TIMESTAMP PRIMARY KEY);
COMMENT ON TABLE required_screeners IS 'How many people must judge each work, independently of each other; the newest holds, and without any it is one';
COMMENT ON COLUMN required_screeners.screeners IS 'People per work';
COMMENT ON COLUMN required_screeners.said_by IS 'Who said so';
COMMENT ON COLUMN required_screeners."at" IS 'When (UTC)';

CREATE TABLE screener_verdict (
    verdict_id VARCHAR PRIMARY KEY, work_id VARCHAR NOT NULL, screener VARCHAR NOT NULL, kind VARCHAR NOT NULL,
    verdict VARCHAR, criterion_id VARCHAR, note VARCHAR NOT NULL, withdraws VARCHAR, blind BOOLEAN NOT NULL,
    "at" TIMESTAMP NOT NULL, seq BIGINT NOT NULL DEFAULT nextval('event_seq')
);
COMMENT ON TABLE screener_verdict IS 'What people who screen by name said of works, never changed: a change of mind is another row, and so is taking one back';
COMMENT ON COLUMN screener_verdict.verdict_id IS 'Id that whoever sends it gives it beforehand, so that what is sent twice counts once';
COMMENT ON COLUMN screener_verdict.work_id IS 'Work';
COMMENT ON COLUMN screener_verdict.screener IS 'Who';
COMMENT ON COLUMN screener_verdict.kind IS 'own (a verdict of one''s own), third (of somebody who had not judged the work, on a conflict of others), consensus (what those who differed agreed on), or withdrawal';
COMMENT ON COLUMN screener_verdict.verdict IS 'include, exclude or unsure; empty for a withdrawal';
COMMENT ON COLUMN screener_verdict.criterion_id IS 'Criterion that an exclusion names, if any';
COMMENT ON COLUMN screener_verdict.note IS 'In the words of the person; may be empty, except for a consensus';
COMMENT ON COLUMN screener_verdict.withdraws IS 'The verdict that a withdrawal takes back';
COMMENT ON COLUMN screener_verdict.blind IS 'Whether it was given before anything was shown of what others and the analyst said of the work';
COMMENT ON COLUMN screener_verdict."at" IS 'When it was committed (UTC)';
COMMENT ON COLUMN screener_verdict.seq IS 'Order';
