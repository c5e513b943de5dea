"""Updates through the OpenAlex API by language models: what they find, what they ask, and what that costs."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from flows.review import review
from flows.update import update
from storage.core.ledger import open_published
from tasks.catalogues.openalex.catalogue import OpenAlexCatalogue
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.benchmarks.servers.server import Loopback, serve_openalex
from tests.benchmarks.servers.world import World
from tests.faults.grown_world import NEW, grow_world
from tests.faults.world import TOPIC, write_world

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif("LITREVIEW_WHOLE_WORLDS" not in os.environ, reason="a minute long: make living"),
]

_NAME = "trees"
# What tells of runs, and what holds their times.
_CHANGING = {"run.json", "corpus.duckdb", ".ledger.duckdb", "journal.log"}
_COST = re.compile(rb'<section id="cost".*?</section>', re.DOTALL)

Request = tuple[str, dict[str, str], bool]


@dataclass(frozen=True)
class Step:
    """What one update left and asked: its files, messages to models, requests to OpenAlex, and dollars it charged."""

    files: dict[str, bytes]
    messages: int
    requests: list[Request]
    spent: float


@dataclass(frozen=True)
class Story:
    """The folder of the review, and its updates: with news, without, and without after a work was cited more."""

    folder: Path
    with_news: Step
    without: Step
    cited_more: Step

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        """Return the rows of a SELECT over what was published."""
        with open_published(self.folder) as connection:
            return connection.execute(sql).fetchall()


@contextmanager
def _serve(path: Path, year: int, environment: pytest.MonkeyPatch) -> Iterator[Loopback]:
    environment.setattr(OpenAlexCatalogue, "newest_year", lambda _: year)
    with serve_openalex(World(path)) as loopback:
        environment.setenv("LITREVIEW_OPENALEX_URL", loopback.url)
        yield loopback


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    """Have models write a review, let its world grow, and update it three times."""
    home = tmp_path_factory.mktemp("services")
    reviews, folder = str(home / "reviews"), home / "reviews" / _NAME
    with serve_anthropic(SCRIPTS, looks=1) as models, pytest.MonkeyPatch.context() as environment:
        environment.setenv("LITREVIEW_CACHE", str(home / "cache"))
        environment.setenv("LITREVIEW_OPEN_LIBRARY_URL", "")
        environment.setenv("ANTHROPIC_BASE_URL", models.url)
        environment.setenv("ANTHROPIC_API_KEY", "key")
        path = write_world(home / "works.jsonl")
        order = {"quality": "quick", "analyst": "anthropic", "supervision": "none", "batch": False, "quiet": True}
        with _serve(path, 2022, environment):
            review.fn(TOPIC, name=_NAME, catalogue="openalex", reviews=reviews, **order)
        grow_world(path)
        files: list[dict[str, bytes]] = []
        with _serve(path, 2023, environment) as openalex:
            counts = [(_count(models), 0, 0.0)]
            for _ in range(3):
                update.fn(_NAME, reviews=reviews, batch=False, quiet=True)
                counts.append((_count(models), len(openalex.requests), openalex.spent))
                files.append(
                    {found.name: found.read_bytes() for found in folder.iterdir() if found.name not in _CHANGING}
                )
                if len(files) == 2:
                    openalex.world.records["W1"]["cited_by_count"] += 1
        steps = [
            Step(left, after[0] - before[0], openalex.requests[before[1] : after[1]], after[2] - before[2])
            for left, (before, after) in zip(files, pairwise(counts), strict=True)
        ]
        yield Story(folder, *steps)


def _leave_out_calls(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return files without the part of the page that counts calls, which free ones are among."""
    page, found = _COST.subn(b"", files["report.html"])
    assert found == 1
    return files | {"report.html": page}


def _count(server: LoopbackAnthropic) -> int:
    return sum(request.method == "POST" for request in server.requests)


def test_models_are_asked_about_what_changed(story: Story) -> None:
    """The new works are judged and read, changed themes and the frame written; other sections stand to the letter."""
    joined = story.ask(f"SELECT count(*) FROM corpus WHERE work_id IN {NEW}")
    assert joined == [(len(NEW),)]
    told = story.ask("SELECT llm_calls FROM living_result ORDER BY number")
    assert told == [(story.with_news.messages,), (0,), (0,)]
    ((carried, same),) = story.ask(
        "SELECT count(*), count(*) FILTER (a.markdown = b.markdown) FROM living_section AS l "
        "JOIN section AS a ON a.section_id = l.section_id AND a.version = l.version "
        "JOIN current_section AS b ON b.section_id = l.section_id WHERE l.action = 'carried'"
    )
    assert carried == same > 0
    assert story.ask("FROM unsupported_claim") == []


def test_an_update_without_news_makes_no_call_that_costs(story: Story) -> None:
    """No message; each work of the text is looked up by itself, free; but for the calls counted the files stay."""
    assert story.without.messages == 0
    assert story.without.spent == 0
    works = story.ask("SELECT work_id FROM living_lookup WHERE number = 2 ORDER BY work_id")
    assert sorted(path for path, _, _ in story.without.requests) == [f"/works/{work_id}" for (work_id,) in works]
    assert _leave_out_calls(story.without.files) == _leave_out_calls(story.with_news.files)


def test_queries_are_asked_again_once_a_work_is_cited_more(story: Story) -> None:
    """There may be news then, which only searches can tell."""
    assert sum("search" in parameters for _, parameters, _ in story.cited_more.requests) > 1
    assert any("cites:W1" in parameters.get("filter", "") for _, parameters, _ in story.cited_more.requests)
    assert story.cited_more.messages == 0


def test_what_an_update_cost_is_on_record(story: Story) -> None:
    """To the cent that the service charged."""
    told = story.ask("SELECT news, api_usd FROM living_result ORDER BY number")
    assert [news for news, _ in told] == [True, False, False]
    assert [usd for _, usd in told] == pytest.approx(
        [step.spent for step in (story.with_news, story.without, story.cited_more)]
    )
    assert story.with_news.spent > 0
