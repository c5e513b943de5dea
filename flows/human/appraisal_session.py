"""Appraising works one by one in a terminal, domain by domain, without seeing what others said of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from flows.human.holding import held_for_people
from flows.human.terminal import Keyboard
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.records.appraisal import Appraisal
from storage.references.references import list_references
from storage.screening.appraisals import add_appraisals, appraisal_queue
from tasks.evidence.appraisal import Tool, propose_tool, read_tools
from tasks.human.appraisal import (
    HELP,
    choose_works,
    draw_notes,
    draw_place,
    draw_question,
    draw_tools,
    find_begun,
    list_given,
    read_choice,
    tell_session,
)
from tasks.human.appraisal_file import read_judgements
from tasks.human.forms import name_person
from tasks.human.screening import draw_card
from tasks.text.cleaning import plain_text

_SKIP, _BACK, _OPEN, _QUIT = "s", "b", "o", "q"
_DIFFER = "SELECT count(*) FROM appraisal_disagreement"


class _Left(Exception):
    """The person leaves the work, or all of them (`ends`)."""

    def __init__(self, *, ends: bool) -> None:
        self.ends = ends


def appraise_review(folder: Path, reviewer: str = "", given: Path | None = None) -> list[str]:
    """Let a person appraise the works of a review, or take judgements from a file; publish, and tell the outcome.

    Raises:
        InputError: there is no review in the folder, or anything is wrong with the file: nothing of it is taken.
        LedgerInUse: another process works on the review.
    """
    content = _read_file(given) if given else b""
    by = name_person(reviewer)
    with held_for_people(folder, "to appraise") as review:
        ledger = review.ledger
        if given:
            judged = read_judgements(given.name, content, list_references(ledger), by)
            with ledger.transaction():
                add_appraisals(ledger, judged)
            done = works = len({one.work_id for one in judged})
        else:
            queue = choose_works(appraisal_queue(ledger, by))
            if not queue:
                return ["Nothing is left to appraise."]
            done, works = _Session(ledger, Keyboard(), queue, by).conduct(), len(queue)
        review.publish()
        return tell_session(done, works, ledger.select(_DIFFER).item(), review.going_on)


def _read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"the file '{path}' cannot be read ({error.strerror}); give another to --from") from error


class _Session:
    """One person working through one queue; every judgement is committed at once, so that leaving loses nothing."""

    def __init__(self, ledger: Ledger, keyboard: Keyboard, works: Sequence[Mapping[str, Any]], reviewer: str) -> None:
        self._ledger, self._keyboard, self._works, self._reviewer = ledger, keyboard, works, reviewer
        self._console = Console(stderr=True, highlight=False)

    def conduct(self) -> int:
        """Ask about work after work until queue or input ends, or the person quits; return how many are done."""
        done = 0
        for place, work in enumerate(self._works, 1):
            self._print(Text(), draw_place(place, len(self._works), done), draw_card(work, None, whole=False))
            self._print(Text(), draw_notes(work))
            try:
                tool = find_begun(work)
                while not self._judge(work, tool or self._ask_tool(work)):
                    tool = None
            except _Left as left:
                if left.ends:
                    break
            else:
                done += 1
        return done

    def _ask_tool(self, work: Mapping[str, Any]) -> Tool:
        proposed, tools = propose_tool(work["design"], work["n"]), list(read_tools().values())
        self._print(draw_tools(work))
        while True:
            line = self._line(work)
            name = read_choice(line, [tool.name for tool in tools])
            chosen = next((tool for tool in tools if tool.name == name), None if line else proposed)
            if chosen:
                return chosen
            self._print(Text(f"Type a number from 1 to {len(tools)}. {HELP}", style="dim"))

    def _judge(self, work: Mapping[str, Any], tool: Tool) -> bool:
        """Ask about each domain in turn, from the first that was not judged before, and then about the whole.

        Return whether all of it was judged; going back from the first domain leads to another tool.
        """
        domains, given = list(tool.asked), list_given(work, tool)
        place = next(number for number, domain in enumerate(domains) if domain not in given)
        while place < len(domains):
            domain = domains[place]
            self._print(draw_question(tool, domain, given.get(domain)))
            word = self._ask_word(work, tool.words(domain), given.get(domain))
            if word is None:
                if not place:
                    return False
                place -= 1
                continue
            if word:
                self._print(Text("  Why? (empty: no reason)", style="dim"))
                reason = plain_text(self._line(work))
                if reason == _BACK:
                    continue
                with self._ledger.transaction():
                    said = Appraisal(work["work_id"], tool.key, domain, word, reason, self._reviewer)
                    add_appraisals(self._ledger, [said])
                given[domain] = word
            place += 1
        return True

    def _ask_word(self, work: Mapping[str, Any], words: Sequence[str], given: str | None) -> str | None:
        """Return one of the words, "" where what was given before is kept, None to go back."""
        while True:
            line = self._line(work)
            if line == _BACK:
                return None
            if not line and given:
                return ""
            if word := read_choice(line, words):
                return word
            self._print(Text(f"Type a number from 1 to {len(words)}, or the word. {HELP}", style="dim"))

    def _line(self, work: Mapping[str, Any]) -> str:
        """Return what is typed, once it is not a wish to see the abstract.

        Raises:
            _Left: it is a wish to leave, or the input has ended.
        """
        while True:
            line = self._keyboard.line()
            typed = (line or "").strip()
            if line is None or typed in {_QUIT, _SKIP}:
                raise _Left(ends=typed != _SKIP)
            if typed != _OPEN:
                return typed
            self._print(draw_card(work, None, whole=True))

    def _print(self, *texts: Text) -> None:
        for text in texts:
            self._console.print(text)
