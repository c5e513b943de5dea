"""A library, a review, and what a run without trouble leaves in the library."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.zotero_server import ZoteroLibrary, serve_zotero
from tests.flows.library.kept_review import (
    FEW,
    keep_library,
    list_items,
    make_review,
)


@pytest.fixture
def zotero() -> Iterator[ZoteroLibrary]:
    """Yield an empty library."""
    with serve_zotero(ZoteroLibrary()) as served:
        yield served


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a review that no Zotero library is kept of yet."""
    return make_review(tmp_path_factory.mktemp("few"), FEW)


@pytest.fixture
def review(tmp_path: Path, few: Path) -> Path:
    """Return a copy of it."""
    return Path(shutil.copytree(few, tmp_path / "review"))


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory, few: Path) -> dict[str, Any]:
    """Return what a library holds after a run without any trouble."""
    folder = Path(shutil.copytree(few, tmp_path_factory.mktemp("calm") / "review"))
    with serve_zotero(ZoteroLibrary()) as served:
        keep_library(folder, served)
        return list_items(served)
