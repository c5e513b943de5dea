"""Small ledgers in real DuckDB files, and the works and decisions to put into them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from storage.core.ledger import Ledger
from storage.records.screening import Decision
from storage.records.search import Plan, Response, Strategy, Work
from storage.runs.reviews import settle_plan
from storage.screening.screening import add_decisions
from storage.searching.works import add_discoveries, add_works
from tests.new_ledger import open_new_ledger

PLAN = Plan(topic="Hair cortisol and stress", quality="quick", as_of=2020, catalogue="test catalogue")


@pytest.fixture
def new_ledger(tmp_path: Path) -> Iterator[Callable[..., Ledger]]:
    """Return what opens one more planned ledger in a folder of its own; all are closed after the test."""
    numbers = count(1)
    with ExitStack() as stack:

        def create(plan: Plan = PLAN) -> Ledger:
            ledger = stack.enter_context(open_new_ledger(tmp_path / f"review-{next(numbers)}"))
            settle_plan(ledger, plan)
            return ledger

        yield create


@pytest.fixture
def ledger(new_ledger: Callable[..., Ledger]) -> Ledger:
    """Return an open ledger of a planned review: quick tier (2 stages, 50 works), recency counted from 2020."""
    return new_ledger()


@pytest.fixture(scope="module")
def module_ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """Return a ledger like `ledger` for tests that only read, or clean up what they wrote: opened once per module."""
    with open_new_ledger(tmp_path_factory.mktemp("review")) as ledger:
        settle_plan(ledger, PLAN)
        yield ledger


@pytest.fixture(scope="session")
def make_work() -> Callable[..., Work]:
    """Return what makes a work of a number: an article of 2015 that is no version of any other."""

    def make(number: int, **fields: Any) -> Work:
        facts: dict[str, Any] = {
            "title": f"Hair cortisol, part {number}",
            "abstract": f"Cortisol in hair reflects stress. Sample {number} was small.",
            "year": 2015,
            "type": "article",
            "family_id": f"family {number}",
            "response": Response("test", f"test:W{number}", f'{{"id": "W{number}"}}'),
        }
        return Work(work_id=f"W{number}", **(facts | fields))

    return make


@pytest.fixture(scope="session")
def find_works() -> Callable[..., None]:
    """Return what stores works together with a discovery of each, ranked as given."""

    def find(ledger: Ledger, works: Sequence[Work], stage: int = 0, strategy: Strategy = "keyword") -> None:
        with ledger.transaction():
            add_works(ledger, works, stage)
            add_discoveries(
                ledger, [(work.work_id, strategy, stage, None, None, place) for place, work in enumerate(works, 1)]
            )

    return find


@pytest.fixture(scope="session")
def screen_works() -> Callable[..., None]:
    """Return what stores a screening decision per work id."""

    def screen(ledger: Ledger, verdicts: Mapping[str, Any], stage: int = 0, **fields: Any) -> None:
        facts: dict[str, Any] = {"method": "llm", "reason": "As judged.", "batch": 0, "score": 0.8}
        with ledger.transaction():
            add_decisions(
                ledger,
                [
                    Decision(work_id=work_id, phase="screening", stage=stage, verdict=verdict, **(facts | fields))
                    for work_id, verdict in verdicts.items()
                ],
            )

    return screen


@pytest.fixture(scope="session")
def corpus_ids() -> Callable[[Ledger], set[str]]:
    """Return what reads the ids of the works in the corpus."""
    return lambda ledger: set(ledger.select("SELECT work_id FROM corpus")["work_id"])
