"""The question about the uncertain band of screening, and the decisions that follow from the answer.

A work as a person judges it in a terminal: title, source, abstract with the topic's words marked, and the keys.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from storage.records.screening import Decision, Verdict
from storage.records.search import Plan
from storage.screening.human import ANALYST_SEEN, Answer
from tasks.human.forms import Field, Form
from tasks.text.cleaning import escape_markdown, plain_text
from tasks.text.topics import strip_review_words

MOST_AT_ONCE = 25
BAND = 0.25  # how far from the threshold a score may be and still be uncertain
LEAVE = "leave"
VERDICTS: tuple[Verdict, ...] = ("include", "exclude", "unsure")

_LONGEST_TITLE, _LONGEST_ABSTRACT = 160, 1_500


def ask_for_verdicts(plan: Plan, subject: str, works: Sequence[Mapping[str, Any]]) -> Form:
    """Return the form with a field for each work, named by its id; `works` are rows of the query screening_queue."""
    told = [
        f"Does each of these works belong in the review of *{escape_markdown(plan.topic)}*?",
        "These are the works the analyst is least sure of. What you leave stays as it is; what you decide is final.",
    ]
    if plan.criteria:
        told.append(f"The criteria: {'; '.join(map(escape_markdown, plan.criteria))}.")
    fields = []
    for place, work in enumerate(works, 1):
        told += [f"**{place}. {escape_markdown(_head(work))}**", *_tell(work)]
        fields.append(Field(work["work_id"], f"{place}. {_head(work)}", LEAVE, (*VERDICTS, LEAVE)))
    return Form("screening", subject, "\n\n".join(told), tuple(fields))


def _head(work: Mapping[str, Any]) -> str:
    title = plain_text(work["title"])
    short = title if len(title) <= _LONGEST_TITLE else f"{title[: _LONGEST_TITLE - 1]}\u2026"
    return f"{short} ({work['year'] or 'no year'})"


def _tell(work: Mapping[str, Any]) -> list[str]:
    abstract = plain_text(work["abstract"])
    short = abstract if len(abstract) <= _LONGEST_ABSTRACT else f"{abstract[: _LONGEST_ABSTRACT - 1]}\u2026"
    return [escape_markdown(short) or "(no abstract)", f"Analyst: {escape_markdown(tell_judgement(work))}"]


def tell_judgement(work: Mapping[str, Any]) -> str:
    """Return the analyst's verdict, score in [0, 1] and reason in one line."""
    score = "" if work["score"] is None else f" ({work['score']:.2f})"
    return f"{work['verdict']}{score}. {plain_text(work['reason'])}"


def decide_by_person(
    work: Mapping[str, Any], verdict: Verdict, by: str, earlier: int, asked: Form | None = None, *, seen: bool
) -> Decision:
    """Return a person's decision on a work (a row of the query screening_queue) decided on `earlier` times before.

    `seen` says that the person knew the analyst's verdict, so the two judgements are not independent; `asked` is the
    question that is answered, if any. Stage and score stay those of the analyst's decision, so that the work keeps its
    place among the others.
    """
    return Decision(
        work_id=work["work_id"],
        phase="screening",
        stage=work["stage"],
        verdict=verdict,
        method="human",
        reason="Judged by a person.",
        score=work["score"],
        features={ANALYST_SEEN: 1.0} if seen else {},
        decided_by=by,
        earlier=earlier,
        subject=asked.subject if asked else None,
        round=asked.round if asked else None,
    )


def read_verdicts(form: Form, works: Sequence[Mapping[str, Any]], answer: Answer) -> list[Decision]:
    """Return the decisions that the changed fields of the form stand for, in the order of the works."""
    return [
        decide_by_person(work, answer.values[work["work_id"]], answer.answered_by, work["decisions"], form, seen=True)
        for work in works
        if work["work_id"] in answer.values
    ]


def tell_session(
    judged: Mapping[str, Verdict], works: int, agreement: Mapping[str, Any] | None, going_on: str
) -> list[str]:
    """Return the result of a judging session, in lines: verdicts, agreement with the analyst, what to do next.

    `going_on` is the command that takes the verdicts into the review.
    """
    lines = [f"{len(judged)} of {works} works judged."]
    if agreement:
        lines.append(tell_agreement(agreement))
    if judged:
        lines.append(f"Run '{going_on}' to take these verdicts into the review.")
    return lines


def tell_agreement(agreement: Mapping[str, Any]) -> str:
    """Return the agreement of people and analyst as a sentence, with Cohen's kappa and, if it has one, its interval."""
    works = f"{agreement['works']:,} works that a person judged without knowing the analyst's verdict"
    told = f"Person and analyst agree on {agreement['observed']:.0%} of {works}"
    if agreement["kappa"] is None:
        return f"{told}; with one verdict throughout there is no kappa."
    low, high = agreement["low"], agreement["high"]
    interval = "too few works for an interval" if low is None else f"95% interval {low:.2f} to {high:.2f}"
    return f"{told}: Cohen's kappa {agreement['kappa']:.2f} ({interval})."


KEYS: dict[str, Verdict] = {"i": "include", "e": "exclude", "u": "unsure"}
HELP = "i include · e exclude · u unsure · s skip · b back · o open · w why · q quit"

_STYLES = {"include": "green", "exclude": "red", "unsure": "yellow"}
_SHORT = 900
_LEAST, _STEM = 4, 6
_MOST_AUTHORS = 3
_PARTS = re.compile(r"(?s).{1,1500}(?:\s|$)|.{1,1500}")  # as much at once as the cleaning of a field accepts


def topic_words(plan: Plan) -> re.Pattern[str] | None:
    """Return a pattern for words of topic, questions and focus areas, whatever their endings; None without any.

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
    abstract = show_whole(work["abstract"]) or "(no abstract)"
    cut = not whole and len(abstract) > _SHORT
    body = Text(abstract[:_SHORT].rsplit(" ", 1)[0] + " \u2026 (o opens it)" if cut else abstract)
    title = Text(plain_text(work["title"]), style="bold")
    for text in (title, body):
        if words:
            text.highlight_regex(words, style="underline")
    return Text("\n").join([title, Text(source, style="dim"), Text(), body])


def show_whole(text: str | None) -> str:
    """Return a long text on one line without markup, control and direction characters."""
    return " ".join(plain_text(part) for part in _PARTS.findall(text or "")).strip()


def draw_progress(place: int, works: int, tally: Counter[str]) -> Text:
    """Return the position in the queue, counted from 1, and how many verdicts there are of each kind."""
    said = ", ".join(f"{tally[verdict]} {verdict}" for verdict in KEYS.values())
    return Text(f"{place} of {works} · {said}", style="dim")


def draw_judgement(work: Mapping[str, Any]) -> Text:
    """Return what the analyst said about a work."""
    return Text("Analyst: ").append(tell_judgement(work), style=_STYLES[work["verdict"]])


def draw_verdict(verdict: Verdict) -> Text:
    """Return what the person said."""
    return Text("You: ").append(verdict, style=_STYLES[verdict])
