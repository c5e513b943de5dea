"""A finished review that nobody has edited, and copies of it to edit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.flows.editing_by_hand.edited_review import EditedReview, set_up


@pytest.fixture(scope="package")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield the home of a finished review that nobody has edited."""
    home = tmp_path_factory.mktemp("edited")
    with pytest.MonkeyPatch.context() as environment:
        set_up(environment, home)
        EditedReview(home).write()
        yield home


@pytest.fixture
def review(tmp_path: Path, written: Path, monkeypatch: pytest.MonkeyPatch) -> EditedReview:
    """Return a copy of the finished review."""
    set_up(monkeypatch, written)
    return EditedReview(written).copy(tmp_path)
