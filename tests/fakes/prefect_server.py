"""A Prefect server of the test's own, for this process and those it starts: never one that happens to run here."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from prefect.settings import PREFECT_API_URL, temporary_settings

from flows.orchestration import server


@contextmanager
def serve_prefect(home: Path) -> Iterator[str]:
    """Yield the address of a new server that keeps its database in `home`."""
    port = server._find_free_port()
    address = server._address(port)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PREFECT_HOME", str(home))
        process = server._start(port)
        try:
            server._wait_until_healthy(address, process)
            patch.setenv("PREFECT_API_URL", address)
            with temporary_settings({PREFECT_API_URL: address}):
                yield address
                server._send_what_is_queued()
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(30)
            process.kill()
