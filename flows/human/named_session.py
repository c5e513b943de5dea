"""Screening by name in a terminal: one person at a time, blind until enough people have judged a work."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Literal
from uuid import uuid4

from rich.console import Console
from rich.text import Text

from flows.human.holding import HeldReview, held_for_people
from flows.human.terminal import Keyboard
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.records.screeners import Kind, Queue, ScreenerVerdict
from storage.records.screening import Verdict
from storage.records.search import Plan
from storage.runs.reviews import read_plan
from storage.screening.human import screening_agreement
from storage.screening.screeners import add_verdict, require_screeners, withdraw_verdict
from storage.screening.screening_by_name import (
    count_required,
    find_screener,
    list_criteria,
    list_queue,
    read_last_verdict,
    read_opinions,
    read_screening_counts,
    read_shown_work,
    read_text,
    screener_agreement,
)
from tasks.human.screeners import (
    CONFLICT_KEYS_TOLD,
    KEYS_TOLD,
    TEXT_KEYS_TOLD,
    name_criterion,
    read_name,
    read_note,
    tell_end,
    tell_opinions,
)
from tasks.human.screening import KEYS, draw_card, draw_progress, draw_verdict, show_whole, topic_words
from tasks.screening.tasks import THRESHOLD
from tasks.text.cleaning import plain_text

_SKIP, _BACK, _OPEN, _UNDO, _CONSENSUS, _QUIT = "s", "b", "o", "z", "c", "q"


def screen_by_name(folder: Path, name: str, screeners: int | None, queue: Queue) -> list[str]:
    """Let a person screen the works they have yet to judge, or what people differ about; publish, and tell the outcome.

    In the queue of texts they judge works by their full texts. `screeners` is how many people must judge each work from
    now on, None as before.

    Raises:
        InputError: there is no review in the folder, the name is none, or the number of people cannot be.
        LedgerInUse: another process works on the review.
    """
    with held_for_people(folder, "to screen") as review:
        ledger = review.ledger
        screener = find_screener(ledger, read_name(name))
        if screeners is not None:
            require_screeners(ledger, screeners, screener)
        plan = read_plan(ledger)
        works = list_queue(ledger, screener, queue, THRESHOLD)
        if plan and works:
            _Session(ledger, plan, screener, list(works), queue).conduct(Keyboard())
        review.publish()
        nothing = {
            "queue": f"Nothing is left for {plain_text(name)} to judge.",
            "conflicts": "No conflict is open.",
            "texts": f"No full text is left for {plain_text(name)} to judge.",
        }
        return [*([] if works else [nothing[queue]]), *tell_outcome(review)]


def tell_outcome(review: HeldReview) -> list[str]:
    """Return how far the screening of a review by name is, and how far people agree, in lines."""
    ledger = review.ledger
    counts, pairs = read_screening_counts(ledger), screener_agreement(ledger)
    return tell_end(counts, count_required(ledger), pairs, screening_agreement(ledger), review.going_on)


class _Session:
    """One person working through one queue; every verdict is committed at once, so that leaving loses nothing."""

    def __init__(self, ledger: Ledger, plan: Plan, screener: str, works: Sequence[str], queue: Queue) -> None:
        self._ledger, self._screener, self._works = ledger, screener, works
        self._is_conflicts, self._by_text = queue == "conflicts", queue == "texts"
        self._words: re.Pattern[str] | None = topic_words(plan)
        self._criteria = list_criteria(ledger, by_text=self._by_text)[:9]
        self._criterion: str | None = None
        self._console = Console(stderr=True, highlight=False)
        self._place = 0
        self._judged: dict[str, Verdict] = {}

    def conduct(self, keyboard: Keyboard) -> None:
        """Show work after work until the queue or the input ends, or the person quits."""
        with keyboard.unbuffered():
            self._show()
            while self._place < len(self._works):
                key = keyboard.key().lower()
                if key in {_QUIT, ""}:
                    return
                if key == _CONSENSUS and self._is_conflicts:
                    self._agree(keyboard)
                else:
                    self._obey(key)

    def _obey(self, key: str) -> None:
        if key in KEYS:
            if self._commit(KEYS[key], "third" if self._is_conflicts else "own"):
                self._move(1)
        elif key in {_SKIP, _BACK}:
            self._move(1 if key == _SKIP else -1)
        elif key == _OPEN:
            self._show(whole=True)
        elif key == _UNDO:
            self._undo()
        elif key.isdecimal() and 0 < int(key) <= len(self._criteria):
            chosen = self._criteria[int(key) - 1]
            self._criterion = chosen["criterion_id"]
            self._say(f"e excludes by: {name_criterion(chosen)}")
        else:
            self._say(self._help)

    @property
    def _work(self) -> str:
        return self._works[self._place]

    @property
    def _help(self) -> str:
        return CONFLICT_KEYS_TOLD if self._is_conflicts else TEXT_KEYS_TOLD if self._by_text else KEYS_TOLD

    def _move(self, places: int) -> None:
        self._place = max(0, self._place + places)
        self._criterion = None
        if self._place < len(self._works):
            self._show()

    def _show(self, *, whole: bool = False) -> None:
        self._console.print()
        self._console.print(draw_progress(self._place + 1, len(self._works), Counter(self._judged.values())))
        if work := read_shown_work(self._ledger, self._work):
            self._console.print(draw_card(work, self._words, whole=whole))
        if self._by_text:
            self._show_text(whole=whole)
        for number, criterion in enumerate(self._criteria, 1):
            self._say(f"{number} {name_criterion(criterion)}")
        self._tell_opinions()
        self._say(self._help)

    def _show_text(self, *, whole: bool) -> None:
        pages = read_text(self._ledger, self._work)
        self._say(f"Full text of {len(pages)} pages; o shows it." if not whole else f"Full text of {len(pages)} pages:")
        for number, page in enumerate(pages if whole else (), 1):
            self._say(f"-- page {number} --")
            self._console.print(Text(show_whole(page)))

    def _commit(self, verdict: Verdict, kind: Kind, note: str = "") -> bool:
        """Return whether the verdict could be taken; if not, why is told."""
        work_id = self._work
        criterion = self._criterion if verdict == "exclude" else None
        phase: Literal["full text"] | None = "full text" if self._by_text else None
        given = ScreenerVerdict(uuid4().hex, work_id, self._screener, verdict, kind, criterion, note, phase)
        try:
            add_verdict(self._ledger, given)
        except InputError as refusal:
            self._say(f"{str(refusal).capitalize()}.")
            return False
        self._judged[work_id] = verdict
        self._console.print(draw_verdict(verdict))
        self._tell_opinions()
        return True

    def _agree(self, keyboard: Keyboard) -> None:
        """Ask what those who differed agreed on, and how; only they are asked."""
        opinions = read_opinions(self._ledger, self._work, self._screener)
        if opinions["mine"] is None or opinions["state"] != "conflict":
            self._say("A consensus is for those who differ; give a verdict of your own with i, e or u.")
            return
        self._say("Consensus: i include or e exclude? (another key leaves it open)")
        verdict = KEYS.get(keyboard.key().lower(), "unsure")
        if verdict == "unsure":
            return
        self._say("How was it reached?")
        note = read_note(keyboard.typed_line() or "")
        if not note:
            self._say("Without a word on how it was reached it stays open.")
            return
        if self._commit(verdict, "consensus", note):
            self._move(1)

    def _undo(self) -> None:
        last = read_last_verdict(self._ledger, self._screener)
        if last is None:
            self._say("There is nothing to take back.")
            return
        withdraw_verdict(self._ledger, uuid4().hex, last["verdict_id"], self._screener)
        self._judged.pop(last["work_id"], None)
        self._say(f"Taken back: {last['verdict']} of {plain_text(last['title'])}")
        if last["work_id"] in self._works:
            self._move(self._works.index(last["work_id"]) - self._place)

    def _tell_opinions(self) -> None:
        for line in tell_opinions(read_opinions(self._ledger, self._work, self._screener)):
            self._say(line)

    def _say(self, words: str) -> None:
        self._console.print(Text(words, style="dim"))
