"""Library: every corpus work has a Zotero item before anything is written, where a Zotero library is named."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from prefect import flow

from flows.context.context import ReviewContext, ReviewRecord
from flows.context.readiness import check_zotero
from storage.reading.reading import read_corpus
from storage.records.writing import ReadWork
from storage.references.zotero import ZoteroItem, item_keys, record_items, unwritten_items, works_without_item
from storage.runs.reviews import add_problem
from storage.searching.api_calls import ApiCall, CatalogueLog, add_log
from tasks.environment.settings import Settings
from tasks.zotero.client import MOST_ITEMS, Zotero
from tasks.zotero.items import draft_item
from tasks.zotero.matching import make_keys
from tasks.zotero.tasks import find_items, read_schema, write_items
from tasks.zotero.writing import Entry

_PHASE = "library"


def choose_zotero(settings: Settings) -> Zotero | None:
    """Return the Zotero library that the settings name, None if they name none or a recorded review is replayed.

    Raises:
        InputError: a setting is wrong, or the number of the library is missing.
    """
    check_zotero(settings)
    if settings.replay or not settings.zotero_library_id:
        return None
    return Zotero(
        settings.zotero_url, settings.zotero_library_id, settings.zotero_library_type, settings.zotero_api_key
    )


@flow(name="library", flow_run_name="library", validate_parameters=False)
def library(review: ReviewContext) -> None:
    """Give every corpus work an item, found by DOI or made; what Zotero refuses is recorded and ends nothing."""
    if review.zotero is None:
        return
    corpus = read_corpus(review.ledger)
    silence = plan_items(review, review.zotero, corpus) or write_planned(review, review.zotero, corpus)
    if silence:
        add_problem(
            review.ledger, _PHASE, "Zotero unavailable", f"Zotero {silence}; 'litreview resume' goes on with it"
        )
    review.publish()
    place = review.zotero.library
    rest = len(unwritten_items(review.ledger, place)) + len(works_without_item(review.ledger, place))
    told = f"{len(corpus) - rest} of {len(corpus)} works have their Zotero item"
    review.progress.say("library", f"{told}: Zotero {silence}" if silence else told)


def plan_items(review: ReviewContext, zotero: Zotero, corpus: dict[str, ReadWork]) -> str:
    """Commit an item key for every work that has none; return why this failed, "" if it did not."""
    new = [corpus[work_id].work for work_id in works_without_item(review.ledger, zotero.library) if work_id in corpus]
    if not new:
        return ""
    taken = item_keys(review.ledger, zotero.library)
    found = review.driver.run(find_items, f"look for {len(new)} works in Zotero", new, taken, zotero)
    _commit(review, zotero, found.items, found.calls)
    return found.silence


def write_planned(review: ReviewContext, zotero: Zotero, corpus: dict[str, ReadWork]) -> str:
    """Write the waiting items, fifty at a time, and commit each answer; return why this ended early, "" if not."""
    waiting = deque(item for item in unwritten_items(review.ledger, zotero.library) if item.work_id in corpus)
    if not waiting:
        return ""
    works = [corpus[item.work_id].work for item in waiting]
    looked = review.driver.run(read_schema, "fields of Zotero's item types", works, zotero)
    _commit(review, zotero, (), looked.calls)
    while waiting and not looked.silence:
        items = [waiting.popleft() for _ in range(min(MOST_ITEMS, len(waiting)))]
        entries = []
        for item in items:
            read = corpus[item.work_id]
            draft = draft_item(read, item.pages or 0, review.plan.topic, looked.schema)
            entries.append(Entry(item, draft, read.work.doi))
        written = review.driver.run(write_items, f"write {len(items)} items to Zotero", entries, zotero)
        _commit(review, zotero, written.settled, written.calls)
        for work_id, reason in written.refused:
            add_problem(review.ledger, _PHASE, "item refused", reason, work_id)
        if taken := [item for item in items if item.work_id in written.taken]:
            waiting.extend(_give_other_keys(review, zotero, taken))
        if written.silence:
            return written.silence
    return looked.silence


def _give_other_keys(review: ReviewRecord, zotero: Zotero, items: Sequence[ZoteroItem]) -> list[ZoteroItem]:
    """Commit new keys for works whose keys turned out to belong to something else in the library."""
    other = []
    for item in items:
        keys = make_keys(item.work_id)
        next(key for key in keys if key == item.item_key)
        other.append(ZoteroItem(item.work_id, next(keys), 0, "planned"))
    _commit(review, zotero, other, ())
    taken = {item.work_id for item in other}
    return [item for item in unwritten_items(review.ledger, zotero.library) if item.work_id in taken]


def _commit(review: ReviewRecord, zotero: Zotero, items: Sequence[ZoteroItem], calls: Sequence[ApiCall]) -> None:
    with review.ledger.transaction():
        record_items(review.ledger, zotero.library, items)
        add_log(review.ledger, CatalogueLog(calls=tuple(calls)), None)
