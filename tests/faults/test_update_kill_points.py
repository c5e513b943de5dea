"""An update killed anywhere and gone on with, by itself or by a plain resume, ends as if it had never been stopped.

`make faults` plays all writes of an update; `make test` two: the verdicts on new works, and the carrying over.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from flows.review import review
from flows.update import update
from storage.core.canonical import hash_tables
from storage.core.ledger import Ledger
from storage.publication.published import read_published_order
from tests.faults.events import KILLED, Recorder, read_events
from tests.faults.grown_world import NEW, RETRACTED, grow_world
from tests.faults.runs import CHANGING_FILES, NAME, in_child, read_error
from tests.faults.world import TOPIC, write_world

pytestmark = pytest.mark.slow

_ALL = bool(os.environ.get("LITREVIEW_ALL_KILL_POINTS"))
_OF_UPDATES = ("screen_pending", "carry_over")

End = tuple[dict[str, str], dict[str, list[list[object]]], dict[str, str]]


def _prepare_environment(home: Path) -> None:
    os.environ |= {"LITREVIEW_CACHE": str(home / "cache"), "LITREVIEW_OPEN_LIBRARY_URL": ""}


def _write(home: Path) -> None:
    _prepare_environment(home)
    order = {"quality": "quick", "analyst": "instant", "supervision": "none", "quiet": True}
    review.fn(TOPIC, name=NAME, catalogue=str(home / "works.jsonl"), reviews=str(home / "first"), **order)


def _update(home: Path, reviews: Path, log: Path, stop: int) -> None:
    _prepare_environment(home)
    Recorder(log, stop).install()
    update.fn(NAME, reviews=str(reviews), quiet=True)


def _resume(home: Path, reviews: Path) -> None:
    _prepare_environment(home)
    review.fn(name=NAME, reviews=str(reviews), quiet=True, **read_published_order(reviews / NAME))


def _describe(folder: Path, target: Path) -> None:
    with Ledger(folder) as ledger:
        told = {
            table: [list(row) for row in ledger.select(f"SELECT * FROM {table} ORDER BY ALL").iter_rows()]
            for table in ("living_search", "living_lookup", "living_section")
        }
        target.write_text(json.dumps([hash_tables(ledger), told]), encoding="utf-8")


def write_first(home: Path) -> None:
    """Write the review that the updates start from, then let the world grow."""
    write_world(home / "works.jsonl")
    if in_child(partial(_write, home), home / "error"):
        raise RuntimeError(read_error(home))
    grow_world(home / "works.jsonl")


def play(home: Path, name: str, stop: int, *, resumes: bool) -> tuple[End, list[tuple[int, str, str, str]]]:
    """Update a copy of the review, killed at an event and gone on with, and return how it ends and the first events."""
    reviews = home / name
    shutil.copytree(home / "first", reviews)
    log = home / f"{name}.log"
    code = in_child(partial(_update, home, reviews, log, stop), home / "error")
    if code != (KILLED if stop else 0):
        raise RuntimeError(f"the update ended with {code}: {read_error(home)}")
    if stop:
        again = partial(_resume, home, reviews) if resumes else partial(_update, home, reviews, home / "again.log", 0)
        if in_child(again, home / "error"):
            raise RuntimeError(read_error(home))
    described = home / f"{name}.json"
    if in_child(partial(_describe, reviews / NAME, described), home / "error"):
        raise RuntimeError(read_error(home))
    hashes, told = json.loads(described.read_text(encoding="utf-8"))
    files = {
        path.name: path.read_text(encoding="utf-8")
        for path in (reviews / NAME).iterdir()
        if path.name not in (*CHANGING_FILES, "journal.log")
    }
    events = [(event.number, event.moment, event.what, event.name) for event in read_events(log)]
    return (hashes, told, files), events


@pytest.fixture(scope="module")
def home(players: ProcessPoolExecutor, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a review whose world has grown since it was written."""
    folder = tmp_path_factory.mktemp("living")
    players.submit(write_first, folder).result()
    return folder


def _choose(events: Sequence[tuple[int, str, str, str]]) -> list[int]:
    commits = [(number, moment, name) for number, moment, what, name in events if what == "commit"]
    if _ALL:
        return [number for number, _, _ in commits]
    return [next(number for number, moment, name in commits if moment == "after" and name == of) for of in _OF_UPDATES]


def test_killed_update_goes_on(home: Path, players: ProcessPoolExecutor, subtests: pytest.Subtests) -> None:
    """Killed at a write and gone on with, every second time by a resume, the update knows, did and wrote the same."""
    unharmed, events = players.submit(play, home, "unharmed", 0, resumes=False).result()
    assert unharmed[2]["changes.md"].count("10.5555/grown.") == len(NEW)
    assert [row[2] for row in unharmed[1]["living_lookup"] if row[1] == RETRACTED] == ["retracted"]
    points = _choose(events)
    futures = [
        players.submit(play, home, f"killed-{point}", point, resumes=bool(place % 2))
        for place, point in enumerate(points)
    ]
    for point, future in zip(points, futures, strict=True):
        with subtests.test(point=point):
            end, _ = future.result()
            assert end == unharmed
