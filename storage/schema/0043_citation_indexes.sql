-- What second indexes of citations say about works of which the catalogue states few references; old reviews have none.

CREATE TABLE citation_lookup (
    work_id VARCHAR NOT NULL, "source" VARCHAR NOT NULL, stage INTEGER NOT NULL, status VARCHAR NOT NULL,
    response_id VARCHAR, "at" TIMESTAMP NOT NULL, PRIMARY KEY (work_id, "source")
);
COMMENT ON TABLE citation_lookup IS 'Works that a second index of citations was asked about, each once';
COMMENT ON COLUMN citation_lookup.work_id IS 'Work';
COMMENT ON COLUMN citation_lookup."source" IS 'Index asked, by the name it has in citation';
COMMENT ON COLUMN citation_lookup.stage IS 'Stage of the search in which it was asked, explained in search_stage';
COMMENT ON COLUMN citation_lookup.status IS 'found, or absent where the index does not know the work';
COMMENT ON COLUMN citation_lookup.response_id IS 'Its answer about the work; empty where absent';
COMMENT ON COLUMN citation_lookup."at" IS 'When it answered (UTC)';

CREATE TABLE citation_record (
    "source" VARCHAR NOT NULL, name VARCHAR NOT NULL, status VARCHAR NOT NULL, response_id VARCHAR, "at" TIMESTAMP NOT NULL,
    PRIMARY KEY ("source", name)
);
COMMENT ON TABLE citation_record IS 'Records of cited and citing works that the catalogue does not have, as a second index has them';
COMMENT ON COLUMN citation_record."source" IS 'Index asked';
COMMENT ON COLUMN citation_record.name IS 'What the index calls the work: a DOI, or an identifier of its own';
COMMENT ON COLUMN citation_record.status IS 'found, or absent where the index has no record';
COMMENT ON COLUMN citation_record.response_id IS 'The record, as an answer; empty where absent';
COMMENT ON COLUMN citation_record."at" IS 'When it answered (UTC)';

CREATE TABLE citation_reading (
    work_id VARCHAR NOT NULL, "source" VARCHAR NOT NULL, direction VARCHAR NOT NULL, stated INTEGER NOT NULL,
    resolved INTEGER NOT NULL, own INTEGER NOT NULL, PRIMARY KEY (work_id, "source", direction)
);
COMMENT ON TABLE citation_reading IS 'How many citations each answer of a second index states, and of how many the other work is known';
COMMENT ON COLUMN citation_reading.work_id IS 'Work asked about';
COMMENT ON COLUMN citation_reading."source" IS 'Index';
COMMENT ON COLUMN citation_reading.direction IS 'backward: works it cites, forward: works that cite it';
COMMENT ON COLUMN citation_reading.stated IS 'Citations that the answer states';
COMMENT ON COLUMN citation_reading.resolved IS 'Those of them of which the other work is on record, and which are therefore in citation; the others name none that is known';
COMMENT ON COLUMN citation_reading.own IS 'Those of the resolved whose other work the catalogue does not have, so that it stands as the index describes it';
COMMENT ON COLUMN citation."source" IS 'Catalogue or second index that says so; two that say so have a row each';
COMMENT ON COLUMN citation.stage IS 'Stage of the search in which it was learnt, explained in search_stage';
