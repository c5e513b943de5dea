-- What people say of the quality of the works, domain by domain of a tool; old reviews have none.

CREATE TABLE appraisal (
    work_id VARCHAR NOT NULL, tool VARCHAR NOT NULL, domain VARCHAR NOT NULL, judgement VARCHAR NOT NULL,
    reason VARCHAR NOT NULL, reviewer VARCHAR NOT NULL, "at" TIMESTAMP NOT NULL,
    PRIMARY KEY (work_id, tool, domain, reviewer, "at")
);
COMMENT ON TABLE appraisal IS 'Judgements of people on the quality of works, never changed and never made by a program; the newest holds';
COMMENT ON COLUMN appraisal.work_id IS 'Work';
COMMENT ON COLUMN appraisal.tool IS 'Tool: rob2, robins-i, or a checklist of JBI such as jbi-qualitative';
COMMENT ON COLUMN appraisal.domain IS 'Domain or item of the tool, D1 and so on; Overall for the judgement on the whole';
COMMENT ON COLUMN appraisal.judgement IS 'In the words of the tool';
COMMENT ON COLUMN appraisal.reason IS 'Why, in the words of the person; may be empty';
COMMENT ON COLUMN appraisal.reviewer IS 'Who';
COMMENT ON COLUMN appraisal."at" IS 'When (UTC)';
