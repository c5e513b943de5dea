"""What the page of several screeners is answered: which work is next for whom, and what became of their verdicts.

Every verdict is committed before it is answered. Who has which work before them is known here alone, so that three
people do not judge a work that needs two; forgetting it loses nothing.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, get_args

from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.records.screeners import Kind, Queue, ScreenerVerdict
from storage.records.screening import Verdict
from storage.records.search import Plan
from storage.screening.screeners import add_verdict, withdraw_verdict
from storage.screening.screening_by_name import (
    conflict_queue,
    count_required,
    find_screener,
    list_criteria,
    list_judged,
    read_last_verdict,
    read_opinions,
    read_screening_counts,
    read_search_state,
    read_shown_work,
    read_text,
    screener_agreement,
    screener_queue,
    text_queue,
)
from tasks.human.forms import name_reviewer
from tasks.human.screeners import (
    name_criterion,
    read_name,
    read_note,
    tell_counts,
    tell_opinions,
    tell_pair,
    tell_search,
)
from tasks.human.screening import topic_words
from tasks.human.screening_page.rendering import describe_work
from tasks.screening.tasks import THRESHOLD
from tasks.text.cleaning import plain_text

_ABSENT_SECONDS = 600.0


@dataclass(slots=True)
class _Seat:
    """One person at the page: the work before them, since when, and what they skipped, by queue."""

    work: str = ""
    since: float = 0.0
    skipped: dict[Queue, list[str]] = field(default_factory=lambda: {"queue": [], "conflicts": [], "texts": []})


class ScreeningDesk:
    """The page's side of one open ledger, for one thread."""

    def __init__(self, ledger: Ledger, plan: Plan) -> None:
        """Seat nobody yet."""
        self._ledger = ledger
        self._words = topic_words(plan)
        self._seats: dict[str, _Seat] = {}
        self.unpublished = 0

    def enter(self, name: str) -> dict[str, Any]:
        """Return what somebody sees first.

        Raises:
            InputError: it is no name.
        """
        return self.view(name, "queue")

    def view(self, name: str, mode: Queue, work: str = "") -> dict[str, Any]:
        """Return what a person sees: a work they ask for, else the next of a queue, and how far everybody is.

        Raises:
            InputError: it is no name.
        """
        screener = find_screener(self._ledger, read_name(name))
        seat = self._seats.setdefault(screener, _Seat())
        judged = list_judged(self._ledger, screener)
        shown = read_shown_work(self._ledger, work or self._choose(screener, mode))
        seat.work, seat.since = (shown["work_id"] if shown else ""), time.monotonic()
        told = self.progress(name) | {"work": None, "mine": "", "said": [], "may_agree": False, "after": None}
        told["previous"] = _find_previous(judged, seat.work)
        told["criteria"] = [
            {"id": one["criterion_id"], "text": name_criterion(one)}
            for one in list_criteria(self._ledger, by_text=mode == "texts")
        ]
        if last := read_last_verdict(self._ledger, screener):
            told["last"] = {"id": last["verdict_id"], "title": plain_text(last["title"]), "verdict": last["verdict"]}
        if shown:
            opinions = read_opinions(self._ledger, seat.work, screener)
            pages = read_text(self._ledger, seat.work) if mode == "texts" else []
            told["work"] = describe_work(shown, self._words, pages)
            told["said"] = tell_opinions(opinions)
            if opinions["mine"]:
                told["mine"] = opinions["mine"]["verdict"]
                told["may_agree"] = opinions["state"] == "conflict"
        return told

    def progress(self, name: str) -> dict[str, Any]:
        """Return how far a person and everybody is, how far they agree, and how the search stands.

        Raises:
            InputError: it is no name.
        """
        screener = find_screener(self._ledger, read_name(name))
        counts = read_screening_counts(self._ledger)
        return {
            "who": name_reviewer(screener),
            "judged": len(list_judged(self._ledger, screener)),
            "left": len(screener_queue(self._ledger, screener, THRESHOLD)),
            "texts": len(text_queue(self._ledger, screener)),
            "conflicts": counts["conflicts"],
            "progress": tell_counts(counts, count_required(self._ledger)),
            "agreement": [tell_pair(pair) for pair in screener_agreement(self._ledger)],
            "search": tell_search(read_search_state(self._ledger)),
            "last": None,
        }

    def judge(self, given: ScreenerVerdict, mode: Queue) -> dict[str, Any]:
        """Commit a verdict, whose screener is a name as typed, and return what the person sees next.

        Raises:
            InputError: the verdict cannot be taken; nothing is committed.
        """
        screener = find_screener(self._ledger, read_name(given.screener))
        kept = ScreenerVerdict(
            given.verdict_id,
            given.work_id,
            screener,
            given.verdict,
            given.kind,
            given.criterion_id or None,
            read_note(given.note),
            "full text" if mode == "texts" else None,
        )
        add_verdict(self._ledger, kept)
        self.unpublished += 1
        told = self.view(given.screener, mode)
        work = read_shown_work(self._ledger, given.work_id)
        opinions = read_opinions(self._ledger, given.work_id, screener)
        told["after"] = {
            "title": plain_text(work["title"]) if work else "",
            "verdict": given.verdict,
            "said": tell_opinions(opinions),
        }
        return told

    def undo(self, verdict_id: str, withdraws: str, name: str, mode: Queue) -> dict[str, Any]:
        """Commit that a person takes a verdict back, and return what they see: that work again.

        Raises:
            InputError: the person gave no such verdict.
        """
        screener = find_screener(self._ledger, read_name(name))
        work = withdraw_verdict(self._ledger, verdict_id, withdraws, screener)
        self.unpublished += 1
        return self.view(name, mode, work)

    def skip(self, name: str, mode: Queue, work: str) -> dict[str, Any]:
        """Return what a person sees after leaving a work for later.

        Raises:
            InputError: it is no name.
        """
        skipped = self._seats.setdefault(find_screener(self._ledger, read_name(name)), _Seat()).skipped[mode]
        if work in skipped:
            skipped.remove(work)
        skipped.append(work)
        return self.view(name, mode)

    def _choose(self, screener: str, mode: Queue) -> str:
        """Return the work to show next, "" if none is left; what was skipped comes last, the longest ago first."""
        skipped = self._seats[screener].skipped[mode]
        if mode == "conflicts":
            left = list(conflict_queue(self._ledger, screener))
        else:
            begun = screener_queue(self._ledger, screener, THRESHOLD)
            if mode == "texts":
                begun = text_queue(self._ledger, screener)
            required = count_required(self._ledger)
            left = sorted(begun, key=lambda work: begun[work] + self._count_others(screener, work) >= required)
        fresh = [work for work in left if work not in skipped]
        again = [work for work in skipped if work in left]
        return next(iter([*fresh, *again]), "")

    def _count_others(self, screener: str, work: str) -> int:
        """Return how many others have a work before them."""
        since = time.monotonic() - _ABSENT_SECONDS
        return sum(seat.work == work and seat.since > since for other, seat in self._seats.items() if other != screener)


