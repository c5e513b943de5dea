"""``litreview screen NAME``: a real terminal, lines from a pipe, a review in use, and what resuming makes of it."""

from __future__ import annotations

import os
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flows.cli.main import main
from flows.snowballing import snowballing
from storage.core.ledger import Ledger
from storage.core.places import WORKING_FILE
from storage.publication.published import select_published
from tests.flows.human.reviews import OpenReview
from tests.flows.human.terminals import sit_at_terminal

Screen = Callable[[], tuple[int, str, str]]


@pytest.fixture
def screen(
    searched: OpenReview,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Screen:
    """Return what runs the command on a copy of the searched review: exit code, standard output and error."""
    assert searched
    monkeypatch.setattr(sys, "argv", ["litreview", "screen", tmp_path.name, "--reviews", str(home)])

    def run() -> tuple[int, str, str]:
        code = 0
        try:
            main()
        except SystemExit as ended:
            code = int(ended.code or 0)
        return code, *capsys.readouterr()

    return run


def decided(home: Path, tmp_path: Path) -> list[tuple[str, str]]:
    sql = "SELECT work_id, verdict FROM decision WHERE method = 'human' ORDER BY seq"
    return select_published(home / tmp_path.name, sql).rows()


def test_keys_at_a_terminal(
    screen: Screen, queue: list[dict[str, Any]], home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Verdict, skip, back and another verdict, an unknown key, an arrow, quit; the terminal is left as it was."""
    monkeypatch.setenv("COLUMNS", "50")
    with sit_at_terminal("isbx\x1b[Auebeq") as (_, stream):
        before = termios.tcgetattr(stream.fileno())
        code, out, err = screen()
        assert termios.tcgetattr(stream.fileno()) == before
    assert code == 0
    # The first in; the second skipped, gone back to, unsure; the third out, gone back to, out once more.
    one, two, three = (work["work_id"] for work in queue[:3])
    assert decided(home, tmp_path) == [(one, "include"), (two, "unsure"), (three, "exclude"), (three, "exclude")]
    assert out.splitlines()[0] == f"3 of {len(queue)} works judged."
    assert "Cohen's kappa" in out
    assert f"litreview resume {tmp_path.name}" in out
    assert max(map(len, err.splitlines())) <= 50


def test_the_analyst_is_silent_until_one_has_decided(screen: Screen, queue: list[dict[str, Any]]) -> None:
    """The first thing said of the analyst is said after the verdict; asked for, it is said before."""
    said = [f"\nAnalyst: {work['verdict']} ({work['score']:.2f})." for work in queue[:2]]
    keys = ["i" if work["verdict"] == "include" else "e" for work in queue[:2]]
    with sit_at_terminal("iq"):
        _, _, err = screen()
    first, after = err.split("You: include", 1)
    assert "Analyst" not in first
    assert after.startswith(said[0])
    with sit_at_terminal(f"w{keys[1]}q"):
        _, out, err = screen()
    assert said[1].strip() in err.split("You: ", 1)[0]
    agree = 100 if keys[0] == "i" else 0
    assert f"agree on {agree}% of 1 works that a person judged without knowing" in out


def test_lines_from_a_pipe(
    screen: Screen, queue: list[dict[str, Any]], home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a terminal the first letter of each line counts, and the end of the input ends the session."""
    reading, writing = os.pipe()
    os.write(writing, "exclude\n\nI\nü\nu\n".encode())
    os.close(writing)
    monkeypatch.setenv("NO_COLOR", "1")
    with os.fdopen(reading, encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        code, _, err = screen()
    assert code == 0
    one, two, three = (work["work_id"] for work in queue[:3])
    assert decided(home, tmp_path) == [(one, "exclude"), (two, "include"), (three, "unsure")]
    assert "\x1b" not in err


def test_resuming_takes_the_verdicts_into_the_corpus(
    screen: Screen, queue: list[dict[str, Any]], searched: OpenReview, home: Path, tmp_path: Path
) -> None:
    """What was excluded is gone and what was included is there, with a citekey: another edition of the corpus."""
    keys = ["e" if work["verdict"] == "include" else "i" for work in queue[:4]]
    with sit_at_terminal("".join([*keys, "q"])):
        screen()
    edition = select_published(home / tmp_path.name, "FROM current_edition").item()
    with searched(ask="") as bench:
        snowballing.fn(bench)
        works = dict(bench.ledger.select("SELECT work_id, citekey FROM corpus").rows())
        assert edition == bench.ledger.select("FROM current_edition").item()
    assert edition != select_published(home / "searched", "FROM current_edition").item()
    assert {key: work["work_id"] in works for key, work in zip(keys, queue, strict=False)} in (
        {"e": False, "i": True}, {"e": False}, {"i": True},
    )  # fmt: skip
    assert None not in works.values()


def test_a_review_in_use_is_left_alone(screen: Screen, home: Path, tmp_path: Path) -> None:
    """One sentence and exit 2, as for a review that there is not."""
    with Ledger(home / tmp_path.name), sit_at_terminal("i"):
        code, _, err = screen()
    assert (code, err.startswith(f"litreview: review '{tmp_path.name}' is already in use")) == (2, True)
    (home / tmp_path.name / WORKING_FILE).unlink()
    with sit_at_terminal("i"):
        code, _, err = screen()
    assert (code, err.startswith("litreview: there is no review in ")) == (2, True)


def test_nothing_left_to_judge(screen: Screen, queue: list[dict[str, Any]]) -> None:
    """Says so, once everything is judged, and asks nothing."""
    with sit_at_terminal("i" * 40):
        _, out, _ = screen()
    assert out.startswith(f"{len(queue)} of {len(queue)} works judged.")
    with sit_at_terminal():
        code, out, _ = screen()
    assert (code, out) == (0, "Nothing is left to judge.\n")
