"""Whose item is whose: found by DOI, keys of our own, and nothing a user wrote is lost."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from storage.records.search import Work
from tasks.zotero.items import ItemDraft
from tasks.zotero.matching import KEY_ALPHABET, list_changes, make_keys, match_works, read_doi

BLANK = {"key": "AAAA2222", "version": 7, "title": "Bees", "extra": "", "abstractNote": "", "tags": []}


def _work(number: int, doi: str | None = None, title: str = "Bees") -> Work:
    return Work(work_id=f"W{number}", title=title, doi=doi)


def _draft(summary: str = "", told: str = "Text.") -> ItemDraft:
    tags = [{"tag": "litreview"}] + ([] if summary else [{"tag": "metadata-only"}])
    return ItemDraft({"title": "Bees", "abstractNote": told, "tags": tags}, "bee2001bees", summary)


def test_keys_are_zotero_s_and_always_the_same():
    """Keys have eight characters of Zotero's alphabet, differ between works and tries, and depend on nothing else."""
    keys = {number: list(itertools.islice(make_keys(f"W{number}"), 3)) for number in range(500)}
    every = [key for found in keys.values() for key in found]
    assert len(set(every)) == len(every)
    assert all(len(key) == 8 and set(key) <= set(KEY_ALPHABET) for key in every)
    assert keys[1][0] == "QUKBLNN3"


@pytest.mark.parametrize(
    "item",
    [
        {"DOI": "10.1000/ABC"},
        {"DOI": " https://doi.org/10.1000/abc "},
        {"DOI": "doi:10.1000/abc"},
        {"extra": "PMID: 1\nDOI: 10.1000/ABC\nmore"},
        {"url": "http://dx.doi.org/10.1000/abc"},
    ],
)
def test_dois_are_found_wherever_users_keep_them(item):
    """In the field, in Extra or as an address, in any case and with any prefix."""
    match = match_works([_work(1, "10.1000/abc")], [BLANK | item], ())[0]
    assert (match.item_key, match.state, match.version) == ("AAAA2222", "found", 7)


def test_no_two_works_get_one_item():
    """Of items with one DOI the oldest counts, and only for one work; a key that is in use is passed over."""
    items = [BLANK | {"key": "AAAA2222", "DOI": "10.1000/a"}, BLANK | {"key": "BBBB2222", "DOI": "10.1000/a"}]
    first, second, third = match_works([_work(1, "10.1000/a"), _work(2, "10.1000/a"), _work(3)], items, ())
    assert first.item_key == "AAAA2222"
    assert second.state == third.state == "planned"
    key = third.item_key
    taken = match_works([_work(3)], [BLANK | {"key": key, "title": "Another"}], ())[0]
    again = match_works([_work(3)], [BLANK | {"key": key}], ())[0]
    used = match_works([_work(3)], [], {key})[0]
    assert again.item_key == key
    assert taken.item_key == used.item_key != key


def test_what_users_wrote_stays():
    """Their abstract, tags, citation key and lines of Extra are kept, ours come beside them."""
    theirs: dict[str, Any] = BLANK | {
        "abstractNote": "Mine.",
        "extra": "Citation Key: doe99\nPMID: 1",
        "tags": [{"tag": "to read", "type": 1}],
    }
    changes = list_changes(_draft("Sum."), theirs, ours=False)
    assert changes == {
        "extra": "Citation Key: doe99\nPMID: 1\nlitreview key: bee2001bees\nlitreview summary: Sum.",
        "tags": [{"tag": "to read", "type": 1}, {"tag": "litreview"}],
    }
    assert not list_changes(_draft("Sum."), theirs | changes, ours=False)


@pytest.mark.parametrize("ours", [True, False])
@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("summary", ["", "Sum."])
def test_what_was_written_needs_no_second_write(ours, native, summary):
    """Changes, once made, are no changes any more: that is what makes a repeated write harmless."""
    standing = BLANK | ({"citationKey": ""} if native else {})
    changes = list_changes(_draft(summary), standing, ours=ours)
    assert changes["abstractNote"] == "Text."
    assert changes.get("citationKey", changes.get("extra")) in {"bee2001bees", "Citation Key: bee2001bees"}
    assert not list_changes(_draft(summary), standing | changes, ours=ours)


def test_a_trashed_item_comes_back():
    """An item in the trash that a work needs is taken out again."""
    assert list_changes(_draft(), BLANK | {"deleted": 1}, ours=True)["deleted"] == 0


def test_on_recorded_items(shared_data):
    """The items that pyzotero recorded are read: four state a DOI, and a work is found by it."""
    recorded = json.loads((shared_data / "recordings" / "zotero_pyzotero" / "items_doc.json").read_text())
    items = [item["data"] for item in recorded]
    stated = {doi: item["key"] for item in items if (doi := read_doi(item))}
    assert stated["10.2307/2321200"] == "PQKBRC33"
    assert len(stated) == 4
    match = match_works([_work(1, "10.2307/2321200")], items, ())[0]
    assert (match.item_key, match.state) == ("PQKBRC33", "found")
