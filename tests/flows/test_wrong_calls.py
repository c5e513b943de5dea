"""What cannot be right is refused before anything starts: one sentence, exit 2, nothing left, Prefect not imported."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.flows.wrong_calls import CALLS, REPOSITORY, lay_out, type_call


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that the calls are typed in."""
    made = tmp_path_factory.mktemp("calls")
    lay_out(made)
    return made


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "settings", "words"), CALLS, ids=[" ".join([*settings, *typed])[:90] for typed, settings, _ in CALLS]
)
def test_a_wrong_call_is_refused_before_anything_starts(
    folder: Path, typed: tuple[str, ...], settings: dict[str, str], words: str
) -> None:
    """Nothing is left: Prefect, where it is imported, would have made its folder; a review, its own."""
    refusal = type_call(folder, typed, settings)
    assert (refusal.status, refusal.left) == (2, []), refusal.said
    assert refusal.said.startswith("litreview: ")
    assert "\n" not in refusal.said
    assert words in refusal.said


_SLOW = ("prefect", "duckdb", "polars", "sklearn", "torch", "anthropic")
_REFUSE = (
    "import sys\nfrom flows.cli.main import main\ntry:\n    main()\nexcept SystemExit as end:\n"
    f"    print(end.code, *sorted({set(_SLOW)!r} & set(sys.modules)))\n"
)


@pytest.mark.parametrize(
    "typed",
    [
        ("run", "x", "--quality", "superb"),
        ("run", "x", "--ask", "whatever"),
        ("run", "x", "--extract", "Funding"),
        ("serve", "nowhere.yaml"),
        ("export", "kept", "--to", "rtf"),
        ("schedule", "x", "--cron", "every week", "--catalogue", "works.jsonl"),
        ("status", "nobody"),
    ],
    ids=" ".join,
)
def test_a_refusal_waits_for_nothing_that_is_slow_to_import(folder: Path, typed: tuple[str, ...]) -> None:
    """What says no at once may stand in no module that needs more than it does itself."""
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    command = [sys.executable, "-c", _REFUSE, *typed]
    refused = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert refused.stdout.split() == ["2"], refused.stderr


def test_a_command_line_that_says_nothing_is_answered_with_help(folder: Path) -> None:
    """What there is to be typed, and the exit code of a wrong call."""
    refusal = type_call(folder, (), {})
    assert (refusal.status, refusal.left) == (2, [])
    assert "Commands" in refusal.said


def test_a_query_may_begin_with_a_comment(folder: Path) -> None:
    """As those of the pages do; an option that is none is refused all the same."""
    answered = type_call(folder, ("sql", "kept", "-- 1. How many?\nSELECT count(*) AS many FROM corpus"), {})
    assert (answered.status, "many" in answered.said) == (0, True)
    refused = type_call(folder, ("sql", "kept", "--cvs", "SELECT 1"), {})
    assert (refused.status, refused.left) == (2, [])


def test_interrupted_it_says_how_to_go_on(folder: Path) -> None:
    """Ctrl-C ends a run with one sentence and exit code 1."""
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY), "LITREVIEW_CACHE": str(folder / "other")}
    typed = [sys.executable, "-m", "flows.cli.main", "run", "bees", "--catalogue", "works.jsonl", "--no-server"]
    process = subprocess.Popen(
        [*typed, "--reviews", "interrupted"], cwd=folder, env=environment, stderr=subprocess.PIPE, text=True
    )
    watchdog = threading.Timer(300, process.kill)
    watchdog.start()
    try:
        assert process.stderr is not None
        assert process.stderr.readline()  # what a run says first
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
    finally:
        watchdog.cancel()
    assert process.wait(60) == 1
    assert said.splitlines()[-1] == "litreview: interrupted; run the same command again to continue"
