"""A review of the demo whose protocol is amended, resumed by it, and made again from its record."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from flows.context.order import DEMO_TOPIC, amend_order
from flows.review import review
from storage.core.ledger import Ledger
from storage.publication.published import read_published_order, select_published
from storage.screening.human import PERSON, screening_queue
from storage.screening.screening import add_decisions
from tasks.human.screening import decide_by_person
from tasks.prompts import read_prompt
from tasks.screening.tasks import THRESHOLD
from tests.benchmarks.servers.messages_server import LoopbackAnthropic
from tests.flows.hair_protocol import PROTOCOL

OLD_QUESTION, NEW_QUESTION = "Is hair cortisol related to obesity?", "Is hair cortisol related to body weight?"
WHY = "Growth confounds weight in the young."
AMENDED = (
    PROTOCOL.replace(OLD_QUESTION, NEW_QUESTION)
    + f"""
[[criteria]]
id = "E3"
kind = "exclude"
element = "population"
text = "children or adolescents"

[[extraction]]
name = "Weight"
question = "Which weight or body mass index was measured?"

[[amendments]]
date = 2026-11-20
reason = "{WHY}"
"""
)
AGAIN = AMENDED.replace("children or adolescents", "infants").replace("hair sample was taken", "hair segment was cut")
WHY_AGAIN = "A reviewer found E3 too wide."
NAME = "hair"


def ask(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query on what a review published."""
    return select_published(folder, sql).rows()


def count_steps(folder: Path) -> dict[str, int]:
    """Return how many answers of a model there are to each step; a kill loses those on their way."""
    counted = "SELECT step, count(*) FROM llm_call WHERE step <> 'lost request' GROUP BY step"
    return dict(ask(folder, counted))


@dataclass(frozen=True)
class Story:
    """A review before and after its protocol was amended on resuming, and after it was amended on an update."""

    first: Path
    amended: Path
    updated: Path
    protocol: Path
    overruled: str


def overrule(folder: Path) -> str:
    """Have a person include what the analyst includes, and return which work that is."""
    with Ledger(folder) as ledger:
        works = {work["work_id"]: work for work in screening_queue(ledger, THRESHOLD, 1.0, 1000)}
        overruled = next(work_id for work_id, work in works.items() if work["verdict"] == "include")
        work = works[overruled]
        with ledger.transaction():
            add_decisions(ledger, [decide_by_person(work, "include", PERSON, work["decisions"], seen=True)])
        ledger.publish()
    return overruled


def resume(folder: Path, protocol: Path | None, reason: str | None = None) -> None:
    """Go on with a review as `litreview resume` does."""
    planned = amend_order(read_published_order(folder), protocol)
    given = {"protocol": protocol and str(protocol), "reason": reason, "reviews": str(folder.parent)}
    review.fn(name=NAME, batch=False, quiet=True, **planned, **given)


def remake(record: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a review made again from the record, where nobody can be asked anything."""
    monkeypatch.setenv("LITREVIEW_REPLAY", str(record))
    monkeypatch.setenv("LITREVIEW_CACHE", str(home / "cache"))
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.delenv("LITREVIEW_CATALOGUE", raising=False)
    review.fn(DEMO_TOPIC, name=record.name, reviews=str(home), quiet=True)
    return home / record.name


def kill_amending(folder: Path, step: str, server: LoopbackAnthropic) -> None:
    """Amend a review in a process that is killed once the service answered a step, then take the protocol away."""
    protocol = folder.parent / "protocol.toml"
    protocol.write_text(AMENDED, encoding="utf-8")
    environment = os.environ | {
        "ANTHROPIC_BASE_URL": server.url,
        "ANTHROPIC_API_KEY": "key",
        "LITREVIEW_CACHE": str(folder.parent / "cache"),
        "LITREVIEW_REVIEWS": str(folder.parent),
        "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
    }
    command = [sys.executable, "-m", "flows.cli.main", "resume", NAME, "--protocol", str(protocol)]
    before, task = len(server.requests), read_prompt(step).task
    with subprocess.Popen([*command, "--no-server", "--no-batch"], env=environment, stderr=subprocess.DEVNULL) as run:
        while run.poll() is None and not any(task in str(one.body) for one in server.requests[before:]):
            time.sleep(0.05)
        run.send_signal(signal.SIGKILL)
    protocol.unlink()
