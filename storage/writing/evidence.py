"""What a review's claims and references rest on, read from its working ledger or from its published copy."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from storage.core.errors import InputError, LedgerInUse
from storage.core.ledger import Ledger
from storage.core.places import WORKING_FILE
from storage.records.search import Work
from storage.references.references import read_references
from storage.writing.versions import open_snapshot

_INVALID = (
    "SELECT c.citekey, s.heading, c.reason FROM citation_check AS c "
    "JOIN current_section AS s USING (section_id, version) WHERE c.status = 'invalid' ORDER BY ALL"
)
_VIOLATIONS = (
    "SELECT coalesce(w.citekey, v.work_id) AS citekey, v.field, v.reason FROM provenance_violation AS v "
    "LEFT JOIN work AS w USING (work_id) ORDER BY ALL"
)
_SAID = (
    "SELECT c.citekey, list(DISTINCT q.text ORDER BY q.text) AS texts FROM corpus AS c JOIN quote AS q USING (work_id) "
    "WHERE c.citekey IS NOT NULL GROUP BY c.citekey ORDER BY c.citekey"
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The quotes, claims, sections and references of a review as they are stored.

    `quotes` and `claims` have the columns of `storage/queries/quote_evidence.sql` and `claim_evidence.sql`; `sections`
    are (section id, heading, Markdown) in order; `references` are the corpus works by citekey as references print
    them, `said` the words quoted from each. `stated` counts the fields of references; `violations` are those without a
    source, as (citekey, field, reason), `retracted` the sentences citing retracted works, as (citekey, sentence, who
    says so), `invalid` the citations judged invalid, as (citekey, heading, reason). `is_whole` says that all comes from
    the working ledger, which holds every page; a published copy leaves out what may not be passed on.
    """

    quotes: pl.DataFrame
    claims: pl.DataFrame
    sections: tuple[tuple[str, str, str], ...]
    references: dict[str, Work]
    said: dict[str, list[str]]
    stated: int
    violations: tuple[tuple[str, str, str], ...]
    retracted: tuple[tuple[str, str, str], ...]
    invalid: tuple[tuple[str, str, str | None], ...]
    is_whole: bool


def read_evidence(ledger: Ledger, *, is_whole: bool) -> Evidence:
    """Return what the claims and references of a review rest on."""
    sections = ledger.select("SELECT section_id, heading, markdown FROM current_section ORDER BY position, section_id")
    retracted = ledger.select("SELECT DISTINCT citekey, sentence, sources FROM retracted_claim ORDER BY ALL")
    fields = "SELECT count(*) FROM (SELECT DISTINCT work_id, field FROM reference_field) JOIN corpus USING (work_id)"
    return Evidence(
        quotes=ledger.frame("quote_evidence"),
        claims=ledger.frame("claim_evidence"),
        sections=tuple((row[0], row[1], row[2]) for row in sections.iter_rows()),
        references={key: work for key, work in read_references(ledger).items() if key},
        said=dict(ledger.select(_SAID).iter_rows()),
        stated=int(ledger.select(fields).item()),
        violations=tuple((row[0], row[1], row[2]) for row in ledger.select(_VIOLATIONS).iter_rows()),
        retracted=tuple((row[0], row[1], row[2]) for row in retracted.iter_rows()),
        invalid=tuple((row[0], row[1], row[2]) for row in ledger.select(_INVALID).iter_rows()),
        is_whole=is_whole,
    )


@contextmanager
def open_review(folder: Path) -> Iterator[tuple[Ledger, bool]]:
    """Yield a ledger of the review in a folder, and whether it is the working ledger.

    If there is no working ledger, a run holds it, or the folder cannot be written to, it is a snapshot of the
    published copy, discarded afterwards.

    Raises:
        InputError: there is no review in the folder, or what is in the ledger's place is not a ledger.
    """
    ledger = None
    if (folder / WORKING_FILE).is_file():
        try:
            ledger = Ledger(folder)
        except LedgerInUse:
            ledger = None
        except InputError:
            if os.access(folder, os.W_OK):
                raise
    if ledger is not None:
        with ledger:
            yield ledger, True
        return
    with open_snapshot(folder) as snapshot:
        yield snapshot, False
