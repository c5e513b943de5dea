"""Judging works one by one in a terminal, blind to the analyst's verdict until one's own is given."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from flows.human.holding import held_for_people
from flows.human.terminal import Keyboard
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.records.screening import Verdict
from storage.records.search import Plan
from storage.runs.reviews import read_plan
from storage.screening.human import PERSON, screening_agreement, screening_queue
from storage.screening.screening import add_decisions
from storage.screening.screening_by_name import count_required
from tasks.human.forms import Form
from tasks.human.screening import (
    HELP,
    KEYS,
    decide_by_person,
    draw_card,
    draw_judgement,
    draw_progress,
    draw_verdict,
    tell_session,
    topic_words,
)
from tasks.screening.tasks import THRESHOLD

_ALL = 1_000_000
_SKIP, _BACK, _OPEN, _WHY, _QUIT = "s", "b", "o", "w", "q"


def screen_review(folder: Path) -> list[str]:
    """Let a person judge the screened works of a review, and publish it; return lines that report the outcome.

    Raises:
        InputError: there is no review in the folder, or people screen it by name.
        LedgerInUse: another process works on it.
    """
    with held_for_people(folder, "to screen") as review:
        ledger = review.ledger
        if (screeners := count_required(ledger)) > 1:
            raise InputError(
                f"{screeners} people each judge the works of this review by name; give yours with --as NAME, or let "
                "all judge in a browser with --web"
            )
        plan = read_plan(ledger)
        works = screening_queue(ledger, THRESHOLD, 1.0, _ALL)
        if plan is None or not works:
            return ["Nothing is left to judge."]
        judged = judge_works(ledger, plan, works, Keyboard()) or {}
        review.publish()
        return tell_session(judged, len(works), screening_agreement(ledger), review.going_on)


def judge_works(
    ledger: Ledger, plan: Plan, works: Sequence[Mapping[str, Any]], keyboard: Keyboard, asked: Form | None = None
) -> dict[str, Verdict] | None:
    """Return the verdicts given on works (rows of the query screening_queue), each committed at once.

    Going back and judging again appends another decision. None when the time is up; what was judged stays. `asked` is
    the question that the verdicts answer, if any.
    """
    session = _Session(ledger, Console(stderr=True, highlight=False), topic_words(plan), works, asked)
    try:
        with keyboard.unbuffered():
            session.conduct(keyboard)
    except TimeoutError:
        return None
    return session.judged


class _Session:
    """One person working on one queue: their position, their verdicts, and the analyst's verdicts they have seen."""

    def __init__(
        self,
        ledger: Ledger,
        console: Console,
        words: re.Pattern[str] | None,
        works: Sequence[Mapping[str, Any]],
        asked: Form | None,
    ) -> None:
        self._ledger, self._console, self._words, self._works, self._asked = ledger, console, words, works, asked
        self._earlier = {work["work_id"]: work["decisions"] for work in works}
        self._seen: set[str] = set()
        self._place = 0
        self.judged: dict[str, Verdict] = {}

    def conduct(self, keyboard: Keyboard) -> None:
        """Show work after work until the queue or the input ends, or the person quits."""
        self._show()
        while self._place < len(self._works):
            key = keyboard.key().lower()
            if key in {_QUIT, ""}:
                return
            if key in KEYS:
                self._commit(KEYS[key])
            if key in KEYS or key == _SKIP:
                self._move(1)
            elif key == _BACK:
                self._move(-1)
            elif key == _OPEN:
                self._show(whole=True)
            elif key == _WHY:
                self._tell_judgement()
            else:
                self._console.print(Text(HELP, style="dim"))

    def _move(self, places: int) -> None:
        self._place = max(0, self._place + places)
        if self._place < len(self._works):
            self._show()

    def _show(self, *, whole: bool = False) -> None:
        self._console.print()
        for text in (
            draw_progress(self._place + 1, len(self._works), Counter(self.judged.values())),
            draw_card(self._works[self._place], self._words, whole=whole),
            Text(HELP, style="dim"),
        ):
            self._console.print(text)

    def _commit(self, verdict: Verdict) -> None:
        work = self._works[self._place]
        name = work["work_id"]
        decision = decide_by_person(work, verdict, PERSON, self._earlier[name], self._asked, seen=name in self._seen)
        with self._ledger.transaction():
            add_decisions(self._ledger, [decision])
        self._earlier[name] += 1
        self.judged[name] = verdict
        self._console.print(draw_verdict(verdict))
        self._tell_judgement()

    def _tell_judgement(self) -> None:
        work = self._works[self._place]
        self._console.print(draw_judgement(work))
        self._seen.add(work["work_id"])
