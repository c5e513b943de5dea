"""Imports: records from files join the review, matched to the catalogue; verdicts beside them are people's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from flows.context.context import ReviewContext
from flows.context.order import ReviewOrder
from flows.screening.eligibility import settle_eligibility
from flows.screening.pending import screen_pending
from storage.core.ledger import Ledger
from storage.records.imports import ImportedFile, ImportedRecord
from storage.runs.reviews import add_problem
from storage.screening.screening import add_decisions, undecided_works
from storage.searching.api_calls import ApiCall, CatalogueLog, keep_log
from storage.searching.imports import (
    FIRST_STAGE,
    add_matches,
    conflicting_labels,
    joining_stage,
    keep_imports,
    labels_to_apply,
    read_kept_imports,
    unmatched_records,
)
from storage.updates.updates import read_update
from storage.writing.versions import open_snapshot
from tasks.imports.labels import decide_by_label
from tasks.imports.reading import read_import
from tasks.imports.works import Match, match_records
from tasks.zotero.client import NAME as ZOTERO
from tasks.zotero.client import Zotero
from tasks.zotero.collections import read_collection

_MATCHED_AT_ONCE = 50
_SCREENED_PER_WORK = 4


@dataclass(frozen=True, slots=True)
class Imported:
    """What was read to be imported, and the calls to Zotero that it took."""

    files: tuple[ImportedFile, ...]
    calls: tuple[ApiCall, ...] = ()


def read_imports(order: ReviewOrder, record: Path | None, zotero: Zotero | None) -> Imported:
    """Return what is ordered to be imported, files and collections of Zotero; for a replay that of the recorded review.

    Raises:
        InputError: a file cannot be read, or a line of it is malformed; or a collection is not there, or empty.
    """
    if record:
        with open_snapshot(record) as recorded:
            return Imported(tuple(read_kept_imports(recorded)))
    files = [read_import(Path(path), order.label_column or "") for path in order.import_files]
    if zotero is None:
        return Imported(tuple(files))
    with zotero.open() as session:
        files += [read_collection(session, named, is_seed=is_seed) for named, is_seed in order.collections]
        return Imported(tuple(files), tuple(session.calls))


def take_imports(review: ReviewContext, imported: Imported) -> None:
    """Commit what is not on record yet; its works are looked for when the search is run or resumed."""
    for file in keep_imports(review.ledger, imported.files):
        review.progress.say("discovery", f"{file.name}: {len(file.records)} records ({file.format})")
    keep_log(review.ledger, CatalogueLog(calls=imported.calls))


def join_imports(review: ReviewContext) -> int | None:
    """Match the records that wait for it, commit their works and verdicts; return the stage joined, None for none.

    During an update they join what it found.
    """
    waiting = unmatched_records(review.ledger)
    stage = _match_waiting(review, waiting) if waiting else None
    # Apart from matching: a run may have been killed between the two.
    _apply_labels(review.ledger)
    return stage


def _match_waiting(review: ReviewContext, waiting: list[tuple[str, str, ImportedRecord]]) -> int:
    update = read_update(review.ledger)
    stage = update.stage if update else joining_stage(review.ledger)
    places = {record_id: (file_id, record.line) for record_id, file_id, record in waiting}
    pairs = [(record_id, record) for record_id, _, record in waiting]
    parts = [pairs[start : start + _MATCHED_AT_ONCE] for start in range(0, len(pairs), _MATCHED_AT_ONCE)]
    calls = [(f"match {len(part)} records", (part, review.catalogue)) for part in parts]
    for _, matches in review.search(match_records, calls):
        add_matches(
            review.ledger,
            stage,
            [(each.record_id, *places[each.record_id], each.work, each.matched_by) for each in matches],
        )
        _tell_unknown(review, [each for each in matches if not each.matched_by], dict(pairs))
    review.progress.say("discovery", f"{len(waiting)} records imported")
    return stage


def _tell_unknown(review: ReviewContext, unmatched: Sequence[Match], records: Mapping[str, ImportedRecord]) -> None:
    """Record each work of a collection of known works that the catalogue does not have."""
    for match in unmatched:
        record = records[match.record_id]
        if (record.source, record.label) == (ZOTERO, "include"):
            named = f"“{match.work.title}”" if match.work else "an item without a title"
            message = f"{review.catalogue.name} has no work like {named}, a known work of the Zotero library"
            add_problem(review.ledger, "discovery", "named work not found", message)
            review.progress.say("discovery", message)


def _apply_labels(ledger: Ledger) -> None:
    labelled = labels_to_apply(ledger)
    with ledger.transaction():
        add_decisions(ledger, [decide_by_label(row) for row in labelled.iter_rows(named=True)])
    if differing := conflicting_labels(ledger):
        said = f"{differing} works are labelled differently by two imported records; they are screened like others"
        add_problem(ledger, "discovery", "labels differ", said)


def screen_imports(review: ReviewContext) -> None:
    """Let records join a review whose first search is done; where its whole search is, screen their works as well.

    While the search goes on, works imported are screened with those of its next stage.
    """
    stage = join_imports(review)
    kept = [stage] if stage else _begun_stages(review.ledger)
    for each in kept:
        if each <= FIRST_STAGE:
            continue
        settle_eligibility(review, each)
        pending = undecided_works(review.ledger, each)
        screen_pending(review, each, pending, _SCREENED_PER_WORK * review.tier.works)
        review.publish()


def _begun_stages(ledger: Ledger) -> list[int]:
    """Return the stages of imports that were cut short before every work of theirs was decided on."""
    stages = ledger.select(
        "SELECT DISTINCT stage FROM import_match WHERE stage > $first AND work_id IS NOT NULL "
        "AND work_id NOT IN (SELECT work_id FROM decision) ORDER BY stage",
        first=FIRST_STAGE,
    )
    return list(stages["stage"])
