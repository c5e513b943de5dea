"""What a summary is requested from, and the form of the answer.

One thing a work says, in the model's words, and whether the words quoted for it are on the page and support it. What
every reading of a work by a model shares: describing the work, keeping statements, checking themes, making the summary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from storage.records.data_items import DataItem
from storage.records.evidence import Extraction
from storage.records.search import Work
from storage.records.writing import Finding, Summary
from tasks.analysts.llm.extraction import OwnDatum, Reading, Result, Study, extract_results, extract_study
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.guard.tasks import admit_text
from tasks.analysts.llm.quotes import LEAST_ENGLISH, ShownPage, find_quote, is_english, object_to_support
from tasks.language_models.dialogue import Dialogue, Mending, Remark
from tasks.text.numbers import find_numbers, find_shown_numbers, find_spelled_numbers
from tasks.text.words import function_share

Kind = Literal["finding", "method", "limitation", "future_work"]

_TEXT_WORDS, _QUOTE_WORDS = (4, 60), (4, 80)
_BESIDE = 200  # characters


class Statement(BaseModel):
    """One thing the work says."""

    model_config = ConfigDict(extra="forbid", strict=True)

    kind: Kind
    text: str = Field(description="one sentence in your words")
    quote: str = Field(description="copied from the text, character by character")
    results: list[Result] = Field(description="what came out, of a finding; else none")


class Statements(BaseModel):
    """An answer that says what a work, or a part of it, says."""

    model_config = ConfigDict(extra="forbid", strict=True)

    statements: list[Statement]
    study: Study
    own: list[OwnDatum] = Field(description="answers to `items`, if there are any")


Answered = TypeVar("Answered", bound=Statements)


def object_to_statement(statement: Statement, shown: Sequence[ShownPage], title: str) -> list[str]:
    """Return the reasons, one sentence each, why a statement cannot be kept; none if it can."""
    reasons = [
        f"the {name} has {words} words; give {fewest} to {most}"
        for name, words, (fewest, most) in (
            ("text", len(statement.text.split()), _TEXT_WORDS),
            ("quote", len(statement.quote.split()), _QUOTE_WORDS),
        )
        if not fewest <= words <= most
    ]
    reasons += find_foreign(statement.text)
    if function_share(statement.text) < LEAST_ENGLISH:
        reasons.append("the text is not an English sentence")
    quote = find_quote(statement.quote, shown)
    if quote is None:
        reasons.append(f"the quote is not in the text to the character: {statement.quote[:80]!r}")
    else:
        text = " ".join(part.text for part in shown)
        page = next(part.page for part in shown if (part.page.page, part.page.source) == (quote.page, quote.source))
        around = page.text[max(0, quote.char_start - _BESIDE) : quote.char_end + _BESIDE]
        wrong = object_to_support(
            statement.text, quote.text, english=is_english(shown), title=title, text=text, around=around
        )
        reasons += [wrong] if wrong else []
    return reasons


def build_finding(statement: Statement, shown: Sequence[ShownPage]) -> Finding:
    """Return the statement as a finding whose quote is the page's own words.

    Raises:
        ValueError: the quote is on no page.
    """
    quote = find_quote(statement.quote, shown)
    if quote is None:
        raise ValueError(f"the quote of a statement is on no page of the work: {statement.quote[:80]!r}")
    text = " ".join(statement.text.split())
    return Finding(quote.work_id, text if text[-1] in ".!?" else f"{text}.", quote, statement.kind)


_LONGEST_TITLE, _LONGEST_VENUE = 300, 100
_THEMES, _LONGEST_THEME, _SHORT_WORDS = (2, 5), 4, (5, 180)
MOST = {"finding": 5, "method": 2, "limitation": 1, "future_work": 1}


def tell_work(work: Work) -> Dialogue[dict[str, Any]]:
    """Return what the model is told of a work besides its text: title, year, type and venue, bounded."""
    title = yield from admit_text(work.title, _LONGEST_TITLE, work.work_id)
    venue = yield from admit_text(work.venue or "", _LONGEST_VENUE, work.work_id)
    about = {"title": title, "year": work.year, "type": work.type, "venue": venue}
    return {key: value for key, value in about.items() if value}


EXTRACTION = "extraction"
"""The prompt that goes on where that of a summary ends: what to extract for the evidence table."""

EXTRACTION_DROPPED = "extraction dropped"
"""The kind of the remark that names, after a colon, the fields that were not kept."""


def tell_items(items: Sequence[DataItem]) -> dict[str, Any]:
    """Return the data block that asks about items of the review's own, if there are any."""
    return {"items": {item.name: item.question for item in items}} if items else {}


def object_to_statements(statements: Sequence[Statement], shown: Sequence[ShownPage], title: str) -> list[str]:
    """Return the reasons why statements cannot be kept, each with its statement's number."""
    return [
        f"statement {place}: {reason}"
        for place, statement in enumerate(statements, 1)
        for reason in object_to_statement(statement, shown, title)
    ]


STATEMENTS_WANTED = (
    "Give in `statements` a better version of each statement that something is said against, in their order and no "
    "other; where the text does not carry one, leave it out. The other statements stand. Give in `study` and `own` "
    "what something is said against, mended; the rest of them stands, and is null or left out now. Give the other "
    "fields whole, mended where something is said against them."
)


