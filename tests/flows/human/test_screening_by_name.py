"""``litreview screen NAME --as ANNA``: in a terminal, blind, until people agree or a third person decides."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flows.cli.main import main
from storage.core.ledger import Ledger
from storage.publication.published import select_published
from storage.screening.criteria import add_criteria
from storage.screening.screening_by_name import list_criteria
from tests.flows.human.reviews import OpenReview, store_texts
from tests.flows.human.terminals import sit_at_terminal

Screen = Callable[..., tuple[int, str, str]]


@pytest.fixture
def screen(
    searched: OpenReview,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Screen:
    """Return what runs the command with options, keys typed already, on a copy of the searched review."""
    assert searched
    monkeypatch.setenv("COLUMNS", "200")

    def run(keys: str, *options: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["litreview", "screen", tmp_path.name, "--reviews", str(home), *options])
        code = 0
        with sit_at_terminal(keys):
            try:
                main()
            except SystemExit as ended:
                code = int(ended.code or 0)
        return code, *capsys.readouterr()

    return run


def decided(home: Path, tmp_path: Path) -> list[tuple[Any, ...]]:
    sql = "SELECT work_id, verdict, decided_by FROM decision WHERE method = 'human' ORDER BY seq"
    return select_published(home / tmp_path.name, sql).rows()


def test_two_people_one_after_the_other(
    screen: Screen, queue: list[dict[str, Any]], home: Path, tmp_path: Path
) -> None:
    """The first sees nothing of the analyst's; the second judges the same works first, and both see who said what."""
    one, two, three = (work["work_id"] for work in queue[:3])
    code, out, err = screen("ieuq", "--as", "Anna", "--screeners", "2")
    assert code == 0
    assert "Analyst" not in err
    assert err.count("Others have yet to judge it") == 3
    assert "0 of" in out
    assert decided(home, tmp_path) == []
    code, out, err = screen("iiuq", "--as", "Ben")
    assert "Anna: include" in err
    assert "Analyst: " in err
    assert err.count("You differ, or are unsure") == 2
    both = "people: Anna, Ben"
    assert decided(home, tmp_path) == [(one, "include", both), (two, "unsure", both), (three, "unsure", both)]
    assert "2 conflicts wait for a third person or a consensus." in out
    assert "Anna and Ben agree on 66.7% of 3 works that each judged independently: Cohen's kappa 0.50" in out
    assert f"litreview resume {tmp_path.name}" in out


def test_conflicts_are_ended_by_a_third_person_or_a_consensus(
    screen: Screen, queue: list[dict[str, Any]], home: Path, tmp_path: Path
) -> None:
    """The third is shown no verdict before their own; a consensus says how; nothing but these ends a conflict."""
    one, two = sorted(work["work_id"] for work in queue[:2])
    screen("iiq", "--as", "Anna", "--screeners", "2")
    screen("eeq", "--as", "Ben")
    _, out, err = screen("ceq", "--as", "cleo", "--conflicts")
    before, after = err.split("You: exclude", 1)
    assert "A consensus is for those who differ" in before
    assert "Anna: include" not in before
    assert "Anna: include" in after
    assert decided(home, tmp_path)[-1] == (one, "exclude", "person: cleo")
    _, out, err = screen("cx" + "ciNo adults in it, a@b.org says\n" + "q", "--as", "Anna", "--conflicts")
    assert "Ben: exclude" in err
    assert decided(home, tmp_path)[-1] == (two, "include", "people: Anna, Ben")
    assert "wait for a third" not in out
    assert "waits for a third" not in out
    note = select_published(home / tmp_path.name, "SELECT note FROM screener_verdict WHERE kind = 'consensus'").item()
    assert note == "No adults in it, says"
    _, out, _ = screen("", "--as", "Ben", "--conflicts")
    assert out.startswith("No conflict is open.")


