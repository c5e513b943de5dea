"""Opening a small review about street trees, phase by phase and without Prefect."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from flows.context.context import ReviewContext
from flows.context.order import Order, check_order
from flows.opening import open_context
from flows.orchestration.progress import Progress
from tasks.environment.settings import read_settings
from tests.faults.world import TOPIC

OpenReview = Callable[..., AbstractContextManager[ReviewContext]]


@contextmanager
def open_review(folder: Path, name: str, ask: str = "", **changes: object) -> Iterator[ReviewContext]:
    """Yield the bench of the review of that name in a folder that holds a world."""
    order = Order(TOPIC, quality="quick", name=name, catalogue=str(folder / "works.jsonl"), analyst="instant")
    order = dataclasses.replace(order, as_of=2024, reviews=str(folder), ask=ask, **changes)  # type: ignore[arg-type]
    with open_context(check_order(order), read_settings(), Progress(quiet=True)) as bench:
        yield bench
