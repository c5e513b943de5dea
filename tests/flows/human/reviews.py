"""Opening a small review about street trees, phase by phase and without Prefect."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from flows.context.context import ReviewContext
from flows.context.order import read_order
from flows.opening import open_context
from flows.orchestration.progress import Progress
from tasks.environment.settings import read_settings
from tests.faults.world import TOPIC

OpenReview = Callable[..., AbstractContextManager[ReviewContext]]


@contextmanager
def open_review(folder: Path, name: str, ask: str = "", **changes: object) -> Iterator[ReviewContext]:
    """Yield the bench of the review of that name in a folder that holds a world."""
    given = {"name": name, "catalogue": folder / "works.jsonl", "analyst": "instant", "reviews": folder, "as_of": 2024}
    order = read_order({"topic": TOPIC, "quality": "quick", "ask": ask, **given, **changes})
    with open_context(order, read_settings(), Progress(quiet=True)) as bench:
        yield bench
