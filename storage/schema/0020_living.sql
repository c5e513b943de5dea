-- The living review: updates of a finished review, what each looked up and searched again, and what came of it.

CREATE TABLE living_update (
    number INTEGER PRIMARY KEY, stage INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL,
    catalogue VARCHAR NOT NULL, previous_catalogue VARCHAR NOT NULL, edition VARCHAR NOT NULL, numbers JSON NOT NULL,
    started_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE living_update IS 'Updates of the finished review; one without a row in living_result is under way';
COMMENT ON COLUMN living_update.number IS '1 is the first';
COMMENT ON COLUMN living_update.stage IS 'Stage of its discoveries and decisions: 100 and its number';
COMMENT ON COLUMN living_update.since IS 'Earliest publication year asked for';
COMMENT ON COLUMN living_update.until IS 'Newest publication year the catalogue had';
COMMENT ON COLUMN living_update.catalogue IS 'Name and content digest of the catalogue asked';
COMMENT ON COLUMN living_update.previous_catalogue IS 'The same of the search or update before';
COMMENT ON COLUMN living_update.edition IS 'Edition of the text it starts from';
COMMENT ON COLUMN living_update.numbers IS 'The numbers that its text stated and what the review had cost, before';
COMMENT ON COLUMN living_update.started_at IS 'When (UTC)';

CREATE TABLE living_search (
    number INTEGER NOT NULL, asked VARCHAR NOT NULL, found INTEGER NOT NULL, fresh INTEGER NOT NULL, PRIMARY KEY (number, asked)
);
COMMENT ON TABLE living_search IS 'What an update asked the catalogue again';
COMMENT ON COLUMN living_search.number IS 'Update';
COMMENT ON COLUMN living_search.asked IS 'Query of search_query, or content id of the works followed';
COMMENT ON COLUMN living_search.found IS 'Works since the year asked for';
COMMENT ON COLUMN living_search.fresh IS 'Works among them that the review had not found before';

CREATE TABLE living_lookup (
    number INTEGER NOT NULL, work_id VARCHAR NOT NULL, status VARCHAR NOT NULL, cited_by_count INTEGER, PRIMARY KEY (number, work_id)
);
COMMENT ON TABLE living_lookup IS 'Corpus works whose record an update looked up again';
COMMENT ON COLUMN living_lookup.number IS 'Update';
COMMENT ON COLUMN living_lookup.work_id IS 'Work';
COMMENT ON COLUMN living_lookup.status IS 'standing, retracted, published (its record, of a preprint before, is of a published work now), or absent from the catalogue';
COMMENT ON COLUMN living_lookup.cited_by_count IS 'Citations received, as the catalogue counts them by then';

CREATE TABLE living_section (
    number INTEGER NOT NULL, section_id VARCHAR NOT NULL, "action" VARCHAR NOT NULL, reason VARCHAR NOT NULL, version INTEGER NOT NULL,
    PRIMARY KEY (number, section_id)
);
COMMENT ON TABLE living_section IS 'What an update did with each section of the text it started from';
COMMENT ON COLUMN living_section.number IS 'Update';
COMMENT ON COLUMN living_section.section_id IS 'Section';
COMMENT ON COLUMN living_section."action" IS 'carried (to the letter), rewritten, or dropped with its theme';
COMMENT ON COLUMN living_section.reason IS 'Why';
COMMENT ON COLUMN living_section.version IS 'Its version before';

CREATE TABLE living_result (
    number INTEGER PRIMARY KEY, edition VARCHAR NOT NULL, news BOOLEAN NOT NULL, report VARCHAR NOT NULL,
    api_calls INTEGER NOT NULL, api_usd DOUBLE NOT NULL, llm_calls INTEGER NOT NULL, llm_usd DOUBLE NOT NULL,
    finished_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE living_result IS 'What came of each update';
COMMENT ON COLUMN living_result.number IS 'Update';
COMMENT ON COLUMN living_result.edition IS 'Edition of the text it ended with';
COMMENT ON COLUMN living_result.news IS 'Whether there was anything to tell';
COMMENT ON COLUMN living_result.report IS 'Its part of changes.md; empty without news';
COMMENT ON COLUMN living_result.api_calls IS 'Calls to catalogues and services';
COMMENT ON COLUMN living_result.api_usd IS 'Their price in dollars';
COMMENT ON COLUMN living_result.llm_calls IS 'Calls to language models';
COMMENT ON COLUMN living_result.llm_usd IS 'Their price in dollars';
COMMENT ON COLUMN living_result.finished_at IS 'When (UTC)';

ALTER TABLE run ADD COLUMN numbers JSON;
COMMENT ON COLUMN run.numbers IS 'The numbers of the review by the end of a run that finished, which its text states';

COMMENT ON COLUMN decision.stage IS 'Diffusion stage, 100 and the number of an update, or from 1001 an expansion; for selection and retrieval the number of works allowed';
COMMENT ON COLUMN discovery.stage IS 'Diffusion stage; 0 is the search before snowballing, 100 and more are updates, 1001 and more expansions';
COMMENT ON COLUMN work_version.relation IS 'same DOI, same title, preprint, other version, or published since (a preprint whose place the published version took)';
COMMENT ON COLUMN theme_path."action" IS 'keep (one group), merge (several), split (part of one), bridge (second theme of the work), leftover (unclaimed), update (nearest theme of a work that an update added)';
