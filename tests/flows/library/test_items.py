"""Every corpus work gets one Zotero item that says what the review knows; without Zotero nothing is asked."""

from __future__ import annotations

import logging
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from flows.zotero import choose_zotero, library
from storage.core.errors import InputError
from tasks.environment.settings import Settings
from tasks.zotero.client import Zotero
from tasks.zotero.matching import make_keys
from tests.fakes.zotero_server import KEY, Fault, ZoteroLibrary, serve_zotero
from tests.flows.library.kept_review import (
    FEW,
    MANY,
    SHORT,
    item_rows,
    keep_library,
    list_items,
    make_review,
    open_review,
    read_again,
    select_rows,
)


def test_three_hundred_works_take_six_writes(tmp_path, zotero):
    """300 works get an item each with 6 writes; one that was there is reused; a second run asks nothing at all."""
    review = make_review(tmp_path, MANY)
    zotero.put(key="FUUND222", itemType="journalArticle", title="Bees", DOI="https://doi.org/10.1234/BEE.7")
    keep_library(review, zotero)
    assert len(zotero.posts()) == 6
    assert len(zotero.items) == MANY
    rows = item_rows(review)
    assert {row["item_key"] for row in rows} == set(zotero.items)
    assert Counter(row["state"] for row in rows) == {"written": MANY - 1, "found": 1}
    assert all(row["version"] == zotero.items[row["item_key"]]["version"] for row in rows)
    assert next(row["item_key"] for row in rows if row["work_id"] == "W7") == "FUUND222"
    asked = len(zotero.requests)
    keep_library(review, zotero)
    assert len(zotero.requests) == asked


def test_items_say_what_the_review_knows(review, zotero):
    """Stubs carry their tags and at most 2,000 characters of abstract; what was read in full carries its summary."""
    with open_review(review, zotero) as bench:
        read_again(bench, "W1", 2)
        library.fn(bench)
    rows = {row["work_id"]: zotero.items[row["item_key"]] for row in item_rows(review)}
    tags = {work_id: {tag["tag"] for tag in item["tags"]} for work_id, item in rows.items()}
    assert tags["W2"] == {"litreview", "metadata-only", "wild bees"}
    assert tags["W1"] == {"litreview", "wild bees"}
    assert SHORT in rows["W1"]["abstractNote"]
    assert SHORT not in rows["W2"]["abstractNote"]
    assert all(1900 < len(item["abstractNote"]) <= 2000 for item in rows.values())
    assert re.fullmatch(r"[a-z0-9]+wild[a-z]*", rows["W2"]["citationKey"])
    assert len({item["citationKey"] for item in rows.values()}) == FEW


def test_a_work_read_in_full_later_is_written_again(review, zotero):
    """Once its full text was read, a stub loses its tag and gets its summary, in the same item."""
    keep_library(review, zotero)
    with open_review(review, zotero) as bench:
        read_again(bench, "W2", 3)
        library.fn(bench)
    key = next(row["item_key"] for row in item_rows(review) if row["work_id"] == "W2")
    assert SHORT in zotero.items[key]["abstractNote"]
    assert "metadata-only" not in {tag["tag"] for tag in zotero.items[key]["tags"]}
    assert (len(zotero.items), len(zotero.posts())) == (FEW, 3)


def test_two_reviews_share_their_items(tmp_path, review, zotero, calm):
    """A second review of the same works, or a lost ledger, finds its items again, those without DOI as well."""
    other = Path(shutil.copytree(review, tmp_path / "other"))
    keep_library(review, zotero)
    keep_library(other, zotero)
    assert list_items(zotero) == calm


def test_a_key_that_another_item_has_is_given_up(review, zotero):
    """Where an attachment happens to have the key of a work, the work gets another one and the attachment stays."""
    key = next(make_keys("W3"))
    zotero.put(key=key, itemType="note", note="Mine", parentItem="FUUND222")
    keep_library(review, zotero)
    assert zotero.items[key]["note"] == "Mine"
    assert len(zotero.items) == FEW + 1
    assert next(row["item_key"] for row in item_rows(review) if row["work_id"] == "W3") != key


def test_the_local_api(review, calm):
    """A running Zotero gets the same items, with its server id and the key it granted."""
    with serve_zotero(ZoteroLibrary(local=True)) as served:
        keep_library(review, served)
        assert list_items(served) == calm
        headers = served.posts()[0][2]
        assert headers["zotero-api-key"] == KEY
        assert "authorization" not in headers


def test_without_zotero_nothing_is_asked(review, zotero, monkeypatch):
    """Without a library id no request is made, and no row is written."""
    monkeypatch.setattr(Zotero, "open", lambda _: pytest.fail("asked"))
    with open_review(review, None) as bench:
        assert bench.zotero is None
        library.fn(bench)
        assert not bench.ledger.select("SELECT count(*) FROM zotero_item").item()
    assert not zotero.requests


def test_the_key_is_nowhere(review, zotero, caplog):
    """No log at the finest level, no repr and no byte of the review's folder holds the key."""
    caplog.set_level(logging.DEBUG)
    zotero.faults["POST"].extend([Fault(401), Fault(500)])
    keep_library(review, zotero)
    keep_library(review, zotero)
    assert len(zotero.items) == FEW
    assert KEY not in caplog.text
    assert KEY not in repr(Zotero(zotero.url, "1", "user", SecretStr(KEY)))
    kept = [path for path in review.rglob("*") if path.is_file()]
    assert kept
    assert not any(KEY.encode() in path.read_bytes() for path in kept)
    calls = select_rows(review, "SELECT url, status FROM api_call WHERE service = 'zotero'")
    assert len(calls) == len(zotero.requests)
    assert KEY not in str(calls)


@pytest.mark.parametrize(
    "wrong",
    [
        {"zotero_url": "http://user:pw@127.0.0.1", "zotero_library_id": "1"},
        {"zotero_library_id": "me"},
        {"zotero_api_key": SecretStr(KEY)},
        {"zotero_api_key": SecretStr("ключ"), "zotero_library_id": "1"},
    ],
)
def test_wrong_settings_are_told(wrong):
    """A wrong address, number or key, or a key without a library, ends at once with a sentence and without the key."""
    with pytest.raises(InputError) as error:
        choose_zotero(replace_settings(wrong))
    assert "ZOTERO" in str(error.value).upper()
    assert KEY not in str(error.value)


def replace_settings(changed: dict[str, Any]) -> Settings:
    return Settings(_env_file=None).model_copy(update=changed)
