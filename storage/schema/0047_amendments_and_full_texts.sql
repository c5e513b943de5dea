-- Searches made anew since an amendment of the protocol changed the questions, verdicts of people by full texts, and what
-- exports of screening tools say of people and reasons; old reviews have none.

CREATE TABLE amended_search (number INTEGER PRIMARY KEY, stage INTEGER NOT NULL, begun_at TIMESTAMP NOT NULL);
COMMENT ON TABLE amended_search IS 'Versions of the protocol whose questions were searched anew, with those of the versions between it and the one before';
COMMENT ON COLUMN amended_search.number IS 'Version of the protocol';
COMMENT ON COLUMN amended_search.stage IS 'Stage of the search that its queries were run in, explained in search_stage';
COMMENT ON COLUMN amended_search.begun_at IS 'When it began (UTC)';

ALTER TABLE search_query ADD COLUMN protocol INTEGER;
COMMENT ON COLUMN search_query.protocol IS 'Version of the protocol whose amended questions it was run for; empty for queries of the first search, of expansions and of other stages';
COMMENT ON COLUMN decision.protocol IS 'Version of the protocol by whose questions and criteria the analyst judged the work in screening, or by its full text; empty before there was one, and for other decisions';

ALTER TABLE protocol_version ADD COLUMN replaced JSON;
COMMENT ON COLUMN protocol_version.replaced IS 'Questions, criteria and fields that the review was asked for until then, by which a replay begins; empty for versions taken before these were kept';

ALTER TABLE screener_verdict ADD COLUMN phase VARCHAR;
COMMENT ON COLUMN screener_verdict.phase IS 'full text where the person judged the work by it; empty for title and abstract';

CREATE TABLE imported_opinion (
    record_id VARCHAR NOT NULL, screener VARCHAR NOT NULL, verdict VARCHAR NOT NULL, PRIMARY KEY (record_id, screener)
);
COMMENT ON TABLE imported_opinion IS 'What each person said of an imported record, as the export of a screening tool states it';
COMMENT ON COLUMN imported_opinion.record_id IS 'Record';
COMMENT ON COLUMN imported_opinion.screener IS 'Who, as the export calls them';
COMMENT ON COLUMN imported_opinion.verdict IS 'include, exclude or unsure';

ALTER TABLE imported_record ADD COLUMN reasons VARCHAR[];
COMMENT ON COLUMN imported_record.reasons IS 'Reasons of an exclusion, as the export of a screening tool states them; empty where it states none';
