"""Records: every field of every reference with the answer that states it, and no retracted work as evidence.

Retractions of the works of a review: looked up again, and read from the Retraction Watch file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from prefect import flow

from flows.context.context import ReviewContext, ReviewRecord
from flows.orchestration.driver import Driver
from flows.snowballing import settle_corpus
from storage.core.ledger import Ledger
from storage.references.references import Lookup, add_fields, add_lookups, records_to_read, works_to_ask_about
from storage.references.retractions import (
    add_catalogue_retractions,
    add_retractions,
    corpus_dois,
    exclude_retracted,
    records_found,
    retracted_claims,
)
from storage.runs.reviews import INDEX_SILENT, add_problem
from storage.searching.api_calls import follow_lookups
from tasks.provenance.indexes import Indexes
from tasks.provenance.lookup_tasks import ask_index, ask_notices, ask_updates, read_records, search_retraction_watch
from tasks.provenance.reference_fields import is_known
from tasks.provenance.registry import INDEXES
from tasks.provenance.retractions import is_about_retractions, read_updates
from tasks.services.answers import Absence
from tasks.services.record_batches import BATCH_SIZES

Item = TypeVar("Item")


def check_retractions(ledger: Ledger, driver: Driver, indexes: Indexes) -> list[str]:
    """Ask again about every corpus work and commit what is new; return the reasons for missing answers, each once.

    The corpus stays as it is: what follows from a new retraction is decided when the review is resumed.
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
    """Commit what the Retraction Watch file, if there is one, says about the corpus works."""
    works, path = corpus_dois(ledger), indexes.retraction_watch
    if path and works:
        found = driver.run(search_retraction_watch, f"look up {len(works)} works in {path.name}", path, works)
        add_retractions(ledger, found.retractions, found.responses, ())


def cut(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Return the items, in order, in lists of at most the given size."""
    return [items[start : start + size] for start in range(0, len(items), size)]


_NOTICES = "crossref notices"
_LONGEST_SENTENCE = 300


@flow(name="records", flow_run_name="records", validate_parameters=False)
def records(review: ReviewContext) -> None:
    """Read the fields of every corpus work's records and take retracted works out, until the corpus stands."""
    settle_records(review)
    violations = review.ledger.select("SELECT count(*) FROM provenance_violation").item()
    retracted = review.ledger.select("SELECT count(*) FROM retracted_work").item()
    review.publish()
    review.progress.say("records", f"{violations} fields without source, {retracted} retracted works")


def settle_records(review: ReviewContext) -> None:
    """Bring the records of the corpus up to date; works that replace retracted ones are looked up as well."""
    while True:
        state_fields(review)
        look_up(review)
        note_retractions(review)
        left = 0 if is_about_retractions(review.plan) else exclude_retracted(review.ledger, review.tier.works)
        if not left:
            return
        review.progress.say("records", f"{left} retracted works were replaced by the next in order")
        settle_corpus(review)


def state_fields(review: ReviewContext) -> None:
    """Commit what the catalogue's own records state about the works for which this has not been committed yet."""
    missing = records_to_read(review.ledger)
    for source in sorted({answer.source for _, answer in missing if not is_known(answer.source)}):
        message = f"nothing was taken from records of '{source}': it is not known where they state what"
        add_problem(review.ledger, "records", "unknown source", message)
    if missing:
        stated = review.driver.run(read_records, f"read {len(missing)} records", missing)
        add_fields(review.ledger, stated)


def look_up(review: ReviewContext) -> None:
    """Ask each index about the works it has not been asked about yet, batch by batch, and commit what it says.

    A replay takes over the answers that the earlier review got.
    """
    if review.indexes.record:
        follow_lookups(review.ledger, review.indexes.record)
    for client in review.indexes.clients:
        source = client.address.name
        index = INDEXES[source]
        named = [work for work in works_to_ask_about(review.ledger, source) if index.identify(work)]
        batches = cut(named, index.batch)
        calls = [(f"{source}: records of {len(batch)} works", (batch, client)) for batch in batches]
        for (batch, _), found in review.driver.each(ask_index, calls):
            if isinstance(found, Absence):
                add_problem(review.ledger, "records", INDEX_SILENT, found.reason)
                continue
            add_lookups(review.ledger, source, found, client.drain_calls())
            doi = {work.work_id: work.doi for work in batch}
            for other in (lookup for lookup in found if lookup.status == "other work"):
                message = f"{source} has another work under the DOI {doi[other.work_id]}"
                add_problem(review.ledger, "records", "DOI of another work", message, other.work_id)


def note_retractions(review: ReviewContext) -> None:
    """Commit what the catalogue, Crossref and the Retraction Watch file call retracted, corrected or of concern."""
    add_catalogue_retractions(review.ledger)
    client = review.indexes.crossref()
    if client:
        named = [work for work in works_to_ask_about(review.ledger, _NOTICES) if work.doi]
        batches = cut(named, BATCH_SIZES[client.address.name])
        calls = [(f"crossref: notices of {len(batch)} works", (batch, client)) for batch in batches]
        works = corpus_dois(review.ledger)
        for (batch, _), notices in review.driver.each(ask_notices, calls):
            if isinstance(notices, Absence):
                add_problem(review.ledger, "records", INDEX_SILENT, notices.reason)
                continue
            found = read_updates(notices, works)
            add_retractions(review.ledger, found.retractions, found.responses, client.drain_calls())
            add_lookups(review.ledger, _NOTICES, [Lookup(work.work_id, "found") for work in batch], ())
        found = read_updates(records_found(review.ledger, client.address.name), works)
        add_retractions(review.ledger, found.retractions, (), ())
    note_file(review.ledger, review.driver, review.indexes)


def report_records(review: ReviewRecord) -> None:
    """Record as problems the fields without a source and the sentences that cite a retracted work."""
    rows = review.ledger.select("SELECT work_id, field, reason FROM provenance_violation ORDER BY ALL")
    for work_id, field, reason in rows.iter_rows():
        add_problem(review.ledger, "verification", "field without source", f"{field}: {reason}", work_id)
    for citekey, sentence in retracted_claims(review.ledger):
        message = f"@{citekey} is retracted: {sentence[:_LONGEST_SENTENCE]}"
        add_problem(review.ledger, "verification", "retracted work cited", message)
