"""One work, one row: which of the works on record those are that another index found."""

from __future__ import annotations

from dataclasses import replace

from storage.core.ledger import Ledger
from storage.records.search import SearchOutcome, Work

# A title shared by a preprint and the article, or by an article and its reprint of years later, makes versions, which
# the deduplication links; here only one and the same record counts.
_SAME_RECORD = """
WITH named AS (
    SELECT work_id FROM work WHERE doi = $doi
    UNION SELECT work_id FROM work_identifier
    WHERE list_contains($identifiers, scheme || ':' || identifier)
), titled AS (
    SELECT work_id FROM work
    WHERE family_id = $family AND "year" = $year AND (doi IS NULL OR $doi IS NULL)
      AND (coalesce(type, '') = 'preprint') = $preprint
)
SELECT work_id, 0 AS place FROM named UNION ALL SELECT work_id, 1 FROM titled ORDER BY place, work_id LIMIT 1
"""


def recognise(ledger: Ledger, outcome: SearchOutcome) -> SearchOutcome:
    """Return what an index found with the works on record in place of its own that are the same.

    A work is the one on record with its DOI or another identifier; where one of both has no DOI, that of the same
    title, first author and year, unless just one of both is a preprint. Works of an id on record stay as they are.
    """
    hits = tuple(replace(hit, work=_recognise(ledger, hit.work)) for hit in outcome.hits)
    return replace(outcome, hits=hits)


def _recognise(ledger: Ledger, work: Work) -> Work:
    found = find_same(ledger, work)
    return replace(work, work_id=found) if found else work


def find_same(ledger: Ledger, work: Work) -> str | None:
    """Return the id of the work on record that is the same as a given one (see `recognise`), None if there is none."""
    known = ledger.select("SELECT 1 FROM work WHERE work_id = $work_id", work_id=work.work_id)
    if known.height:
        return work.work_id
    found = ledger.select(
        _SAME_RECORD,
        doi=work.doi,
        identifiers=[f"{one.scheme}:{one.value}" for one in work.identifiers],
        family=work.family_id,
        year=work.year,
        preprint=work.type == "preprint",
    )
    return str(found["work_id"][0]) if found.height else None
