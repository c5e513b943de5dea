"""Supervision of a small review in processes of its own: killed somewhere, gone on with, and looked at."""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from flows.supervision.flow import supervision
from storage.core.canonical import hash_tables
from storage.core.ledger import Ledger
from storage.reading.reading import read_corpus
from tasks.revision.fact_rules import read_cited_texts
from tests.benchmarks.factual_flaws import plant_duplicates, plant_factual_flaws
from tests.benchmarks.servers.scripted.supervising_theory import LITERATURE_CUES, THEORY_CUES
from tests.benchmarks.supervised_copies import put_in_flaws, read_sections
from tests.faults.events import KILLED, Event, Recorder, read_events
from tests.faults.runs import in_child, read_error, settled_calls
from tests.flows.supervision.gap_world import CONCEPTS, NAME, ask_server, open_bench, plant, write_review, write_world


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is supervised, by which loops: `url` is where models are asked, empty for the extractive analyst."""

    name: str
    loops: tuple[str, ...]
    questions: tuple[str, ...] = ()
    url: str = ""


@dataclass
class Outcome:
    """What a supervision ended as: `hashes` by table, the `edits`, the task `calls` that were kept, `faults` in words.

    `loops` are those that left anything on record, `events` those of the first run, `requests` how many questions all
    runs together sent to models.
    """

    hashes: dict[str, str] = field(default_factory=dict)
    edits: list[list[object]] = field(default_factory=list)
    loops: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    calls: Counter[tuple[str, str]] = field(default_factory=Counter)
    requests: int = 0
    faults: list[str] = field(default_factory=list)


def prepare(home: Path, scenario: Scenario) -> None:
    """Write the small world and a review of it with something wrong for each loop of the scenario."""
    write_world(home)
    if in_child(partial(_write, home, scenario), home / "error"):
        raise RuntimeError(read_error(home))


def play(home: Path, scenario: Scenario, stop: int) -> Outcome:
    """Supervise a copy of the review in `home`, killed at an event and gone on with (0: not killed)."""
    outcome = Outcome()
    copy = home / f"{scenario.name}-{stop}"
    shutil.copytree(home / "first", copy)
    for turn, planned in enumerate([stop, 0] if stop else [0]):
        log = copy / f"{turn}.log"
        code = in_child(partial(_supervise, home, copy, scenario, log, planned), copy / "error")
        events = read_events(log)
        outcome.events = outcome.events or events
        outcome.calls += settled_calls(events)
        outcome.requests += sum((event.moment, event.name) == ("before", "ask_model") for event in events)
        if code != (KILLED if planned else 0):
            outcome.faults.append(f"run {turn} ended with {code}: {read_error(copy)}")
            return outcome
    if in_child(partial(_describe, copy), copy / "error"):
        outcome.faults.append(f"the end cannot be read: {read_error(copy)}")
        return outcome
    outcome.hashes, outcome.edits, outcome.loops = json.loads((copy / "end.json").read_text(encoding="utf-8"))
    shutil.rmtree(copy)
    return outcome


def compare(outcome: Outcome, unharmed: Outcome) -> list[str]:
    """Return in words how an outcome differs from that of the run that nothing stopped; nothing when all is well.

    A question in flight when the run was killed may have been sent twice.
    """
    if outcome.faults:
        return outcome.faults
    faults = []
    tables = [name for name, value in unharmed.hashes.items() if outcome.hashes[name] != value]
    if tables or outcome.edits != unharmed.edits:
        faults.append(f"tables differ: {tables or ['edit']}")
    if twice := outcome.calls - unharmed.calls:
        faults.append(f"done twice: {dict(twice)}")
    if not 0 <= outcome.requests - unharmed.requests <= 1:
        faults.append(f"{outcome.requests} questions were sent, not {unharmed.requests}")
    return faults


def _prepare_environment(home: Path) -> None:
    os.environ |= {"LITREVIEW_CACHE": str(home / "cache"), "LITREVIEW_OPEN_LIBRARY_URL": ""}


def _write(home: Path, scenario: Scenario) -> None:
    _prepare_environment(home)
    world, first = home / "works.jsonl", home / "first"
    write_review(first, world, questions=scenario.questions)
    with open_bench(first, world, questions=scenario.questions) as bench:
        if scenario.url:
            plant(bench, f"It {next(iter(THEORY_CUES))} {CONCEPTS[0][0]}.")
            plant(bench, f"It {next(iter(LITERATURE_CUES))} {CONCEPTS[4][0]}.", 1)
        if "facts" in scenario.loops:
            _plant_flaws(bench.ledger)


def _plant_flaws(ledger: Ledger) -> None:
    clean = read_sections(ledger)
    flawed, _ = plant_factual_flaws(clean, read_cited_texts(list(read_corpus(ledger).values())), 2)
    flawed, _ = plant_duplicates(flawed, 2)
    doubled = [replace(one, markdown=one.markdown.replace("This review ", "This review review ", 1)) for one in flawed]
    put_in_flaws(ledger, clean, doubled)


def _supervise(home: Path, copy: Path, scenario: Scenario, log: Path, stop: int) -> None:
    _prepare_environment(home)
    Recorder(log, stop or None).install()
    with open_bench(copy, home / "works.jsonl", questions=scenario.questions) as opened:
        bench = ask_server(opened, scenario.url) if scenario.url else opened
        if bench.gateway and bench.gateway.singles:
            bench.gateway.singles.at_once = 1
        supervision.fn(replace(bench, loops=scenario.loops))


def _describe(copy: Path) -> None:
    with Ledger(copy / NAME) as ledger:
        edits = ledger.select(
            "SELECT loop, iteration, section_id, from_version, to_version, issue, note FROM edit ORDER BY rowid"
        )
        loops = ledger.select("SELECT DISTINCT loop FROM (SELECT loop FROM edit UNION SELECT loop FROM supervision)")
        end = [hash_tables(ledger), [list(row) for row in edits.iter_rows()], loops["loop"].to_list()]
    (copy / "end.json").write_text(json.dumps(end), encoding="utf-8")
