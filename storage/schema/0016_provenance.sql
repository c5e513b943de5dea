-- Where every field of a reference comes from, what the other indexes were asked, and which works were retracted.

ALTER TABLE field_source ADD COLUMN position INTEGER;
ALTER TABLE field_source ADD COLUMN part VARCHAR;
ALTER TABLE field_source ADD COLUMN stated VARCHAR;
COMMENT ON TABLE field_source IS 'Which answer states which field of a reference, one row for each value in the answer; see reference_field for those in force';
COMMENT ON COLUMN field_source.field IS 'type, title, authors, editors, venue, volume, issue, pages, publisher, year, doi, isbn, language or oa_url, as in work';
COMMENT ON COLUMN field_source.value IS 'Value as used: without markup, in the one spelling that works are compared in';
COMMENT ON COLUMN field_source.json_path IS 'Where in the answer (JSONPath, RFC 9535)';
COMMENT ON COLUMN field_source.position IS 'Place of the author or editor, from 1; 1 for other fields';
COMMENT ON COLUMN field_source.part IS 'Part of a field that answers state in several places: name, family, given, suffix; first, last; subtitle';
COMMENT ON COLUMN field_source.stated IS 'What stands at the path, as text';

CREATE TABLE record_lookup (
    work_id VARCHAR NOT NULL, source VARCHAR NOT NULL, status VARCHAR NOT NULL, response_id VARCHAR, "at" TIMESTAMP NOT NULL,
    PRIMARY KEY (work_id, source)
);
COMMENT ON TABLE record_lookup IS 'What other indexes said when asked for the record of a work by its DOI';
COMMENT ON COLUMN record_lookup.work_id IS 'Work';
COMMENT ON COLUMN record_lookup.source IS 'Index asked';
COMMENT ON COLUMN record_lookup.status IS 'found, absent, or other work (its record under this DOI has another title, so nothing is taken from it)';
COMMENT ON COLUMN record_lookup.response_id IS 'The record';
COMMENT ON COLUMN record_lookup."at" IS 'When (UTC)';

ALTER TABLE retraction ADD COLUMN reason VARCHAR;
COMMENT ON TABLE retraction IS 'Retractions and corrections found, by every source that says so';
COMMENT ON COLUMN retraction.kind IS 'retraction (withdrawals and removals too), concern, correction, or reinstatement';
COMMENT ON COLUMN retraction.reason IS 'Why, as the source says';
COMMENT ON COLUMN decision.phase IS 'deduplication, eligibility, screening, cutoff, selection, retrieval for a work that cannot be read and the one that takes its place, or retraction for a work that was retracted and the one that takes its place';
