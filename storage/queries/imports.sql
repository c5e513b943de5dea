-- What was imported, by file and by the database or tool its records come from; new are works that no record above names.
WITH placed AS (
    SELECT f.name AS file, f.format, i."source", i.label, m.work_id, m.matched_by,
        row_number() OVER (PARTITION BY m.work_id ORDER BY m.stage, f.name, f.file_id, i.line) AS place
    FROM imported_record AS i JOIN imported_file AS f USING (file_id) LEFT JOIN import_match AS m USING (record_id)
)
SELECT file, format, "source", count(*)::INTEGER AS records,
    count(*) FILTER (work_id IS NOT NULL AND place > 1)::INTEGER AS repeated,
    count(*) FILTER (matched_by = 'DOI')::INTEGER AS by_doi, count(*) FILTER (matched_by = 'PMID')::INTEGER AS by_pmid,
    count(*) FILTER (matched_by = 'title')::INTEGER AS by_title,
    count(*) FILTER (work_id IS NOT NULL AND matched_by = '')::INTEGER AS unmatched,
    count(*) FILTER (work_id IS NULL)::INTEGER AS unusable,
    count(*) FILTER (label = 'include')::INTEGER AS labelled_in, count(*) FILTER (label = 'exclude')::INTEGER AS labelled_out
FROM placed GROUP BY ALL ORDER BY file, "source"
