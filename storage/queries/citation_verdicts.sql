-- Each citekey that stands in a current section and was not checked yet, and whether the corpus has it.
WITH cited AS (
    SELECT section_id, version,
        unnest(list_distinct(regexp_extract_all(markdown, '(?:^|[^\pL\pN_\\])@([A-Za-z][A-Za-z0-9_:.#$%&+?<>~/-]*[A-Za-z0-9])', 1))) AS citekey
    FROM current_section
)
SELECT c.section_id, c.version, c.citekey, CASE WHEN w.citekey IS NULL THEN 'invalid' ELSE 'valid' END AS status,
    'ledger' AS checked_against,
    CASE WHEN w.citekey IS NULL THEN 'no work of the corpus has this citekey' END AS reason, 1 AS attempt
FROM cited AS c LEFT JOIN corpus AS w USING (citekey)
WHERE NOT EXISTS (FROM citation_check AS k WHERE k.section_id = c.section_id AND k.version = c.version AND k.citekey = c.citekey)
ORDER BY ALL
