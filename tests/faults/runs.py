"""Runs of the review in processes of their own: stopped somewhere, gone on with, and looked at afterwards."""

from __future__ import annotations

import json
import os
import shutil
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from flows.orchestration.progress import JOURNAL
from flows.review import review
from storage.core.canonical import hash_tables
from storage.core.ledger import Ledger, open_published
from storage.core.places import PUBLISHED_FILE, WORKING_FILE
from tests.faults.events import KILLED, Event, Manner, Recorder, read_events
from tests.faults.world import NAMED_WORK, TOPIC

NAME = "trees"
# Compared by name only: the databases hold times, which the hashes leave out, and run.json names the run.
CHANGING_FILES = (WORKING_FILE, PUBLISHED_FILE, JOURNAL, "run.json")

# What a resumed run does again by design, because nothing of it is stored: each is derived from what is stored.
RECOMPUTED = {
    "formulate": "wording the queries again shows which of them were not yet run",
    "frame_search": "the frame of relevance follows from stored works and vectors",
    "prepare_pool": "the features of the works to rank follow from the works stored",
    "propose_batch": "the works to judge next follow from those stored and judged",
    "rank_rest": "as do the scores of those not reached",
    "render_files": "the files are written anew from the ledger at the end of every run",
    "render_page": "and so is the page",
}
RECOMPUTED_CALL = "vocabulary of the topic"  # a search for its words alone, which the wording of the queries needs


# Loops of supervision have kill points of their own: see `test_supervision_kill_points`.
SUPERVISION = "" if os.environ.get("LITREVIEW_ALL_KILL_POINTS") else "none"

_EXIT_CODES: dict[Manner, int] = {"kill": KILLED, "interrupt": 130}


@dataclass(frozen=True)
class Stop:
    """Where and how a run is stopped: at its n-th event."""

    number: int
    manner: Manner = "kill"


@dataclass
class Outcome:
    """What a review ended as: `hashes` by table, `calls` that were done and counted, `faults` in words."""

    hashes: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    calls: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def play(home: Path, world: Path, stops: tuple[Stop, ...], *, again: bool) -> Outcome:
    """Run a review in `home`, stopped at each of the stops in turn, then to its end, and return what came of it.

    With `again` the finished review is run once more, and must do nothing but render its files.
    """
    outcome = Outcome()
    folder = home / NAME
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    published = False
    for turn, stop in enumerate((*stops, None)):
        log = home / f"{turn}.log"
        code = in_child(partial(_run, home, world, log, stop), home / "error")
        outcome.events = read_events(log)
        outcome.calls += settled_calls(outcome.events)
        stopped = stop is not None and any(event.moment == "stop" for event in outcome.events)
        if code != (_EXIT_CODES[stop.manner] if stop and stopped else 0):
            outcome.faults.append(f"run {turn} ended with {code}: {read_error(home)}")
            return outcome
        if not stopped:
            break
        published |= any(event.kind == ("after", "rename", PUBLISHED_FILE) for event in outcome.events)
        if published and in_child(partial(_read_published, folder), home / "error"):
            outcome.faults.append(f"what was published cannot be read: {read_error(home)}")
    if in_child(partial(_describe, home, folder), home / "error"):
        outcome.faults.append(f"the end cannot be read: {read_error(home)}")
        return outcome
    outcome.hashes, copied, unfinished = json.loads((home / "end.json").read_text(encoding="utf-8"))
    outcome.files = {
        path.name: "" if path.name in CHANGING_FILES else path.read_text(encoding="utf-8") for path in folder.iterdir()
    }
    if copied != outcome.hashes:
        outcome.faults.append(f"the published copy is not the ledger: {_differences(copied, outcome.hashes)}")
    if unfinished:
        outcome.faults.append(f"{unfinished} runs that ended count as running")
    if again:
        in_child(partial(_run, home, world, home / "again.log", None), home / "error")
        done = [event.name for event in read_events(home / "again.log") if event.what in ("task", "catalogue")]
        if done != ["render_files"] * 2 + ["render_page"] * 2:
            outcome.faults.append(f"a run after the finished one did {done}")
    shutil.rmtree(home)
    return outcome


