-- What references rest on, and which works were retracted.

CREATE VIEW reference_field AS
SELECT f.work_id, f.field, f.position, f.part, f.value, f.response_id, f.json_path, f.stated, r.source
FROM field_source AS f JOIN response AS r USING (response_id)
QUALIFY dense_rank() OVER (
    PARTITION BY f.work_id, f.field
    ORDER BY coalesce(list_position(['crossref', 'semanticscholar', 'openalex', 'local', 'openlibrary', 'arxiv'], r.source), 99),
        r.fetched_at DESC, f.response_id
) = 1;
COMMENT ON VIEW reference_field IS 'What references are made of: of each field the values of the best source, Crossref before Semantic Scholar before OpenAlex (also from files) before Open Library and arXiv';

CREATE VIEW provenance_violation AS
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
COMMENT ON COLUMN provenance_violation.reason IS 'What is wrong with it';

CREATE VIEW retracted_work AS
SELECT work_id, min(date) AS date, string_agg(DISTINCT source, ', ' ORDER BY source) AS sources,
    min(notice_doi) AS notice_doi, min(reason) AS reason
FROM retraction AS r
WHERE kind = 'retraction' AND NOT EXISTS (
    FROM retraction AS b WHERE b.work_id = r.work_id AND b.kind = 'reinstatement' AND (r.date IS NULL OR b.date >= r.date)
)
GROUP BY work_id;
COMMENT ON VIEW retracted_work IS 'Works that are retracted and were not reinstated later';
COMMENT ON COLUMN retracted_work.sources IS 'Who says so';

CREATE VIEW retracted_claim AS
WITH last_written AS (
    FROM section WHERE edition = (SELECT arg_max(edition, created_at) FROM section)
    QUALIFY row_number() OVER (PARTITION BY section_id ORDER BY version DESC) = 1
)
SELECT c.claim_id, c.section_id, c.version, c.sentence, c.citekey, w.work_id, r.date, r.notice_doi, r.sources
FROM claim AS c JOIN last_written AS s USING (section_id, version)
JOIN work AS w USING (citekey) JOIN retracted_work AS r ON r.work_id = w.work_id;
COMMENT ON VIEW retracted_claim IS 'Sentences of the review as last written that cite a retracted work';
COMMENT ON COLUMN retracted_claim.sources IS 'Who says that the work was retracted';