def test_undo_back_skip_and_criteria(screen: Screen, queue: list[dict[str, Any]], home: Path, tmp_path: Path) -> None:
    """A slip is taken back and judged anew, a digit names the criterion of an exclusion, a skipped work comes again."""
    one, two = (work["work_id"] for work in queue[:2])
    with Ledger(home / tmp_path.name) as ledger:
        with ledger.transaction():
            add_criteria(ledger, ["Trees."], ["No \x1b[31mtrees."])
        first = list_criteria(ledger)[0]["criterion_id"]
    _, _, err = screen("zizse1ezb1e?q", "--as", "Anna", "--screeners", "2")
    assert "There is nothing to take back." in err
    assert "Taken back: include of " in err
    assert "c consensus" not in err
    assert "e excludes by: exclude " in err
    rows = select_published(
        home / tmp_path.name, "SELECT work_id, kind, verdict, criterion_id FROM screener_verdict ORDER BY seq"
    ).rows()
    assert rows[:2] == [(one, "own", "include", None), (one, "withdrawal", None, None)]
    assert rows[2] == (two, "own", "exclude", None)
    assert rows[-1][1:] == ("own", "exclude", first)
    _, out, _ = screen("q", "--as", "ANNA")
    assert "wait for verdicts" in out
    people = select_published(home / tmp_path.name, "SELECT DISTINCT screener FROM screener_verdict")
    assert people["screener"].to_list() == ["person: Anna"]


def test_what_does_not_go_together_is_refused(screen: Screen) -> None:
    """A name that is none, options without one, a number that cannot be, and judging alone where two must."""
    for options in (("--screeners", "2"), ("--conflicts",)):
        code, _, err = screen("", *options)
        assert (code, "give yours with --as NAME" in err) == (2, True)
    for name in (" ", "a@b.org", "12"):
        code, _, err = screen("", "--as", name)
        assert (code, "needs a name" in err) == (2, True)
    code, _, err = screen("", "--as", "Anna", "--screeners", "10")
    assert (code, "10 people cannot judge each work" in err) == (2, True)
    assert screen("q", "--as", "Anna", "--screeners", "2")[0] == 0
    code, _, err = screen("i")
    assert (code, "2 people each judge the works" in err) == (2, True)


def test_alone_by_name(screen: Screen, queue: list[dict[str, Any]], home: Path, tmp_path: Path) -> None:
    """Where one person is enough, a verdict by name decides at once, and the analyst's is shown after it."""
    _, out, err = screen("i" * len(queue), "--as", "Anna")
    assert "Analyst: " in err.split("You: include", 1)[1]
    assert {row[1:] for row in decided(home, tmp_path)} == {("include", "person: Anna")}
    assert len(decided(home, tmp_path)) == len(queue)
    assert "Person and analyst agree on" in out
    _, out, _ = screen("", "--as", "Anna")
    assert out.startswith("Nothing is left for Anna to judge.")


def test_full_texts_are_excluded_for_a_reason(screen: Screen, home: Path, tmp_path: Path) -> None:
    """A digit chooses it; without one nothing is kept; the same verdict for different reasons is told, and stands."""
    folder = home / tmp_path.name
    one, two = store_texts(folder, 2)
    code, out, err = screen("eo1eiq", "--as", "Anna", "--screeners", "2", "--fulltext")
    assert code == 0
    assert "names its reason" in err
    assert "1 E1 exclude design: case reports" in err
    assert f"Page 2 of {one}: trees." in err
    assert decided(home, tmp_path) == []
    _, out, err = screen("2ei", "--as", "Ben", "--fulltext")
    assert "Anna: exclude. E1 exclude design: case reports" in err
    assert "different reasons" in err
    assert "1 work is excluded alike for different reasons." in out
    assert "agree on 100.0% of 2 works that each judged independently by full text" in out
    both = "people: Anna, Ben"
    assert decided(home, tmp_path) == [(one, "exclude", both), (two, "include", both)]
    counts = dict(select_published(folder, "SELECT item, n FROM prisma").rows())
    assert counts["fulltext_excluded"] == counts["fulltext_excluded_by reasons that differ"] == 1
    code, out, _ = screen("", "--as", "Ben", "--fulltext")
    assert "No full text is left for Ben to judge." in out


def test_full_texts_are_for_people_by_name(screen: Screen) -> None:
    """What does not go together is refused in one sentence."""
    for options in (("--fulltext",), ("--web", "--fulltext"), ("--as", "Anna", "--fulltext", "--conflicts")):
        code, _, err = screen("", *options)
        assert code == 2
        assert "--fulltext" in err
