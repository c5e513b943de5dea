"""A real run (Prefect, many requests in flight) killed at moments drawn by lot goes on and pays for nothing settled.

`make faults` plays twenty moments, which takes a quarter of an hour.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from flows.context.order import DEMO_CATALOGUE, DEMO_TOPIC
from flows.language_models.single_requests import AT_ONCE
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.fakes.prefect_server import serve_prefect

pytestmark = pytest.mark.slow

_ALL = bool(os.environ.get("LITREVIEW_ALL_KILL_POINTS"))
_MOMENTS = 20
_SEED = 4
_REPOSITORY = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Ended:
    """How a review ended: its hash, its text, and how many messages and batches were asked for."""

    canonical_hash: str
    text: str
    messages: int
    batches: int
    seconds: float


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoopbackAnthropic]:
    """Serve Prefect, and a language service that takes a moment for each answer."""
    home = tmp_path_factory.mktemp("random-kills")
    with pytest.MonkeyPatch.context() as patch, serve_anthropic(SCRIPTS, looks=2, seconds=0.05) as loopback:
        patch.setenv("PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL", "CRITICAL")
        patch.setenv("PYTHONPATH", str(_REPOSITORY))
        patch.setenv("LITREVIEW_CACHE", str(home / "cache"))
        patch.setenv("ANTHROPIC_API_KEY", "key")
        patch.setenv("ANTHROPIC_BASE_URL", loopback.url)
        patch.setenv("HF_HUB_OFFLINE", "1")
        with serve_prefect(home / "prefect"):
            yield loopback


def _start(reviews: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "flows.cli.main", "run", DEMO_TOPIC, "--name", "r", "--catalogue", DEMO_CATALOGUE]
    options = [
        "--quality",
        "quick",
        "--analyst",
        "anthropic",
        "--fulltext",
        "never",
        "--yes",
        "--reviews",
        str(reviews),
    ]
    with (reviews / "log").open("ab") as log:
        return subprocess.Popen([*command, *options], cwd=reviews, stdout=log, stderr=log, start_new_session=True)


def _finish(reviews: Path, server: LoopbackAnthropic, asked: int) -> Ended:
    began = time.monotonic()
    process = _start(reviews)
    assert process.wait(300) == 0, (reviews / "log").read_text()[-2000:]
    sent = [request.path for request in server.requests[asked:] if request.method == "POST"]
    return Ended(
        canonical_hash=json.loads((reviews / "r" / "run.json").read_text())["canonical_hash"],
        text=(reviews / "r" / "review.md").read_text(),
        messages=sent.count("/v1/messages"),
        batches=sent.count("/v1/messages/batches"),
        seconds=time.monotonic() - began,
    )


@pytest.fixture(scope="module")
def unharmed(server: LoopbackAnthropic, tmp_path_factory: pytest.TempPathFactory) -> Ended:
    """Return how the review ends when nothing stops it."""
    return _finish(tmp_path_factory.mktemp("unharmed"), server, len(server.requests))


@pytest.mark.skipif(not _ALL, reason="takes a quarter of an hour: make faults")
def test_run_killed_at_any_moment_goes_on(
    server: LoopbackAnthropic, unharmed: Ended, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """The hash and the text are the same; at most the requests in flight are sent again, and no batch is made twice."""
    assert unharmed.batches == 1
    draw = random.Random(_SEED)  # noqa: S311 - a sample, no secret
    for turn in range(_MOMENTS):
        moment = unharmed.seconds * draw.uniform(0.3, 1.0)
        with subtests.test(turn=turn, moment=round(moment, 2)):
            reviews = tmp_path / str(turn)
            reviews.mkdir()
            asked = len(server.requests)
            process = _start(reviews)
            try:
                process.wait(moment)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            ended = _finish(reviews, server, asked)
            assert (ended.canonical_hash, ended.text) == (unharmed.canonical_hash, unharmed.text)
            assert 0 <= ended.messages - unharmed.messages <= AT_ONCE
            assert ended.batches == unharmed.batches
