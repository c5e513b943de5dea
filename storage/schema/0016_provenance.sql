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

CREATE VIEW reference_field AS
SELECT f.work_id, f.field, f.position, f.part, f.value, f.response_id, f.json_path, f.stated, r.source
FROM field_source AS f JOIN response AS r USING (response_id)
QUALIFY dense_rank() OVER (
    PARTITION BY f.work_id, f.field
    ORDER BY coalesce(list_position(['crossref', 'semanticscholar', 'openalex', 'local', 'openlibrary', 'arxiv'], r.source), 99),
        r.fetched_at DESC, f.response_id
) = 1;
COMMENT ON VIEW reference_field IS 'What references are made of: of each field the values of the best source, Crossref before Semantic Scholar before OpenAlex (also from files) before Open Library and arXiv';

CREATE OR REPLACE VIEW provenance_violation AS
WITH printed AS (
    UNPIVOT (
        SELECT work_id, response_id, title, type, venue, volume, issue, pages, publisher, isbn, doi, language, oa_url,
            CAST("year" AS VARCHAR) AS "year", CASE WHEN len(authors) > 0 THEN 'stated' END AS authors,
            CASE WHEN len(editors) > 0 THEN 'stated' END AS editors
        FROM corpus
    ) ON title, type, venue, volume, issue, pages, publisher, isbn, doi, language, oa_url, "year", authors, editors
    INTO NAME field VALUE value
)
SELECT c.work_id, 'record' AS field, 'the answer it was read from is not kept' AS reason
FROM corpus AS c LEFT JOIN response AS r USING (response_id) WHERE r.response_id IS NULL
UNION ALL
SELECT p.work_id, p.field, 'no answer that is kept states it' AS reason
FROM printed AS p ANTI JOIN reference_field AS f ON f.work_id = p.work_id AND f.field = p.field
UNION ALL
SELECT p.work_id, p.field, 'the answer it was read from says otherwise' AS reason
FROM printed AS p JOIN field_source AS f ON f.work_id = p.work_id AND f.response_id = p.response_id AND f.field = p.field
WHERE f.part = '' AND p.field NOT IN ('authors', 'editors') AND f.value <> p.value
UNION ALL
SELECT f.work_id, f.field, 'the answer does not say so at ' || f.json_path AS reason
FROM reference_field AS f JOIN corpus AS c ON c.work_id = f.work_id JOIN response AS r ON r.response_id = f.response_id
-- DuckDB writes members with signs in their names as ."name"; what is no strict JSON it cannot look into.
WHERE json_valid(r.body) AND TRY(json_extract_string(
    r.body, regexp_replace(f.json_path, '\[''([^'']*)''\]', '."\1"', 'g')
)) IS DISTINCT FROM f.stated;
COMMENT ON VIEW provenance_violation IS 'Fields of references of the corpus that no kept answer states, or not at the path given';

CREATE VIEW retracted_work AS
SELECT work_id, min(date) AS date, string_agg(DISTINCT source, ', ' ORDER BY source) AS sources,
    min(notice_doi) AS notice_doi, min(reason) AS reason
FROM retraction AS r
WHERE kind = 'retraction' AND NOT EXISTS (
    FROM retraction AS b WHERE b.work_id = r.work_id AND b.kind = 'reinstatement' AND (r.date IS NULL OR b.date >= r.date)
)
GROUP BY work_id;
COMMENT ON VIEW retracted_work IS 'Works that are retracted and were not reinstated later';

CREATE VIEW retracted_claim AS
WITH last_written AS (
    FROM section WHERE edition = (SELECT arg_max(edition, created_at) FROM section)
    QUALIFY row_number() OVER (PARTITION BY section_id ORDER BY version DESC) = 1
)
SELECT c.claim_id, c.section_id, c.version, c.sentence, c.citekey, w.work_id, r.date, r.notice_doi, r.sources
FROM claim AS c JOIN last_written AS s USING (section_id, version)
JOIN work AS w USING (citekey) JOIN retracted_work AS r ON r.work_id = w.work_id;
COMMENT ON VIEW retracted_claim IS 'Sentences of the review as last written that cite a retracted work';

