"""Runs of a review by language models in processes of their own: killed somewhere, gone on with, and looked at."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from pydantic import SecretStr

from flows.context.order import ReviewOrder
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.review import work_through
from storage.core.canonical import hash_tables
from storage.core.ledger import Ledger
from tasks.environment.settings import read_settings
from tasks.reporting.page.rendering import PAGE
from tasks.screening.embeddings import INSTANT_MODEL_NAME, instant_vectors
from tests.faults.events import Event, Recorder, read_events
from tests.faults.runs import CHANGING_FILES, NAME, SUPERVISION, Stop, in_child, read_error
from tests.faults.world import NAMED_WORK, TOPIC

_COST = re.compile(r'<section id="cost".*?</section>', re.DOTALL)
# Requests that make a batch here: few, so that the works of a small world do.
_BATCH_FROM = 6


@dataclass
class Outcome:
    """What a review ended as: `hashes` by table, files by name, requests sent by kind, `faults` in words."""

    hashes: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    requests: Counter[str] = field(default_factory=Counter)
    paid: int = 0
    reserved: float = 0.0
    faults: list[str] = field(default_factory=list)


def play(home: Path, world: Path, url: str, stop: Stop | None) -> Outcome:
    """Run a review in `home` that asks models at `url`, killed at a stop and gone on with; return what came of it."""
    outcome = Outcome()
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    for turn, planned in enumerate([stop, None] if stop else [None]):
        log = home / f"{turn}.log"
        code = in_child(partial(_run, home, world, url, log, planned), home / "error")
        outcome.events = read_events(log)
        outcome.requests += Counter(
            event.name
            for event in outcome.events
            if event.moment == "before" and event.name in ("ask_model", "create_batch")
        )
        if planned is None and code:
            outcome.faults.append(f"the last run ended with {code}: {read_error(home)}")
            return outcome
    folder = home / NAME
    # In a child: an opened database leaves threads behind, which no later fork would survive.
    if in_child(partial(_describe, home, folder), home / "error"):
        outcome.faults.append(f"the end cannot be read: {read_error(home)}")
        return outcome
    outcome.hashes, outcome.paid, outcome.reserved = json.loads((home / "end.json").read_text(encoding="utf-8"))
    outcome.files = {
        path.name: "" if path.name in CHANGING_FILES else path.read_text(encoding="utf-8") for path in folder.iterdir()
    }
    # A request sent twice may be paid twice, and the page says what was paid: of that alone it may differ.
    outcome.files[PAGE] = _COST.sub("", outcome.files.get(PAGE, ""))
    shutil.rmtree(home)
    return outcome


def compare(outcome: Outcome, reference: Outcome) -> list[str]:
    """Return in words how an outcome differs from that of the run without faults; nothing when all is well.

    One request at a time is in flight here, so one may have been sent twice.
    """
    faults = list(outcome.faults)
    if faults:
        return faults
    tables = [name for name, value in reference.hashes.items() if outcome.hashes[name] != value]
    if tables:
        faults.append(f"tables differ: {tables}")
    if outcome.files != reference.files:
        faults.append(
            f"files differ: {[name for name in reference.files if outcome.files.get(name) != reference.files[name]]}"
        )
    twice, never = outcome.requests - reference.requests, reference.requests - outcome.requests
    # A batch of the same requests, made for another of these runs, is adopted by one killed before it made its own.
    del never["create_batch"]
    if twice.total() > 1 or twice["create_batch"] or never:
        faults.append(f"requests differ: {dict(outcome.requests)}, not {dict(reference.requests)}")
    # Calls, not dollars: what one run leaves in the service's cache makes the next one cheaper.
    if outcome.paid != reference.paid or outcome.reserved:
        faults.append(f"{outcome.paid} calls paid and ${outcome.reserved:.6f} reserved, not {reference.paid} calls")
    return faults


def _describe(home: Path, folder: Path) -> None:
    with Ledger(folder) as ledger:
        spent = ledger.select("SELECT count(*), (SELECT reserved FROM spending) FROM llm_call WHERE model <> ''").row(0)
        (home / "end.json").write_text(json.dumps([hash_tables(ledger), *spent]), encoding="utf-8")


def _run(home: Path, world: Path, url: str, log: Path, stop: Stop | None) -> None:
    os.environ |= {"LITREVIEW_CACHE": str(world.parent / "cache"), "LITREVIEW_OPEN_LIBRARY_URL": ""}
    recorder = Recorder(log, stop.number, stop.manner) if stop else Recorder(log)
    recorder.install()
    settings = read_settings().model_copy(update={"anthropic_base_url": url, "anthropic_api_key": SecretStr("key")})
    order = ReviewOrder(
        topic=TOPIC,
        quality="quick",
        name=NAME,
        catalogue=str(world),
        analyst="anthropic",
        supervision=SUPERVISION,
        seeds=(NAMED_WORK,),
        reviews=str(home),
    )
    with open_context(order, settings, Progress(quiet=True)) as bench:
        gateway = bench.gateway
        if gateway is None or gateway.singles is None or gateway.batches is None:
            raise RuntimeError("nobody conducts the dialogues")
        gateway.singles.at_once, gateway.batches.least = 1, _BATCH_FROM
        work_through(replace(bench, embed=instant_vectors, embedding_model=INSTANT_MODEL_NAME))
