"""Six clean reviews whose methods differ: by rule, of a larger world, judged and asked about, updated, and replayed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from flows.context.choices import choose_catalogue
from flows.context.order import DEMO_TOPIC, ReviewOrder
from flows.human.screening_session import screen_review
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.review import work_through
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.publication.published import read_published_order
from storage.updates.updates import begin_update
from tasks.environment.settings import Settings, read_settings
from tasks.screening.embeddings import INSTANT_MODEL_NAME, instant_vectors
from tests.benchmarks.requests import read_topic
from tests.benchmarks.scripted_person import typing_at_terminal
from tests.benchmarks.servers.messages_server import serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.benchmarks.worlds import DEFAULT_WORLDS, WORKS

_LARGER = "oud_2018"
_SCREENED = "eiesuiesieq"
# The form of the plan: go on, a question, an area and a term more, a query less and one more, and a name.
_PLAN = (
    "\nDoes hair cortisol follow body weight?\n\nhair segments\n\nguinea pig\n\n2\n\nhair steroids in humans\n\nAnn\n"
)
_THEMES = "\nStress and Weight\n-\n" + "\n" * 40


def make_reviews(home: Path) -> Iterator[tuple[str, Path]]:
    """Write the reviews into a folder, and yield what each is and its folder as it is finished.

    Raises:
        InputError: the larger world is not on this machine.
    """
    settings = read_settings().model_copy(update={"open_library_url": "", "replay": None})
    demo = _write(home, "demo", settings, topic=DEMO_TOPIC, catalogue="demo", quality="quick", analyst="instant")
    yield "by rule", demo
    yield f"of {_LARGER}", _write_larger(home, settings)
    yield "judged with screen", _judge(demo, settings)
    yield "asked about", _ask(home, settings)
    yield "updated", _update(home, settings)
    yield "by a language model, replayed", _replay(home, settings)


def _write(home: Path, name: str, settings: Settings, typed: str = "", **order: Any) -> Path:
    with typing_at_terminal(typed), _open(home, name, settings, order) as bench:
        work_through(bench)
    return home / name


@contextmanager
def _open(home: Path, name: str, settings: Settings, order: dict[str, Any]) -> Iterator[Any]:
    with open_context(ReviewOrder(name=name, reviews=str(home), **order), settings, Progress(quiet=True)) as bench:
        yield replace(bench, embed=instant_vectors, embedding_model=INSTANT_MODEL_NAME)


def _resume(folder: Path, settings: Settings, typed: str = "", **changes: Any) -> Path:
    return _write(folder.parent, folder.name, settings, typed, **read_published_order(folder) | changes)


def _write_larger(home: Path, settings: Settings) -> Path:
    world = DEFAULT_WORLDS / _LARGER
    if not (world / WORKS).is_file():
        raise InputError(f"the world '{world}' is not on this machine; put its {WORKS} there")
    order = {"topic": read_topic(world), "catalogue": str(world / WORKS), "quality": "standard", "analyst": "instant"}
    return _write(home, _LARGER, settings, **order)


def _judge(demo: Path, settings: Settings) -> Path:
    folder = Path(shutil.copytree(demo, demo.with_name("judged")))
    with typing_at_terminal(_SCREENED):
        screen_review(folder)
    return _resume(folder, settings)


def _ask(home: Path, settings: Settings) -> Path:
    order = {"topic": DEMO_TOPIC, "catalogue": "demo", "quality": "quick", "analyst": "instant"}
    folder = _write(home, "asked", settings, _PLAN + "eiuseq", ask="plan,screening", **order)
    return _resume(folder, settings, _THEMES, ask="themes")


def _update(home: Path, settings: Settings) -> Path:
    lines = files("storage.sample").joinpath("works.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    newest = max(int(json.loads(line)["publication_year"] or 0) for line in lines)
    catalogue = home / "growing.jsonl"
    fresh = [line for place, line in enumerate(lines) if place % 9 == 0]
    catalogue.write_text("".join(line for line in lines if line not in fresh), encoding="utf-8")
    order = {"topic": DEMO_TOPIC, "catalogue": str(catalogue), "quality": "quick", "analyst": "instant"}
    folder = _write(home, "updated", settings, **order, as_of=newest, grey=True)
    grown = [_date(line, newest) if line in fresh else line for line in lines]
    catalogue.write_text("".join(grown), encoding="utf-8")
    planned = read_published_order(folder) | {"supervision": "none", "ask": ""}
    found = choose_catalogue(ReviewOrder(name="updated", reviews=str(home), **planned), settings)
    with Ledger(folder) as ledger:
        begin_update(ledger, found.name, found.newest_year())
    return _write(home, "updated", settings, **planned)


def _date(line: str, year: int) -> str:
    """Return a record as one of that year."""
    record = json.loads(line) | {"publication_year": year, "publication_date": f"{year}-03-01"}
    return f"{json.dumps(record)}\n"


def _replay(home: Path, settings: Settings) -> Path:
    order = {"topic": DEMO_TOPIC, "catalogue": "demo", "quality": "quick", "analyst": "anthropic"}
    with serve_anthropic(SCRIPTS) as server:
        asking = {"anthropic_base_url": server.url, "anthropic_api_key": SecretStr("none")}
        record = _write(home, "recorded", settings.model_copy(update=asking), **order, batch=False)
    return _write(home, "replayed", settings.model_copy(update={"replay": record}), topic=DEMO_TOPIC)