def _find_previous(judged: list[str], work: str) -> str:
    """Return the work that a person judged before the one shown, "" if there is none."""
    place = judged.index(work) if work in judged else len(judged)
    return judged[place - 1] if place else ""


def read_verdict(given: dict[str, Any]) -> ScreenerVerdict:
    """Return a verdict as the page sends it.

    Raises:
        InputError: a part is missing or is no text.
    """
    parts = [read_part(given, name) for name in ("id", "work", "who", "verdict", "kind", "criterion", "note")]
    verdict: Verdict = parts[3]  # type: ignore[assignment]  # checked where it is kept
    kind: Kind = parts[4]  # type: ignore[assignment]
    return ScreenerVerdict(parts[0], parts[1], parts[2], verdict, kind, parts[5], parts[6])


def read_part(given: dict[str, Any], name: str) -> str:
    """Return a text that the page sends.

    Raises:
        InputError: there is none, or it is longer than any that the page sends.
    """
    part = given.get(name)
    if not isinstance(part, str) or len(part) > _LONGEST or (name == "id" and not part):
        raise InputError(f"what was sent has no {name} that can be read; reload the page")
    return part


def read_mode(given: dict[str, Any]) -> Queue:
    """Return which queue a person works through.

    Raises:
        InputError: there is no such queue.
    """
    asked = read_part(given, "mode")
    return next((mode for mode in get_args(Queue) if mode == asked), "queue")


_LONGEST = 2_000
