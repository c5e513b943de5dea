"""The real marker_single with the processes that it starts; only the models are stood in for, which no wheel holds.

Marker hands pages to `llama-server`, in a session of its own, and asks a small service whether a text layer is sound,
in another that it never ends. Both models are fetched from the network: `tests/fakes/model_server.py` answers in their
place, as a `llama-server` on the PATH that Marker itself starts, and as a service that OCR_ERROR_SERVER_URL names.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from tasks.parsing.dispatch import add_pages
from tasks.parsing.marker import Marker
from tasks.parsing.protocol import ParsedDocument
from tasks.parsing.quality import check_marker
from tests.fakes import model_server

ROOT = Path(__file__).resolve().parents[3]
COMMAND = ROOT / ".marker" / "bin" / "marker_single"
FONTS = sorted(Path("/usr/share/fonts").rglob("*.ttf"))
UNREAD = ParsedDocument("scanned", "rapidocr", reason="No words.", wanting=(1,), page_count=1)

pytestmark = [
    pytest.mark.skipif("LITREVIEW_MARKED" not in os.environ, reason="minutes long: make marked"),
    pytest.mark.skipif(not COMMAND.is_file(), reason="Marker is not installed in .marker: make marker"),
    pytest.mark.skipif(not FONTS, reason="no TrueType font is installed in place of the one that Marker fetches"),
]

Told = Callable[[], list[dict]]


def find_running(mark: str) -> list[str]:
    """Return the commands of all processes alive in whose command this occurs, but for ours and the keeper's."""
    running = []
    for process in psutil.process_iter(["pid", "cmdline", "status"]):
        line = " ".join(process.info["cmdline"] or ())
        if mark in line and process.info["status"] != psutil.STATUS_ZOMBIE and process.info["pid"] != os.getpid():
            running.append(line)
    return running


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Set what Marker finds on a machine with llama.cpp; return what reads what its model server noted."""
    weights, server, log = tmp_path / "model.gguf", tmp_path / "llama-server", tmp_path / "told.jsonl"
    weights.write_bytes(b"GGUF")
    server.write_text(f'#!/bin/sh\nexec {sys.executable} {model_server.__file__} "$@"\n')
    server.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("SURYA_INFERENCE_BACKEND", "llamacpp")
    monkeypatch.setenv("SURYA_GGUF_LOCAL_MODEL_PATH", str(weights))
    monkeypatch.setenv("SURYA_GGUF_LOCAL_MMPROJ_PATH", str(weights))
    monkeypatch.setenv("SURYA_TEST_LOG", str(log))
    monkeypatch.setenv("FONT_PATH", str(FONTS[0]))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    return lambda: [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


@pytest.fixture
def rating(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield the address of the service that rates text layers, set for Marker."""
    with serve("s3://ocr_error_detection/2025_02_18") as address:
        monkeypatch.setenv("OCR_ERROR_SERVER_URL", address)
        yield address


class serve:  # noqa: N801 - used as a function
    """A model server of the user's, which nobody but the user may end."""

    def __init__(self, model: str) -> None:
        """Start it under the name of a model, without the log of the one that Marker starts."""
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            port = listening.getsockname()[1]
        environment = {name: value for name, value in os.environ.items() if name != "SURYA_TEST_LOG"}
        command = [sys.executable, model_server.__file__, "--alias", model, "--port", str(port)]
        self.process = subprocess.Popen(command, env=environment)
        self.address = f"http://127.0.0.1:{port}/v1"

    def __enter__(self) -> str:
        """Return its address once it answers."""
        while True:
            try:
                httpx.get(f"{self.address.removesuffix('/v1')}/health")
            except httpx.TransportError:
                assert self.process.poll() is None
                time.sleep(0.05)
            else:
                return self.address

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()


@pytest.mark.usefixtures("rating")
def test_a_scan_goes_through_the_real_marker(shared_data: Path, tmp_path: Path, told: Told) -> None:
    """Marker starts llama-server in a session of its own with a clean environment; its page comes back; all is gone."""
    assert [finding.state for finding in check_marker(str(COMMAND))] == ["ok", "ok"]
    read = Marker(str(COMMAND), tmp_path).read_pages(shared_data / "pdfs" / "ocrmypdf-linn.pdf", [1])
    assert (read.status, read.reason) == ("parsed", "")
    document = add_pages(UNREAD, read)
    assert (document.parser, document.wanting) == ("marker", ())
    assert document.pages[0].text == f"# Pollinators of Scans\n\n{model_server.TEXT}"
    started, *asked = told()
    assert started["sid"] == started["pid"]
    assert asked[0]["path"] == "/v1/chat/completions"
    assert "HF_HUB_OFFLINE" not in started["environment"]
    assert "sk-secret" not in started["environment"].values()
    assert find_running(str(tmp_path)) == []


@pytest.mark.usefixtures("rating")
def test_a_slow_model_is_ended_with_marker(
    shared_data: Path, tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time is up in the middle of a page: neither Marker nor its model server is left."""
    monkeypatch.setenv("SURYA_TEST_DOES", "hang")
    slow = Marker(str(COMMAND), tmp_path, seconds_to_start=240, seconds_a_page=0)
    read = slow.read_pages(shared_data / "pdfs" / "ocrmypdf-linn.pdf", [1])
    assert any("prompt" in line for line in told()), "the machine was too slow to come to the page"
    assert read.reason.startswith("Marker took longer than 240 s and was ended")
    assert not psutil.pid_exists(told()[0]["pid"])
    assert find_running(str(tmp_path)) == []


@pytest.mark.usefixtures("told")
def test_the_service_that_marker_never_ends_is_ended(
    shared_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Marker's own service waits in a session of its own for its model, which does not come; it does not stay."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(100)
        monkeypatch.setenv("S3_BASE_URL", f"http://127.0.0.1:{silent.getsockname()[1]}")
        slow = Marker(str(COMMAND), tmp_path, seconds_to_start=150, seconds_a_page=0)
        read = slow.read_pages(shared_data / "pdfs" / "ocrmypdf-linn.pdf", [1])
    assert read.status == "scanned"
    assert read.reason.startswith("Marker took longer than 150 s and was ended")
    assert find_running("surya.ocr_error.server") == []
    assert find_running(str(tmp_path)) == []


@pytest.mark.usefixtures("rating")
def test_a_server_of_the_users_is_used_and_left_alone(
    shared_data: Path, tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SURYA_INFERENCE_URL reaches Marker: nothing is started, and that server answers afterwards."""
    with serve("datalab-to/surya-ocr-2") as address:
        monkeypatch.setenv("SURYA_INFERENCE_URL", address)
        assert [finding.state for finding in check_marker(str(COMMAND))] == ["ok", "ok"]
        read = Marker(str(COMMAND), tmp_path).read_pages(shared_data / "pdfs" / "ocrmypdf-linn.pdf", [1])
        assert read.status == "parsed"
        assert httpx.get(f"{address.removesuffix('/v1')}/health").is_success
    assert told() == []


@pytest.mark.usefixtures("told", "rating")
def test_why_marker_failed_is_told(shared_data: Path, tmp_path: Path) -> None:
    """Without a llama-server the reason is what Marker says of it."""
    (tmp_path / "llama-server").unlink()
    read = Marker(str(COMMAND), tmp_path).read_pages(shared_data / "pdfs" / "ocrmypdf-linn.pdf", [1])
    assert read.status == "scanned"
    assert read.reason.startswith("Marker failed with exit code 1: ")
    assert "llama-server binary not found" in read.reason
