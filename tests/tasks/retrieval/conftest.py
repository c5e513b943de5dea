"""A malicious host, and fetchers that may reach loopback."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tasks.retrieval.fetching import Fetcher
from tasks.retrieval.locating import Access
from tasks.retrieval.targets import Limits, read_allow_hosts
from tests.fakes.malicious_host import MaliciousHost, serve_malicious_host

FetcherTo = Callable[..., Fetcher]


@pytest.fixture
def host() -> Iterator[MaliciousHost]:
    """Serve the malicious host."""
    with serve_malicious_host() as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return where full texts go: a folder that is not there yet."""
    return tmp_path / "review" / "fulltexts"


@pytest.fixture
def fetcher_to(folder: Path) -> FetcherTo:
    """Return what makes fetchers that may reach the given addresses, with little patience."""

    def make(*addresses: str, **limits: float) -> Fetcher:
        allowed = read_allow_hosts(" ".join(addresses))
        patience = {"pause": 0.0, "seconds": 3.0, "silence": 0.4, "grace": 0.3} | limits
        return Fetcher(folder, Access(allowed), Limits(**patience))  # type: ignore[arg-type]

    return make
