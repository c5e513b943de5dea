"""Retractions of the works of a review: looked up again, and what is in the Retraction Watch file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from flows.orchestration.driver import Driver
from storage.core.ledger import Ledger
from storage.references.retractions import add_catalogue_retractions, add_retractions, corpus_dois
from storage.runs.reviews import INDEX_SILENT, add_problem
from tasks.provenance.indexes import Indexes
from tasks.provenance.lookup_tasks import ask_updates, search_retraction_watch
from tasks.provenance.retractions import read_updates
from tasks.services.answers import Absence
from tasks.services.record_batches import BATCH_SIZES

Item = TypeVar("Item")


def check_retractions(ledger: Ledger, driver: Driver, indexes: Indexes) -> list[str]:
    """Ask again about every corpus work and commit what is new; return, each once, why there was no answer.

    The corpus stays as it is: what follows from a new retraction is decided when the review is taken up again.
    """
    add_catalogue_retractions(ledger)
    works, client = corpus_dois(ledger), indexes.crossref()
    silences: dict[str, None] = {}
    if client:
        batches = cut(sorted(works), BATCH_SIZES[client.address.name])
        calls = [(f"crossref: updates of {len(batch)} works", (batch, client)) for batch in batches]
        for _, answers in driver.each(ask_updates, calls):
            if isinstance(answers, Absence):
                add_problem(ledger, "records", INDEX_SILENT, answers.reason)
                silences[answers.reason] = None
                continue
            found = read_updates(answers, works)
            add_retractions(ledger, found.retractions, found.responses, client.drain_calls())
    note_file(ledger, driver, indexes)
    return list(silences)


def note_file(ledger: Ledger, driver: Driver, indexes: Indexes) -> None:
    """Commit what the Retraction Watch file, if there is one, says of the corpus works."""
    works, path = corpus_dois(ledger), indexes.retraction_watch
    if path and works:
        found = driver.run(search_retraction_watch, f"look up {len(works)} works in {path.name}", path, works)
        add_retractions(ledger, found.retractions, found.responses, ())


def cut(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Return items in lists of at most a size, in order."""
    return [items[start : start + size] for start in range(0, len(items), size)]
