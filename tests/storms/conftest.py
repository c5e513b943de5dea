"""What storms have in common: their figures are printed where they are played in full."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

Tell = Callable[[str], None]


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep indexes and models' caches of these tests apart."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LITREVIEW_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def tell(capfd: pytest.CaptureFixture[str]) -> Tell:
    """Return what prints a line of figures past pytest's capture, with `make storms` alone."""

    def print_line(line: str) -> None:
        if os.environ.get("LITREVIEW_STORMS"):
            with capfd.disabled():
                print(f"\n{line}", flush=True)  # noqa: T201 - figures are what a storm is played for

    return print_line
