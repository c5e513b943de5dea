"""The small world, reviews of it that were written once, and copies of them to supervise."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.flows.supervision.gap_world import NAME, QUESTION, write_review, write_world


@pytest.fixture(scope="package")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the catalogue file of the world; indexes of it are kept beside it."""
    folder = tmp_path_factory.mktemp("world")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LITREVIEW_CACHE", str(folder / "cache"))
        yield write_world(folder)


@pytest.fixture(scope="package")
def written(tmp_path_factory: pytest.TempPathFactory, world: Path) -> Path:
    """Return the folder of a review without a question."""
    home = tmp_path_factory.mktemp("written")
    write_review(home, world)
    return home


@pytest.fixture(scope="package")
def asked(tmp_path_factory: pytest.TempPathFactory, world: Path) -> Path:
    """Return the folder of a review with a question that its works do not answer."""
    home = tmp_path_factory.mktemp("asked")
    write_review(home, world, questions=(QUESTION,))
    return home


@pytest.fixture
def copy_review(tmp_path: Path) -> Callable[[Path], Path]:
    """Return what copies a review into a folder of its own."""
    numbers = iter(range(100))

    def copy(home: Path) -> Path:
        target = tmp_path / str(next(numbers))
        shutil.copytree(home / NAME, target / NAME)
        return target

    return copy
