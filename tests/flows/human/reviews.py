"""Opening a small review about street trees, phase by phase and without Prefect."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from flows.context.context import ReviewContext
from flows.context.order import read_order
from flows.opening import open_context
from flows.orchestration.progress import Progress
from storage.core.ledger import Ledger
from storage.records.criteria import Criterion
from storage.screening.criteria import state_criteria
from tasks.environment.settings import read_settings
from tests.faults.world import TOPIC

OpenReview = Callable[..., AbstractContextManager[ReviewContext]]


REASONS = ("exclude design: case reports", "exclude population: seedlings")
"""Criteria that `store_texts` gives a review, with the codes E1 and E2."""


def store_texts(folder: Path, most: int) -> list[str]:
    """Give so many works of a review that are in it a full text of two pages, and return their ids."""
    with Ledger(folder) as ledger:
        works = list(ledger.select("SELECT work_id FROM corpus ORDER BY work_id")["work_id"])[:most]
        named = [
            {"number": 1, "id": f"E{number}", "criterion_id": Criterion.read(line).criterion_id}
            for number, line in enumerate(REASONS, 1)
        ]
        pages = [
            {
                "work_id": work,
                "level": 0,
                "page": page,
                "text": f"Page {page} of {work}: <b>trees</b>.",
                "source": "full text",
            }
            for work in works
            for page in (1, 2)
        ]
        with ledger.transaction():
            state_criteria(ledger, REASONS, "protocol")
            ledger.append("protocol_criterion", named)
            ledger.append("document", pages)
        ledger.publish()
    return works


@contextmanager
def open_review(folder: Path, name: str, ask: str = "", **changes: object) -> Iterator[ReviewContext]:
    """Yield the bench of the review of that name in a folder that holds a world."""
    given = {"name": name, "catalogue": folder / "works.jsonl", "analyst": "instant", "reviews": folder, "as_of": 2024}
    order = read_order({"topic": TOPIC, "quality": "quick", "ask": ask, **given, **changes})
    with open_context(order, read_settings(), Progress(quiet=True)) as bench:
        yield bench
