"""A work as a person judges it in a terminal: title, source, abstract with the topic's words marked, and the keys."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from rich.text import Text

from storage.records.search import Plan, Verdict
from tasks.analysts.extractive.queries import strip_review_words
from tasks.human.screening import tell_judgement
from tasks.text.plain import plain_text

KEYS: dict[str, Verdict] = {"i": "include", "e": "exclude", "u": "unsure"}
HELP = "i include · e exclude · u unsure · s skip · b back · o open · w why · q quit"

_STYLES = {"include": "green", "exclude": "red", "unsure": "yellow"}
_SHORT = 900
_LEAST, _STEM = 4, 6
_MOST_AUTHORS = 3
_PARTS = re.compile(r"(?s).{1,1500}(?:\s|$)|.{1,1500}")  # as much at once as the cleaning of a field takes


def topic_words(plan: Plan) -> re.Pattern[str] | None:
    """Return what finds the words of topic, questions and focus areas in a text, endings apart; None without any.

    Words of four letters and more count, by their first six letters.
    """
    text = " ".join((strip_review_words(plan.topic), *plan.questions, *plan.focus_areas))
    stems = {word[:_STEM] for word in re.findall(r"[^\W\d_]+", text.casefold()) if len(word) >= _LEAST}
    return re.compile(rf"(?i)\b(?:{'|'.join(sorted(map(re.escape, stems)))})[^\W\d_]*") if stems else None


def draw_card(work: Mapping[str, Any], words: re.Pattern[str] | None, *, whole: bool) -> Text:
    """Return title, authors, year and venue, and the abstract, cut after 900 characters unless wanted whole."""
    names = [plain_text(name) for name in work["authors"] or ()]
    authors = ", ".join(names[:_MOST_AUTHORS]) + (" et al." if len(names) > _MOST_AUTHORS else "")
    source = " · ".join(part for part in (authors, str(work["year"] or ""), plain_text(work["venue"])) if part)
    abstract = _show_whole(work["abstract"]) or "(no abstract)"
    cut = not whole and len(abstract) > _SHORT
    body = Text(abstract[:_SHORT].rsplit(" ", 1)[0] + " \u2026 (o opens it)" if cut else abstract)
    title = Text(plain_text(work["title"]), style="bold")
    for text in (title, body):
        if words:
            text.highlight_regex(words, style="underline")
    return Text("\n").join([title, Text(source, style="dim"), Text(), body])


def _show_whole(text: str | None) -> str:
    """Return a long text on one line without markup, control and direction characters."""
    return " ".join(plain_text(part) for part in _PARTS.findall(text or "")).strip()


def draw_progress(place: int, works: int, tally: Counter[str]) -> Text:
    """Return where in the queue one is, counted from 1, and how many verdicts there are of each kind."""
    said = ", ".join(f"{tally[verdict]} {verdict}" for verdict in KEYS.values())
    return Text(f"{place} of {works} · {said}", style="dim")


def draw_judgement(work: Mapping[str, Any]) -> Text:
    """Return what the analyst said of a work."""
    return Text("Analyst: ").append(tell_judgement(work), style=_STYLES[work["verdict"]])


def draw_verdict(verdict: Verdict) -> Text:
    """Return what the person said."""
    return Text("You: ").append(verdict, style=_STYLES[verdict])
