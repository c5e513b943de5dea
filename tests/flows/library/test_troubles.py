"""Whatever Zotero refuses or loses, and wherever a run is killed, the library ends up the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import flows.zotero as library_module
from tests.fakes.zotero_server import KEY, Fault
from tests.flows.library.kept_review import (
    FEW,
    item_rows,
    keep_library,
    list_items,
    list_problems,
)

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("killed_at", ["answer dropped", "before commit"])
@pytest.mark.parametrize("post", [0, 1])
def test_a_crash_after_any_post_leaves_no_duplicate(  # noqa: PLR0917 - fixtures and parameters
    review, zotero, calm, monkeypatch, killed_at, post
):
    """An answer that never comes, or a kill between it and its commit, ends in the library of a calm run."""
    if killed_at == "answer dropped":
        zotero.faults["POST"].extend([Fault(extra={"X": "y"})] * post + [Fault(after=True)])
    else:
        commit, left = library_module._commit, [post + 2]

        def commit_or_die(*arguments: Any) -> None:
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
            commit(*arguments)

        monkeypatch.setattr(library_module, "_commit", commit_or_die)
        with pytest.raises(KeyboardInterrupt):
            keep_library(review, zotero)
        monkeypatch.undo()
        assert len(zotero.posts()) == post + 1
    keep_library(review, zotero)
    assert list_items(zotero) == calm
    assert len(zotero.posts()) == 2
    assert {row["state"] for row in item_rows(review)} == {"written"}


STORMS = {
    "412": [Fault(412)] * 3,
    "428": [Fault(428)] * 3,
    "429": [Fault(429, {"Retry-After": "0.05"})] * 5,
    "429 without a header": [Fault(429)],
    "503": [Fault(503, {"Retry-After": "0.02"}), Fault(500)],
    "413": [Fault(413)] * 2,
    "all": [Fault(428), Fault(after=True), Fault(412), Fault(429, {"Retry-After": "0.1"}), Fault(413), Fault(409)],
}


@pytest.mark.parametrize("storm", STORMS)
def test_storms_end_in_the_same_library(review, zotero, calm, storm):
    """Refusals of whole writes (412, 413, 428, 429, 5xx) cost requests and change nothing about the library."""
    zotero.faults["POST"].extend(STORMS[storm])
    keep_library(review, zotero)
    assert list_items(zotero) == calm
    assert not list_problems(review)


def test_batches_that_are_too_large_are_split(review, zotero, calm):
    """Where the server takes less at once, batches are split; an item that is too large alone is a problem."""
    zotero.largest = 1000
    keep_library(review, zotero)
    assert [kind for kind, _ in list_problems(review)] == ["item refused"] * FEW
    zotero.largest = 60_000
    keep_library(review, zotero)
    assert list_items(zotero) == calm


def test_items_that_fail_by_themselves(review, zotero, calm):
    """In a 200, items refused for the moment are sent again; those refused for good are problems, tried next time."""
    seen: Counter[str] = Counter()

    def fault(sent: dict[str, Any]) -> tuple[int, str] | None:
        seen[sent["key"]] += 1
        if "landscape 5:" in sent["title"]:
            return 413, f"Abstract too long {KEY}"
        return (412, "Modified") if sent["key"] < "C" and seen[sent["key"]] == 1 else None

    zotero.on_write = fault
    keep_library(review, zotero)
    assert len(zotero.items) == FEW - 1
    ((kind, message),) = list_problems(review)
    assert (kind, message) == ("item refused", "Zotero refused the item (status 413: Abstract too long)")
    zotero.on_write = lambda _: None
    keep_library(review, zotero)
    assert list_items(zotero) == calm


def test_a_silent_zotero_does_not_end_the_review(review, zotero):
    """A refused key, or a wait longer than a minute, is one problem; what was planned is written by a later run."""
    zotero.faults["POST"].append(Fault(403))
    keep_library(review, zotero)
    assert not zotero.items
    zotero.faults["POST"].append(Fault(429, {"Retry-After": "3600"}))
    keep_library(review, zotero)
    assert [kind for kind, _ in list_problems(review)] == ["Zotero unavailable"] * 2
    assert {row["state"] for row in item_rows(review)} == {"planned"}
    keep_library(review, zotero)
    assert len(zotero.items) == FEW


def test_backoff_is_waited_out(review, zotero):
    """After an answer with Backoff (a float), nothing is asked for that long."""
    zotero.faults["POST"].append(Fault(extra={"Backoff": "0.4"}))
    keep_library(review, zotero)
    first = zotero.requests.index(zotero.posts()[0])
    assert zotero.requests[first + 1][3] - zotero.requests[first][3] >= 0.4