CREATE OR REPLACE VIEW prisma AS
WITH found AS (
    SELECT f.work_id, f.strategy, d.phase, d.verdict,
        EXISTS (FROM screening_decision AS s WHERE s.work_id = f.work_id) AS screened,
        (SELECT s.verdict FROM screening_decision AS s WHERE s.work_id = f.work_id) AS screening
    FROM first_discovery AS f LEFT JOIN current_decision AS d USING (work_id)
)
SELECT 'identified' AS item, count(*) AS n FROM found
UNION ALL SELECT 'identified_' || strategy, count(*) FROM found GROUP BY strategy
UNION ALL SELECT 'duplicates', count(*) FILTER (phase = 'deduplication') FROM found
UNION ALL SELECT 'rule_excluded', count(*) FILTER (phase = 'eligibility') FROM found
UNION ALL SELECT 'not_reached', count(*) FILTER (phase = 'cutoff') FROM found
UNION ALL SELECT 'pending', count(*) FILTER (phase IS NULL) FROM found
UNION ALL SELECT 'screened', count(*) FILTER (screened) FROM found
UNION ALL SELECT 'excluded', count(*) FILTER (screening = 'exclude') FROM found
UNION ALL SELECT 'unsure', count(*) FILTER (screening = 'unsure') FROM found
UNION ALL SELECT 'relevant', count(*) FILTER (screening = 'include') FROM found
UNION ALL SELECT 'beyond_tier', count(*) FILTER (screening = 'include' AND verdict = 'exclude' AND phase NOT IN ('retrieval', 'retraction')) FROM found
UNION ALL SELECT 'not_retrieved', count(*) FROM found WHERE screening = 'include' AND verdict = 'exclude' AND phase = 'retrieval' HAVING count(*) > 0
UNION ALL SELECT 'retracted', count(*) FROM found WHERE screening = 'include' AND verdict = 'exclude' AND phase = 'retraction' HAVING count(*) > 0
UNION ALL SELECT 'corpus', count(*) FROM corpus;
COMMENT ON VIEW prisma IS 'PRISMA 2020 counts: identified = duplicates + rule_excluded + not_reached + screened (+ pending while running); screened = excluded + unsure + relevant; relevant = beyond_tier + corpus (+ not_retrieved, where works that cannot be read gave their place to others; + retracted, where works were retracted that the catalogue does not know to be)';

CREATE OR REPLACE VIEW missed_seminal AS
SELECT x.cited_id AS work_id, w.title, w.year, count(DISTINCT x.citing_id) AS cited_by_corpus,
    CASE WHEN w.work_id IS NULL THEN 'not in the catalogue searched'
         WHEN any_value(k.work_id) IS NOT NULL AND any_value(e.work_id) IS NOT NULL
             THEN any_value(d.reason) || ' That record: ' || any_value(e.reason)
         WHEN any_value(d.work_id) IS NOT NULL THEN any_value(d.reason)
         WHEN any_value(f.work_id) IS NOT NULL THEN 'Found, and not decided yet.'
         ELSE 'Its record was met among the works cited, and no search or followed citation led to it.' END AS reason,
    w.doi, w.cited_by_count, any_value(d.phase) AS phase, any_value(d.score) AS score
FROM citation AS x
JOIN corpus AS c ON c.work_id = x.citing_id
LEFT JOIN work AS w ON w.work_id = x.cited_id
LEFT JOIN work_version AS k ON k.work_id = x.cited_id
LEFT JOIN current_decision AS d ON d.work_id = x.cited_id
LEFT JOIN current_decision AS e ON e.work_id = k.family_id
LEFT JOIN (SELECT DISTINCT work_id FROM discovery) AS f ON f.work_id = x.cited_id
-- A version or duplicate of a work of the corpus is not missed.
WHERE x.cited_id NOT IN (SELECT work_id FROM corpus) AND (k.family_id IS NULL OR k.family_id NOT IN (SELECT work_id FROM corpus))
GROUP BY x.cited_id, w.work_id, w.title, w.year, w.doi, w.cited_by_count
HAVING count(DISTINCT x.citing_id) >= 3
ORDER BY cited_by_corpus DESC, x.cited_id;
COMMENT ON VIEW missed_seminal IS 'Works cited by three or more corpus works of which neither they nor another version is in the corpus, with the phase that decided against them and why';
