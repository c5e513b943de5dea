"""Zotero items of corpus works: keys are recorded before anything is sent, so that a crash never duplicates an item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from storage.core.ledger import Ledger

ItemState = Literal["planned", "written", "found"]


@dataclass(frozen=True, slots=True)
class ZoteroItem:
    """The item of a work; `pages` is how many pages of the full text it reports, None before it was written."""

    work_id: str
    item_key: str
    version: int
    state: ItemState
    pages: int | None = None


def works_without_item(ledger: Ledger, library: str) -> list[str]:
    """Return the ids of the corpus works that have no item in a Zotero library yet, sorted."""
    rows = ledger.select(
        "SELECT work_id FROM corpus WHERE work_id NOT IN (SELECT work_id FROM zotero_item WHERE library = $library) "
        "ORDER BY work_id",
        library=library,
    )
    return list(rows["work_id"])


def item_keys(ledger: Ledger, library: str) -> frozenset[str]:
    """Return the keys of all items on record in a Zotero library."""
    return frozenset(
        ledger.select("SELECT item_key FROM zotero_item WHERE library = $library", library=library)["item_key"]
    )


def items_by_citekey(ledger: Ledger, library: str) -> dict[str, str]:
    """Return the keys of the items of corpus works in a Zotero library, by citekey, in order."""
    rows = ledger.select(
        "SELECT c.citekey, z.item_key FROM corpus AS c JOIN zotero_item AS z USING (work_id) "
        "WHERE z.library = $library AND z.state <> 'planned' AND c.citekey IS NOT NULL ORDER BY c.citekey",
        library=library,
    )
    return dict(rows.iter_rows())


def unwritten_items(ledger: Ledger, library: str) -> list[ZoteroItem]:
    """Return the items that are to be written, by work id, with the number of pages they are to report."""
    return [ZoteroItem(**row) for row in ledger.frame("unwritten_items", library=library).iter_rows(named=True)]


def record_items(ledger: Ledger, library: str, items: Sequence[ZoteroItem]) -> None:
    """Record items in place of what was known about the same works. Call inside a transaction."""
    if items:
        ledger.change(
            "INSERT OR REPLACE INTO zotero_item (work_id, item_key, version, state, pages, library) SELECT "
            "unnest($work_ids), unnest($keys), unnest($versions), unnest($states), unnest($pages::INTEGER[]), $library",
            work_ids=[item.work_id for item in items],
            keys=[item.item_key for item in items],
            versions=[item.version for item in items],
            states=[item.state for item in items],
            pages=[item.pages for item in items],
            library=library,
        )
