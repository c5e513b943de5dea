"""Small reviews whose search has ended, for people to judge."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from flows.context.context import ReviewContext
from flows.discovery import discovery
from flows.snowballing import snowballing
from storage.core.ledger import Ledger
from storage.screening.human import screening_queue
from tasks.screening.tasks import THRESHOLD
from tests.faults.world import write_world
from tests.flows.human.reviews import OpenReview, open_review


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder with a world, and with a review named "searched" whose search has ended."""
    folder = tmp_path_factory.mktemp("people")
    write_world(folder / "works.jsonl")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LITREVIEW_CACHE", str(folder / "cache"))
        with open_review(folder, "searched") as bench:
            discovery.fn(bench)
            snowballing.fn(bench)
        yield folder


@pytest.fixture
def searched(home: Path, tmp_path: Path) -> OpenReview:
    """Return what opens a copy of the searched review."""
    shutil.copytree(home / "searched", home / tmp_path.name)

    def reopen(ask: str = "screening", **changes: object) -> AbstractContextManager[ReviewContext]:
        return open_review(home, tmp_path.name, ask, **changes)

    return reopen


@pytest.fixture
def queue(searched: OpenReview, home: Path, tmp_path: Path) -> list[dict[str, Any]]:
    """Return the works that a person is to judge, the one the analyst is least sure of first."""
    assert searched
    with Ledger(home / tmp_path.name) as ledger:
        return screening_queue(ledger, THRESHOLD, 1.0, 1_000)
