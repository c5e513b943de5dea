"""A service that echoes words, an empty ledger, and waits in hundredths of seconds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.core.ledger import Ledger
from tasks.language_models import calls as asking
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.flows.language_models.conversation import (
    echo,
)
from tests.new_ledger import open_new_ledger


@pytest.fixture
def server() -> Iterator[LoopbackAnthropic]:
    """Yield a service that echoes words."""
    with serve_anthropic({"Echo": echo}) as loopback:
        yield loopback


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """Yield an empty ledger."""
    with open_new_ledger(tmp_path / "review") as opened:
        yield opened


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring the waits after faults from seconds to hundredths."""
    monkeypatch.setattr(asking, "_PAUSE", 0.001)
