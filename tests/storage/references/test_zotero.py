"""Zotero items on record: which works lack one, which are to be written, and for which library."""

from __future__ import annotations

from storage.reading.reading import FULL_TEXT, add_reading
from storage.records.writing import Page, Summary
from storage.references.zotero import ZoteroItem, item_keys, record_items, unwritten_items, works_without_item


def _read(ledger, work_id, pages):
    texts = [Page(work_id, page, "Text.", FULL_TEXT) for page in range(1, pages + 1)]
    add_reading(ledger, Summary(work_id, "", "", "", (), "", (), "abstract"), texts, "test")


def _record(ledger, item, library="here"):
    with ledger.transaction():
        record_items(ledger, library, [item])


def test_items_wait_until_they_tell_all_that_was_read(ledger, make_work, find_works, screen_works):
    """A work lacks an item until one is planned; the item waits until it tells of every page read so far."""
    find_works(ledger, [make_work(1), make_work(2), make_work(3)])
    screen_works(ledger, {"W1": "include", "W2": "include", "W3": "exclude"})
    _read(ledger, "W1", 0)
    assert works_without_item(ledger, "here") == ["W1", "W2"]
    _record(ledger, ZoteroItem("W1", "AAAA2222", 0, "planned"))
    assert works_without_item(ledger, "here") == ["W2"]
    assert unwritten_items(ledger, "here") == [ZoteroItem("W1", "AAAA2222", 0, "planned", 0)]
    _record(ledger, ZoteroItem("W1", "AAAA2222", 5, "written", 0))
    assert not unwritten_items(ledger, "here")
    _read(ledger, "W1", 3)
    assert unwritten_items(ledger, "here") == [ZoteroItem("W1", "AAAA2222", 5, "written", 3)]


def test_another_library_begins_anew(ledger, make_work, find_works, screen_works):
    """Items of one library count for no other."""
    find_works(ledger, [make_work(1)])
    screen_works(ledger, {"W1": "include"})
    _record(ledger, ZoteroItem("W1", "AAAA2222", 5, "written", 0))
    assert works_without_item(ledger, "there") == ["W1"]
    assert (item_keys(ledger, "here"), item_keys(ledger, "there")) == ({"AAAA2222"}, frozenset())
    _record(ledger, ZoteroItem("W1", "BBBB2222", 0, "planned"), library="there")
    assert [item.item_key for item in unwritten_items(ledger, "there")] == ["BBBB2222"]
