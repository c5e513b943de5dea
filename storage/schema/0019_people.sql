-- People in the loop: what they were asked, what they answered, and how far their verdicts agree with the analyst's.

CREATE TABLE human_question (
    question VARCHAR NOT NULL, subject VARCHAR NOT NULL, round INTEGER NOT NULL, flow_run_id VARCHAR,
    "at" TIMESTAMP NOT NULL, PRIMARY KEY (question, subject, round)
);
COMMENT ON TABLE human_question IS 'Every time a person was asked; a question with an answer is never asked again';
COMMENT ON COLUMN human_question.question IS 'plan, screening or themes';
COMMENT ON COLUMN human_question.subject IS 'What it was about: the plan, the last diffusion stage screened, or the edition whose themes they are';
COMMENT ON COLUMN human_question.round IS 'How often it was asked before';
COMMENT ON COLUMN human_question.flow_run_id IS 'Prefect flow run that paused for it; empty in a terminal';
COMMENT ON COLUMN human_question."at" IS 'When (UTC)';

CREATE TABLE human_answer (
    answer_id VARCHAR PRIMARY KEY, question VARCHAR NOT NULL, subject VARCHAR NOT NULL, round INTEGER NOT NULL, answer JSON NOT NULL,
    stops BOOLEAN NOT NULL, answered_by VARCHAR NOT NULL, "at" TIMESTAMP NOT NULL
);
COMMENT ON TABLE human_answer IS 'What people answered, never changed; verdicts on works are rows of decision as well, with the method human';
COMMENT ON COLUMN human_answer.answer_id IS 'Content id';
COMMENT ON COLUMN human_answer.question IS 'plan, screening or themes';
COMMENT ON COLUMN human_answer.subject IS 'What it is about, as in human_question';
COMMENT ON COLUMN human_answer.round IS 'Which time of asking it answers';
COMMENT ON COLUMN human_answer.answer IS 'What the person changed, by field; empty where everything was left as it was';
COMMENT ON COLUMN human_answer.stops IS 'Whether the person stopped the run, to be asked again when it goes on';
COMMENT ON COLUMN human_answer.answered_by IS 'Who';
COMMENT ON COLUMN human_answer."at" IS 'When (UTC)';

COMMENT ON COLUMN decision.batch IS 'Screening batch within the stage; for selection the number of earlier decisions; for a verdict of a person that number below zero';