def mend_statements(shown: Sequence[ShownPage], title: str) -> Mending[Answered]:
    """Return how an answer with statements is mended: better versions replace the faulty ones."""

    def join(first: Answered, second: Answered) -> Answered:
        again = {datum.name for datum in second.own}
        data = {
            "study": first.study.mend(second.study),
            "own": [*(datum for datum in first.own if datum.name not in again), *second.own],
        }
        faulty = [place for place, each in enumerate(first.statements) if object_to_statement(each, shown, title)]
        if len(second.statements) >= len(first.statements) > len(faulty):
            return second.model_copy(update=data)
        joined = list(first.statements)
        if len(faulty) == len(second.statements):
            for place, better in zip(faulty, second.statements, strict=True):
                joined[place] = better
        else:
            joined = [each for place, each in enumerate(joined) if place not in faulty] + second.statements
        return second.model_copy(update={"statements": joined} | data)

    return Mending(STATEMENTS_WANTED, join)


def object_to_themes(themes: Sequence[str]) -> list[str]:
    """Return the reasons why the themes of a work cannot be kept as they are."""
    reasons = []
    if not _THEMES[0] <= len(themes) <= _THEMES[1]:
        reasons.append(f"{len(themes)} themes were given; give {_THEMES[0]} to {_THEMES[1]}")
    return reasons + [f"theme {theme!r}: {wrong[0]}" for theme in themes if (wrong := _object_to_theme(theme))]


def object_to_data(reply: Statements, items: Sequence[DataItem], shown: Sequence[ShownPage], title: str) -> list[str]:
    """Return the reasons why data of the study cannot be kept, for an answer that is asked again for others."""
    _, dropped = extract_study(reply.study, reply.own, items, Reading(title, shown))
    return [f"{field}: {reason}" for field, reason in dropped.items()]


def keep_answer(
    reply: Statements | None, items: Sequence[DataItem], shown: Sequence[ShownPage], work: Work
) -> Dialogue[tuple[list[Finding], list[Extraction]]]:
    """Return the statements that can be kept as findings, and what was extracted; remarks report what cannot be."""
    findings: list[Finding] = []
    if reply is None:
        return findings, []
    reading = Reading(work.title, shown)
    extractions, lost = extract_study(reply.study, reply.own, items, reading)
    fields = [*lost]
    for statement in reply.statements:
        if object_to_statement(statement, shown, work.title):
            yield Remark("statement dropped", f"a statement of the kind {statement.kind} was not kept", work.work_id)
            continue
        finding = build_finding(statement, shown)
        if statement.kind == "finding" and finding not in findings:
            kept, dropped = extract_results(statement.results, finding, reading)
            extractions += kept
            fields += dropped
        findings.append(finding)
    if fields:
        yield Remark(EXTRACTION_DROPPED, f"not kept, as the text does not carry it: {', '.join(fields)}", work.work_id)
    return findings, extractions


def object_to_short(short: str, text: str) -> list[str]:
    """Return the reasons why a summary of a text in about 100 words cannot be kept; none if it can."""
    words = len(short.split())
    reasons = [] if _SHORT_WORDS[0] <= words <= _SHORT_WORDS[1] else [f"`short` has {words} words; give about 100"]
    stated = find_numbers(short) | find_spelled_numbers(short)
    if missing := sorted(stated - find_shown_numbers(text)):
        reasons.append(f"`short` states {', '.join(missing)}, which the text does not")
    return reasons + find_foreign(short)


def compose_summary(
    extracted: Summary,
    findings: Sequence[Finding],
    themes: Sequence[str],
    source: str,
    short: str = "",
    *,
    extractions: Sequence[Extraction] = (),
) -> Summary:
    """Return the summary made of findings: each once, findings proper first, as many of each kind as a summary holds.

    Of a field extracted more than once the first holds. Without a finding proper it is the one made of the text's own
    sentences (`extracted`), and its source says so, but what holds for the whole study is kept; short text and themes
    are the extracted ones if none can be kept.
    """
    if not any(finding.kind == "finding" for finding in findings):
        study = [each for each in extractions if not each.finding_id]
        by_field = {
            (each.finding_id, each.result, each.field): each for each in (*extracted.extractions, *reversed(study))
        }
        return replace(extracted, source=f"{extracted.source}, extracted", extractions=tuple(by_field.values()))
    once = {finding.finding_id: finding for finding in findings}.values()
    kept = tuple(
        finding for kind, most in MOST.items() for finding in [each for each in once if each.kind == kind][:most]
    )
    told = {"", *(finding.finding_id for finding in kept)}
    data: dict[tuple[str, int, str], Extraction] = {}
    for each in extractions:
        if each.finding_id in told:
            data.setdefault((each.finding_id, each.result, each.field), each)
    terms = tuple(" ".join(theme.lower().split()) for theme in themes if not _object_to_theme(theme))
    return replace(
        extracted,
        methodology=_join(kept, "method"),
        limitations=_join(kept, "limitation"),
        future_work=_join(kept, "future_work"),
        themes=tuple(dict.fromkeys(terms))[: _THEMES[1]] or extracted.themes,
        findings=kept,
        source=source,
        short=" ".join(short.split()) or extracted.short,
        extractions=tuple(data.values()),
    )


def _object_to_theme(theme: str) -> list[str]:
    words = len(theme.split())
    if not 1 <= words <= _LONGEST_THEME:
        return [f"it has {words} words; give 1 to {_LONGEST_THEME}"]
    return find_foreign(theme)


def _join(findings: Sequence[Finding], kind: str) -> str:
    return " ".join(finding.text for finding in findings if finding.kind == kind)
