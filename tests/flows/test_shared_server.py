"""A server that one run has started serves another that finds it, and ends with the last of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
import psutil
import pytest

from flows.orchestration import server
from flows.orchestration.address import takes_calls
from flows.orchestration.progress import Progress
from flows.orchestration.server import prefect_server
from storage.core.errors import StoppedShort

pytestmark = pytest.mark.slow

_OTHER = """
import sys
from flows.orchestration import server
from flows.orchestration.progress import Progress
server._USUAL_PORT = int(sys.argv[1])
with server.prefect_server(Progress()):
    print("reporting", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the port that is the usual one here, for the processes of a test alone."""
    monkeypatch.setenv("PREFECT_HOME", str(tmp_path / "prefect"))
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    port = server._find_free_port()
    monkeypatch.setattr(server, "_USUAL_PORT", port)
    return port


def test_the_run_that_started_it_may_end_first(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The other goes on reporting to it, and stops it when it ends itself."""
    pipes = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)
    command = [sys.executable, "-c", _OTHER, str(port)]
    first = subprocess.Popen(command, stderr=subprocess.STDOUT, text=True, **pipes)
    assert first.stdout is not None
    assert any(line == "reporting\n" for line in first.stdout)
    with prefect_server(Progress()) as address:
        told, _ = first.communicate("\n")
        assert "stays until the last run" in told
        assert httpx.get(f"{address}/health").json() is True
    assert not takes_calls(address)
    said = capsys.readouterr()
    assert "found the Prefect server" in said.out + said.err
    assert f"prefect server start --port {port}" in said.out + said.err


def test_a_server_that_is_gone_is_told_in_a_sentence(port: int) -> None:
    """What was done is kept, and the sentence says how to go on."""
    with pytest.raises(StoppedShort, match=r"ended during the run; finished work is kept: .*resume"):
        _report_to_one_that_ends()
    assert not takes_calls(f"http://127.0.0.1:{port}")


def _report_to_one_that_ends() -> None:
    with prefect_server(Progress(quiet=True)) as address:
        serving = [one for one in psutil.Process().children() if "prefect" in one.cmdline()]
        server.stop(serving[0])
        httpx.get(f"{address}/health")
