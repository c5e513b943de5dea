"""Fixtures shared by all tests: where the real data is, a quiet, offline environment, and a loopback network."""

from __future__ import annotations

import fcntl
import os
import socket
import struct
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tasks.services import tries

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("DO_NOT_TRACK", "1")
os.environ.setdefault("PREFECT_SERVER_ANALYTICS_ENABLED", "false")

settings.register_profile("litreview", deadline=None)  # how long an example takes says how busy the machine is
settings.load_profile("litreview")

_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 0x1  # of <linux/sockios.h> and <linux/if.h>


def pytest_configure() -> None:
    """Raise the loopback interface if it is down, as it is under ``unshare -n``; who may not is told by the tests."""
    with socket.socket() as control:
        try:
            answer = fcntl.ioctl(control, _GET_FLAGS, struct.pack("16sH14x", b"lo", 0))
            flags = struct.unpack("16sH14x", answer)[1]
            if not flags & _UP:
                fcntl.ioctl(control, _SET_FLAGS, struct.pack("16sH14x", b"lo", flags | _UP))
        except OSError as error:
            print(f"loopback is down and cannot be raised here ({error}): tests with servers will fail")  # noqa: T201


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring the wait before a service is asked again from seconds to hundredths; what a service asks for stays."""
    monkeypatch.setattr(tries, "_BACKOFF", lambda _state: 0.01)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder of real data beside the repository; skip where it is absent."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(reason="the real data (../shared/data) is not on this machine")
    return folder


def _add_exactly(values: Iterable[Any], /, start: Any = 0) -> Any:
    """Be `sum`, but refuse floats: from 3.12 on Python rounds their sum otherwise than before, unlike `math.fsum`."""
    total = sum(values, start)
    if type(total) is float:
        raise TypeError("floats are added with sum, which differs from Python to Python; use math.fsum")
    return total


_seen: set[str] = set()


def pytest_runtest_setup() -> None:
    """Give every module of ours that is loaded the `sum` that refuses floats."""
    for name in sys.modules.keys() - _seen:
        _seen.add(name)
        if name.partition(".")[0] in ("flows", "tasks", "storage"):
            vars(sys.modules[name]).setdefault("sum", _add_exactly)


@pytest.fixture
def closed_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