def compare(outcome: Outcome, reference: Outcome) -> list[str]:
    """Return in words how an outcome differs from that of the run without faults; nothing when all is well."""
    faults = list(outcome.faults)
    if not faults and outcome.hashes != reference.hashes:
        faults.append(f"tables differ: {_differences(outcome.hashes, reference.hashes)}")
    if not faults and outcome.files != reference.files:
        faults.append(f"files differ: {_differences(outcome.files, reference.files)}")
    twice, never = outcome.calls - reference.calls, reference.calls - outcome.calls
    if twice:
        faults.append(f"done twice: {dict(twice)}")
    if never and not outcome.faults:
        faults.append(f"never done: {dict(never)}")
    return faults


def _differences(one: dict[str, str], other: dict[str, str]) -> list[str]:
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def settled_calls(events: list[Event]) -> Counter[tuple[str, str]]:
    """Return the calls (what, for which task call) whose outcome was kept: all but those after the last commit.

    What an interrupted run still commits on its way out is kept. A task that follows a paper in two directions counts
    as two, since one of them may be done before an interruption and the other after.
    """
    if any(event.moment == "stop" for event in events):
        commits = [at for at, e in enumerate(events) if (e.moment, e.what) == ("after", "commit")]
        events = events[: commits[-1] if commits else 0]
    return Counter(
        (event.name, within)
        for event in events
        if event.moment == "after"
        and event.what in ("task", "catalogue")
        and event.name not in RECOMPUTED
        and event.within != RECOMPUTED_CALL
        for within in _each_way(event.within)
    )


def _each_way(within: str) -> list[str]:
    ways, mark, title = within.partition(": ")
    return [f"{way}{mark}{title}" for way in ways.split(" and ")] if ways == "forward and backward" else [within]


def in_child(act: Callable[[], Any], error: Path) -> int:
    """Return the exit code of a forked process that acts and ends at once, without cleaning up."""
    pid = os.fork()
    if pid == 0:
        try:
            act()
        except KeyboardInterrupt:
            os._exit(_EXIT_CODES["interrupt"])
        except BaseException:  # noqa: BLE001 - whatever it was, the parent reports it
            error.write_text(traceback.format_exc(), encoding="utf-8")
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def read_error(home: Path) -> str:
    error = home / "error"
    return error.read_text(encoding="utf-8") if error.exists() else "it left no word"


def _run(home: Path, world: Path, log: Path, stop: Stop | None) -> None:
    os.environ |= {"LITREVIEW_CACHE": str(world.parent / "cache"), "LITREVIEW_OPEN_LIBRARY_URL": ""}
    recorder = Recorder(log, stop.number, stop.manner) if stop else Recorder(log)
    recorder.install()
    review.fn(
        TOPIC,
        quality="quick",
        name=NAME,
        catalogue=str(world),
        analyst="instant",
        supervision=SUPERVISION,
        seeds=(NAMED_WORK,),
        reviews=str(home),
        quiet=True,
    )


def _read_published(folder: Path) -> None:
    """Read every table of the published copy to its last row."""
    with open_published(folder) as connection:
        for (table,) in connection.execute("SELECT table_name FROM duckdb_tables() WHERE NOT internal").fetchall():
            connection.execute(f"SELECT sum(length(CAST(t AS VARCHAR))) FROM {table} AS t").fetchall()
        connection.execute("SELECT item, n FROM prisma").fetchall()


def _describe(home: Path, folder: Path) -> None:
    _read_published(folder)
    copy = home / "published"
    copy.mkdir()
    shutil.copyfile(folder / PUBLISHED_FILE, copy / WORKING_FILE)
    with Ledger(folder) as ledger, Ledger(copy) as published:
        unfinished = ledger.select("SELECT count(*) FROM run WHERE status = 'running'").item()
        facts = [hash_tables(ledger), hash_tables(published), unfinished]
    (home / "end.json").write_text(json.dumps(facts), encoding="utf-8")
