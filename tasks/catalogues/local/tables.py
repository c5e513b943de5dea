"""The tables of a local catalogue's index and the questions asked of them, all with bound parameters.

Records of catalogue files, all from OpenAlex: anything else in a file is reported with its line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from storage.core.errors import CatalogueError
from tasks.catalogues.local.files import RawRecord, find_files, read_records
from tasks.catalogues.work_record import find_work_id, is_other_entity
from tasks.metadata.fields import decode_json

REMEDY = "each line must be one OpenAlex work with an id like https://openalex.org/W2741809807"


def decode_record(raw: RawRecord) -> Any:
    """Return an OpenAlex record, whether of a work or not.

    Raises:
        CatalogueError: it is not JSON, or not an OpenAlex record.
    """
    try:
        record = decode_json(raw.text)
    except ValueError as error:
        raise CatalogueError(f"The catalogue {raw.place}, is not JSON ({error}); {REMEDY}.") from error
    if find_work_id(record) is None and not is_other_entity(record):
        raise CatalogueError(f"The catalogue {raw.place}, is not an OpenAlex work; {REMEDY}.")
    return record


def glance_at(path: Path) -> None:
    """Check that a path holds catalogue files and that the first record of the first file is from OpenAlex.

    Raises:
        CatalogueError: nothing is there, nothing can be read, or it is something else.
    """
    for raw in read_records(find_files(path)[0]):
        decode_record(raw)
        return


FORMAT = 1
"""Raised whenever the tables, the parsing or the terms change, so that an older index is never read."""

TABLES = """
CREATE TABLE work (
    position INTEGER, work_id VARCHAR, doi VARCHAR, year INTEGER, type VARCHAR, language VARCHAR,
    cited_by_count BIGINT, is_oa BOOLEAN, recorded_year INTEGER, raw VARCHAR
);
CREATE TABLE citation (citing_id VARCHAR, cited_id VARCHAR);
CREATE TABLE authorship (author_id VARCHAR, work_id VARCHAR);
CREATE TABLE subject (subject_id VARCHAR, name VARCHAR, work_id VARCHAR);
"""

NEWEST_YEAR = """
SELECT coalesce(max(year), 0) FROM work
WHERE year <= coalesce((SELECT max(recorded_year) + 1 FROM work), year)
"""

MATCHING = """
SELECT position, is_oa FROM work
WHERE ($from_year IS NULL OR year >= $from_year)
  AND ($to_year IS NULL OR year <= $to_year)
  AND (len($types::VARCHAR[]) = 0 OR list_contains($types::VARCHAR[], type))
  AND (len($languages::VARCHAR[]) = 0 OR language IS NULL OR list_contains($languages::VARCHAR[], language))
  AND ($cited_by_over IS NULL OR cited_by_count > $cited_by_over OR coalesce(year >= $cited_by_exempt_from, false))
ORDER BY position
"""

MATCHING_SUBJECT = """
SELECT position, is_oa FROM work
WHERE $subject_id IS NULL OR work_id IN (SELECT work_id FROM subject WHERE subject_id = $subject_id)
ORDER BY position
"""

IDS_AT_POSITIONS = """
SELECT position, work_id FROM work WHERE position IN (SELECT unnest($positions::INTEGER[]))
"""

WORKS_BY_ID = """
SELECT work.work_id, raw
FROM (SELECT unnest($keys::VARCHAR[]) AS work_id, generate_subscripts($keys::VARCHAR[], 1) AS place) AS asked
JOIN work USING (work_id)
ORDER BY place
"""

WORKS_BY_DOI = """
SELECT work.work_id, raw
FROM (SELECT unnest($keys::VARCHAR[]) AS doi, generate_subscripts($keys::VARCHAR[], 1) AS place) AS asked
JOIN work USING (doi)
ORDER BY place, work.position
"""

# Few records are looked up in this way, so that no index is kept for it.
WORKS_BY_PMID = """
SELECT pmid, work_id, raw FROM (
    SELECT regexp_extract(json_extract_string(raw, '$.ids.pmid'), '(\\d+)/?$', 1) AS pmid, work_id, raw, position
    FROM work
    WHERE contains(raw, '"pmid"')
) WHERE list_contains($keys::VARCHAR[], pmid)
ORDER BY position
"""

CITING_WORKS = """
SELECT work_id, raw FROM work
WHERE work_id IN (
    SELECT citing_id FROM citation WHERE cited_id IN (SELECT unnest($keys::VARCHAR[]))
)
ORDER BY work_id
"""

WORKS_OF_AUTHOR = """
SELECT work_id, raw FROM work
WHERE work_id IN (SELECT work_id FROM authorship WHERE author_id = $author_id)
ORDER BY cited_by_count DESC, work_id
LIMIT $limit
"""

SUBJECTS_OF_WORKS = """
SELECT subject_id, min(name) AS name, count(DISTINCT work_id) AS works FROM subject
WHERE work_id IN (SELECT unnest($keys::VARCHAR[]))
GROUP BY subject_id
ORDER BY works DESC, subject_id
LIMIT $limit
"""
