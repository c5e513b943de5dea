-- Works on record with an id, a DOI or another identifier of those given, whose title begins or ends with the same
-- sixteen letters and digits as one of theirs, or that begin on the same page of a volume of the same number.
WITH spelt AS (
    SELECT work_id, regexp_replace(lower(strip_accents(title)), '[^\p{L}\p{N}]', '', 'g') AS letters,
        regexp_extract(volume, '\d+') AS number, regexp_extract(pages, '0*(\d+)', 1) AS page
    FROM work
), given AS (
    SELECT DISTINCT regexp_replace(lower(strip_accents(title)), '[^\p{L}\p{N}]', '', 'g') AS letters
    FROM (SELECT unnest($titles) AS title)
), placed AS (
    SELECT DISTINCT regexp_extract(volume, '\d+') AS number, regexp_extract(pages, '0*(\d+)', 1) AS page
    FROM (SELECT unnest($volumes) AS volume, unnest($pages) AS pages)
), found AS (
    SELECT unnest($ids) AS work_id
    UNION SELECT work_id FROM work WHERE list_contains($dois, doi)
    UNION SELECT work_id FROM work_identifier WHERE list_contains($identifiers, scheme || ':' || identifier)
    UNION SELECT s.work_id FROM spelt AS s JOIN given AS g ON left(s.letters, 16) = left(g.letters, 16)
    UNION SELECT s.work_id FROM spelt AS s JOIN given AS g ON right(s.letters, 16) = right(g.letters, 16)
    UNION SELECT s.work_id FROM spelt AS s JOIN placed AS p ON s.number = p.number AND s.page = p.page
    WHERE p.number <> '' AND p.page <> ''
)
SELECT w.* FROM work AS w WHERE w.work_id IN (SELECT work_id FROM found) ORDER BY w.work_id
