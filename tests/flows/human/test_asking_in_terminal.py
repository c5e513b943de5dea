"""People asked in a terminal, or by nobody at all: what they answer is carried out, kept and never overruled."""

from __future__ import annotations

import dataclasses
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from flows.context.context import ReviewContext
from flows.context.order import read_order
from flows.discovery import discovery
from flows.human.questions import agree_on_plan, ask_about_screening
from flows.human.terminal import Keyboard, question_in_terminal
from flows.snowballing import snowballing
from storage.core.errors import InputError, StoppedByPerson
from storage.screening.human import has_answer, read_answers
from tasks.human.forms import Form
from tests.faults.world import TOPIC
from tests.flows.human.reviews import OpenReview, open_review
from tests.flows.human.terminals import sit_at_terminal

pytestmark = pytest.mark.slow

Queue = list[dict[str, Any]]


def corpus(bench: ReviewContext) -> set[str]:
    return set(bench.ledger.select("SELECT work_id FROM corpus")["work_id"])


def problems(bench: ReviewContext) -> list[tuple[str, str]]:
    return bench.ledger.select("SELECT kind, message FROM problem").rows()


def test_verdicts_given_in_a_terminal_settle_the_corpus(searched: OpenReview, queue: Queue) -> None:
    """Each key is a decision by a person, works left stay as they were, and the same is not asked again."""
    first, _, third, fourth = (work["work_id"] for work in queue[:4])
    with searched() as bench:
        before = corpus(bench)
        settled = before - {first, third} | {fourth}
        assert settled != before
        with sit_at_terminal("esuiq"):
            ask_about_screening(bench)
        said = bench.ledger.select(
            "SELECT work_id, verdict, decided_by FROM decision WHERE method = 'human' ORDER BY seq"
        )
        assert said.rows() == [
            (first, "exclude", "person"),
            (third, "unsure", "person"),
            (fourth, "include", "person"),
        ]
        assert corpus(bench) == settled
        assert bench.ledger.select("SELECT count(*) FROM corpus WHERE citekey IS NULL").item() == 0
    with searched() as bench, sit_at_terminal("i"):
        ask_about_screening(bench)
        assert corpus(bench) == settled


def test_a_higher_tier_overrules_nobody(searched: OpenReview, queue: Queue) -> None:
    """Searched further by a resumed review, what people decided stands."""
    kept, *others = sorted(queue[:4], key=lambda work: work["verdict"] != "include")
    assert kept["verdict"] == "include"
    keys = {kept["work_id"]: "e", others[-1]["work_id"]: "i" if others[-1]["verdict"] != "include" else "e"}
    with searched() as bench, sit_at_terminal("".join(keys.get(work["work_id"], "s") for work in queue[:4]) + "q"):
        ask_about_screening(bench)
    verdicts = {work_id: "include" if key == "i" else "exclude" for work_id, key in keys.items()}
    with searched(quality="standard") as bench:
        discovery.fn(bench)
        snowballing.fn(bench)
        assert {work_id: work_id in corpus(bench) for work_id in keys} == {
            work_id: verdict == "include" for work_id, verdict in verdicts.items()
        }
        said = bench.ledger.select("SELECT work_id, verdict FROM screening_decision WHERE method = 'human'")
        assert dict(said.rows()) == verdicts


def test_without_an_answer_the_run_goes_on(searched: OpenReview) -> None:
    """When the time is over nothing has changed but that a problem says so, and nothing counts as answered."""
    with searched(ask_timeout=0.2 / 3600) as bench, sit_at_terminal():
        before = corpus(bench)
        ask_about_screening(bench)
        assert corpus(bench) == before
        ((kind, message),) = problems(bench)
        assert kind == "nobody asked"
        assert message.startswith("nobody answered within ")
        assert not has_answer(bench.ledger, "screening", "stage 2")


def test_without_an_answer_the_run_stops_if_wanted(searched: OpenReview, queue: Queue) -> None:
    """One sentence says how to go on; a verdict given before the time was over stays, and the rest is asked again."""
    first, second = (work["work_id"] for work in queue[:2])
    with searched(ask_timeout=0.5 / 3600, on_timeout="stop") as bench, sit_at_terminal("e"):
        with pytest.raises(
            StoppedByPerson, match=r"nobody answered within .*; run 'litreview resume .*' to be asked again"
        ):
            ask_about_screening(bench)
        assert bench.ledger.select("SELECT work_id FROM decision WHERE method = 'human'").rows() == [(first,)]
    with searched() as bench, sit_at_terminal("eq"):
        ask_about_screening(bench)
        judged = bench.ledger.select("SELECT work_id FROM decision WHERE method = 'human' ORDER BY seq")
        assert judged.rows() == [(first,), (second,)]


