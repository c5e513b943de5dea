"""What the command line says about language models: price beforehand, missing key, unknown model, budget."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.faults.world import TOPIC as TREES
from tests.faults.world import write_world

pytestmark = pytest.mark.slow

Call = Callable[..., subprocess.CompletedProcess[str]]
TOPIC = "hair cortisol as a measure of stress"


@pytest.fixture(scope="module")
def server() -> Iterator[LoopbackAnthropic]:
    """Yield a service that answers by script."""
    with serve_anthropic(SCRIPTS) as loopback:
        yield loopback


def test_price_is_told_beforehand(litreview: Call) -> None:
    """Every phase has a range, whose ends are at most twofold apart but where a draft decides; nobody is asked."""
    ended = litreview("estimate", TOPIC, "--quality", "high_quality")
    assert ended.returncode == 0, ended.stderr
    lines = [line.split() for line in ended.stdout.splitlines()]
    phases = {line[0]: [float(word[1:]) for word in line if word.startswith("$")] for line in lines}
    assert list(phases) == [
        "discovery",
        "screening",
        "summarization",
        "organization",
        "synthesis",
        "supervision",
        "together",
    ]
    assert all(0 < least < most for least, most in phases.values())
    of_size = phases.keys() - {"supervision", "together"}
    assert all(phases[phase][1] <= 2 * phases[phase][0] + 0.02 for phase in of_size)
    assert sum(most for phase, (_, most) in phases.items() if phase != "together") == pytest.approx(
        phases["together"][1], abs=0.05
    )


def test_batches_make_it_cheaper_and_rules_cost_nothing(litreview: Call) -> None:
    """Single calls cost more; an analyst that needs no language model costs nothing."""
    batched, single = (litreview("estimate", TOPIC, *option).stdout for option in ([], ["--no-batch"]))
    totals = [float(text.split("$")[-1]) for text in (batched, single)]
    assert totals[0] < totals[1]
    assert "costs nothing" in litreview("estimate", TOPIC, "--analyst", "extractive").stdout


def test_missing_key_is_named(litreview: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a key the run does not begin, and the sentence says what to set."""
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    ended = litreview("run", TOPIC, "--catalogue", "demo", "--analyst", "anthropic", "--no-server")
    assert ended.returncode == 2
    assert ended.stderr.strip().count("\n") == 0
    assert "ANTHROPIC_API_KEY" in ended.stderr


def test_unknown_model_is_named(litreview: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that no table knows is refused with the remedy, before anything is spent."""
    monkeypatch.setenv("LITREVIEW_MODEL_OPUS", "claude-unheard-of")
    ended = litreview("estimate", TOPIC)
    assert ended.returncode == 2
    assert "claude-unheard-of" in ended.stderr
    assert "LITREVIEW_MODEL_TABLE" in ended.stderr


@pytest.mark.parametrize("option", [("--budget", "0"), ("--fulltext", "some")])
def test_option_that_cannot_be_is_refused(litreview: Call, option: tuple[str, str]) -> None:
    """A budget of nothing, and full texts by no name that is known, are one sentence and exit 2."""
    ended = litreview("run", TOPIC, "--catalogue", "demo", "--no-server", *option)
    assert ended.returncode == 2
    assert ended.stderr.startswith("litreview: ")
    assert ended.stderr.strip().count("\n") == 0


def test_budget_stops_the_run_and_a_larger_one_goes_on(
    litreview: Call, server: LoopbackAnthropic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run that would cost too much ends with exit 1, keeps what was paid for, and is resumed under a new budget."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-very-secret")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
    begun = litreview(
        "run", TREES, "--quality", "quick", "--name", "r", "--catalogue", str(write_world(tmp_path / "works.jsonl")),
        "--analyst", "anthropic", "--supervision", "none", "--budget", "0.1", "--no-server",
    )  # fmt: skip
    assert begun.returncode == 1
    assert "--budget" in begun.stderr
    spent = float(litreview("sql", "r", "SELECT sum(usd) FROM cost").stdout.splitlines()[-2].strip("│ "))
    assert 0 < spent <= 0.1
    asked = len(server.requests)
    ended = litreview("resume", "r", "--budget", "3", "--no-server")
    assert ended.returncode == 0, ended.stderr
    assert asked < len(server.requests)
    repeated = [str(request.body) for request in server.requests if request.method == "POST"]
    assert len(set(repeated)) == len(repeated)
    assert "sk-very-secret" not in begun.stdout + begun.stderr + ended.stdout + ended.stderr
    again = litreview("resume", "r", "--no-server")
    assert again.returncode == 0, again.stderr
    assert len([request for request in server.requests if request.method == "POST"]) == len(repeated)