def test_where_nobody_can_be_asked_the_run_goes_on(searched: OpenReview, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither Prefect nor a terminal: at once, with a problem on record."""
    with open(os.devnull, encoding="utf-8") as nothing, searched() as bench:  # noqa: PTH123 - a device
        monkeypatch.setattr(sys, "stdin", nothing)
        ask_about_screening(bench)
        why = "nobody could be asked: there is neither Prefect nor a terminal; the run continued unchanged"
        assert problems(bench) == [("nobody asked", why)]


def test_who_is_not_to_be_asked_is_not(searched: OpenReview) -> None:
    """Without the point in `ask`, nothing is asked and nothing is on record."""
    with searched(ask="plan,themes") as bench, sit_at_terminal("e"):
        ask_about_screening(bench)
        assert problems(bench) == []
        assert bench.ledger.select("SELECT count(*) FROM human_question").item() == 0


def type_plan(**given: str) -> str:
    """Return what is typed at the form of this plan: an empty line for each field but those given."""
    names = ("decision", "add_questions", "add_focus_areas", "add_exclude_terms", "drop_queries", "add_queries", "by")
    lists = names[1:-1]
    return "".join(
        f"{given[name]}\n\n" if name in given and name in lists else given.get(name, "") + "\n" for name in names
    )


def test_the_plan_as_a_person_left_it_is_searched(home: Path, tmp_path: Path) -> None:
    """Queries dropped are not asked, those added are; a term added excludes; resuming keeps it and asks no more."""
    typed = type_plan(add_exclude_terms="watered", drop_queries="1,2", add_queries="courtyard canopies", by="Ann")
    with open_review(home, tmp_path.name, "plan") as bench, sit_at_terminal(typed):
        agreed = agree_on_plan(bench)
        assert agreed.plan.exclude_terms == ("watered",)
        discovery.fn(agreed)
        asked = set(agreed.ledger.select("SELECT framing, text FROM search_query WHERE strategy = 'keyword'").rows())
        assert ("added by a person", "courtyard canopies") in asked
        framings = [framing for framing, _ in asked]
        assert "topic" not in framings
        # Of three pairs, the first of which was the second query.
        assert sum(framing.startswith("facets: ") for framing in framings) == 2
        reasons = dict(agreed.ledger.select("SELECT work_id, reason FROM decision WHERE phase = 'eligibility'").rows())
        assert reasons["W10"] == "Title or abstract contains a term excluded."
        criteria = agreed.ledger.select("SELECT text FROM criterion")["text"]
        assert "Contains the term: watered" in criteria.to_list()
        assert agreed.ledger.select("SELECT answered_by FROM human_answer").item() == "person: Ann"
    with open_review(home, tmp_path.name, "plan") as bench, sit_at_terminal(type_plan(decision="2")):
        assert agree_on_plan(bench).plan == agreed.plan


def test_a_person_who_stops_the_run_is_asked_again(home: Path, tmp_path: Path) -> None:
    """The run stops before anything is searched; nothing that was changed on the way out holds."""
    typed = type_plan(decision="2", add_exclude_terms="watered")
    with open_review(home, tmp_path.name, "plan") as bench, sit_at_terminal(typed):
        with pytest.raises(StoppedByPerson, match="plan: a person stopped the run"):
            agree_on_plan(bench)
        assert bench.ledger.select("SELECT count(*) FROM search_query").item() == 0
    with open_review(home, tmp_path.name, "plan") as bench, sit_at_terminal(type_plan()):
        agreed = agree_on_plan(bench)
        assert agreed.plan.exclude_terms == ()
        assert bench.ledger.select("SELECT round, stops FROM human_answer ORDER BY round").rows() == [
            (0, True),
            (1, False),
        ]


@pytest.mark.parametrize("word", ["no", "n", "stop", "2"])
def test_no_is_never_going_on(home: Path, tmp_path: Path, word: str) -> None:
    """Whoever says no stops the run before anything is searched, and is asked nothing more."""
    with open_review(home, tmp_path.name, "plan") as bench, sit_at_terminal(f"{word}\n"):
        with pytest.raises(StoppedByPerson, match="plan: a person stopped the run"):
            agree_on_plan(bench)
        assert bench.ledger.select("SELECT count(*) FROM search_query").item() == 0


def test_what_is_no_answer_is_asked_again(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A word that was not offered, a number for a question, a query that there is not: a sentence each, none taken."""
    typed = "maybe\n1\n" + "2\nno\n\n" + "\n\n" + "1,99\n2\n\n" + "\n\n"
    with open_review(home, tmp_path.name, "plan") as bench, sit_at_terminal(typed):
        assert agree_on_plan(bench).plan.questions == ()
        assert list(read_answers(bench.ledger, "plan")) == ["drop_queries"]
    said = " ".join(capsys.readouterr().err.split())
    for sentence in (
        "'maybe' is not one of these; type a number from 1 to 2, or the words.",
        "'2' is not text; type words, an empty line adds nothing.",
        "'no' would be taken as the text itself; type more than that",
        "'99' is not one of these; type numbers from 1 to",
    ):
        assert sentence in said


def test_the_end_of_the_input_is_no_word_to_go_on(home: Path, tmp_path: Path) -> None:
    """Before it was said to go on it stops the run; after that what was typed holds, and the rest stays as it is."""
    with open_review(home, tmp_path.name, "plan") as bench:
        with sit_at_terminal("\x04"), pytest.raises(StoppedByPerson, match="plan: a person stopped the run"):
            agree_on_plan(bench)
        with sit_at_terminal("1\nhow many trees\n\x04"):
            assert agree_on_plan(bench).plan.questions == ("how many trees",)


def test_before_money_is_spent_silence_is_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """An empty line is asked again where what follows costs money, and goes on where it does not."""
    form = Form("plan", "plan", "Told.", ())
    with sit_at_terminal("\n\nyes\nAnn\n"):
        given = question_in_terminal(dataclasses.replace(form, spends=True), Keyboard(20))
    assert given == {"decision": "go on", "answered_by": "Ann"}
    assert capsys.readouterr().err.count("There is no default here; type 1 to go on or 2 to stop.") == 2
    with sit_at_terminal("\n\n"):
        assert question_in_terminal(form, Keyboard(20)) == {"decision": "go on", "answered_by": ""}


@pytest.mark.parametrize(
    ("changes", "named"),
    [({"ask": "plan,budget"}, "'budget'"), ({"ask_timeout": 0}, "0 hours"), ({"on_timeout": "wait"}, "'wait'")],
)
def test_what_cannot_be_is_refused(changes: dict[str, object], named: str) -> None:
    """A point, a time or a choice that there is not, in one sentence that names it."""
    with pytest.raises(InputError, match=named):
        read_order({"topic": TOPIC, **changes})
