"""What the page tells of each work: the card that a citation opens, which without a script is its place in the list."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
from markupsafe import Markup

from storage.records.search import Work
from tasks.citations.authors import name_work, quote_title
from tasks.references.fields import doi_address, format_reference, web_address
from tasks.reporting.canvas import shorten
from tasks.text.cleaning import plain_text

_LONGEST, _LONGEST_NAME = 4_000, 120
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_FOUND = {
    "keyword": "keyword search",
    "expert": "search for experts' works",
    "book": "book search",
    "citation": "citations of the best hits",
    "backward": "backward snowballing",
    "forward": "forward snowballing",
    "seed": "given as a known work",
    "import": "imported",
    "expansion": "a search of supervision",
    "update": "an update",
}
_JUDGES = {
    "llm": "by a language model",
    "ranker": "by a score",
    "human": "by a person",
    "rule": "by rule",
    "cocitation": "by its links to relevant works",
}
_NOTICES = {
    "retraction": "Retracted",
    "concern": "Expression of concern",
    "correction": "Corrected",
    "reinstatement": "Reinstated",
}


@dataclass(frozen=True, slots=True)
class Datum:
    """What was extracted of a study or finding: the name of the field, its value, and the words it stands on.

    `result` counts the results of a finding from 1; it is 0 where there is one alone, or none as of a study. The quote
    of a finding's datum is empty where the words are those that the finding itself rests on.
    """

    field: str
    value: str
    quote: str
    place: str
    result: int = 0


@dataclass(frozen=True, slots=True)
class Passage:
    """A finding by its number on the page: the words it rests on, where they stand, and its own where they differ."""

    number: int
    finding_id: str
    kind: str
    text: str
    quote: str
    place: str
    page: int
    is_current: bool
    data: tuple[Datum, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """What a reader must see at once of a work; `address` may be empty, `kind` is open, warning or plain."""

    kind: str
    text: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A work: its reference (HTML), how running text names it, and what the review knows of it.

    `passages` are the findings of the reading in force, whose numbers follow each other; `earlier` those of an earlier
    reading on which sentences rest.
    """

    key: str
    name: str
    year: int | None
    reference: Markup
    marks: tuple[Mark, ...]
    passages: tuple[Passage, ...]
    earlier: tuple[Passage, ...]
    data: tuple[Datum, ...]
    summary: str
    methodology: str
    found: tuple[str, ...]
    selected: str
    is_included: bool


def make_cards(
    works: Mapping[str, Work], references: Mapping[str, Markup], frames: Mapping[str, pl.DataFrame]
) -> dict[str, Card]:
    """Return the cards of works, given by citekey, in the order of the references, those without one last.

    `frames` are those of `storage.reading.page.page_frames`; a work that they do not have has left the corpus.
    """
    rows = {row["citekey"]: row for row in frames["works"].iter_rows(named=True)}
    data = list_data(frames["fields"])
    passages = list_passages(frames["findings"], data)
    names = {key: _name(work) for key, work in works.items()}
    found: dict[str, list[str]] = {}
    for row in frames["discoveries"].iter_rows(named=True):
        found.setdefault(row["citekey"], []).append(_tell_discovery(row, names))
    cards = [
        _make_card(
            key,
            work,
            references.get(key),
            rows.get(key),
            passages=passages.get(key, ()),
            data=data.get((key, ""), ()),
            found=found.get(key, ()),
        )
        for key, work in works.items()
    ]
    places = {key: place for place, key in enumerate(references)}
    return {card.key: card for card in sorted(cards, key=lambda card: (places.get(card.key, len(places)), card.key))}


def tell(text: str | None, longest: int = _LONGEST) -> str:
    """Return a text on one line, as it stands but for control characters, cut after so many characters."""
    line = " ".join(_CONTROL.sub(" ", text or "").split())
    return shorten(line, longest)


def number_findings(findings: pl.DataFrame) -> dict[str, int]:
    """Return the number on the page of each finding, by its id."""
    return {finding_id: number for number, finding_id in enumerate(findings["finding_id"], 1)}


def list_data(fields: pl.DataFrame) -> dict[tuple[str, str], list[Datum]]:
    """Return what was extracted, by citekey and finding id, which is empty for what holds for the whole study."""
    listed: dict[tuple[str, str], list[Datum]] = {}
    several = set(fields.filter(pl.col("result") > 1)["finding_id"])
    for row in fields.iter_rows(named=True):
        datum = Datum(
            tell(row["field"]).replace("_", " "),
            tell(row["value"]),
            "" if row["is_own"] else tell(row["quote"]),
            tell_place(row["page"], row["source"]),
            row["result"] if row["finding_id"] in several else 0,
        )
        listed.setdefault((row["citekey"], row["finding_id"]), []).append(datum)
    return listed


def list_passages(
    findings: pl.DataFrame, data: Mapping[tuple[str, str], Sequence[Datum]]
) -> dict[str, tuple[Passage, ...]]:
    """Return the findings of each work by citekey, in their order, with what was extracted of each."""
    listed: dict[str, list[Passage]] = {}
    for number, row in enumerate(findings.iter_rows(named=True), 1):
        text, quote = tell(row["text"]), tell(row["quote"])
        passage = Passage(
            number,
            row["finding_id"],
            row["kind"].replace("future_work", "open question"),
            "" if text == quote else text,
            quote,
            tell_place(row["page"], row["source"]),
            row["page"] or 0,
            row["is_current"],
            tuple(data.get((row["citekey"], row["finding_id"]), ())),
        )
        listed.setdefault(row["citekey"], []).append(passage)
    return {key: tuple(each) for key, each in listed.items()}


def tell_place(page: int | None, source: str | None) -> str:
    """Return where a quote stands: a page of the full text, the abstract, or the note read in its place."""
    if page:
        return f"p. {page}"
    return "project note" if source == "project note" else "abstract"


def _make_card(
    key: str,
    work: Work,
    reference: Markup | None,
    row: Mapping[str, Any] | None,
    *,
    passages: Sequence[Passage],
    data: Sequence[Datum],
    found: Sequence[str],
) -> Card:
    told: Mapping[str, Any] = row or {}
    methodology = tell(told.get("methodology"))
    summary = tell(told.get("short"))
    return Card(
        key=key,
        name=_name(work),
        year=work.year,
        reference=reference or Markup.escape(format_reference(work)),
        marks=tuple(_list_marks(work, told)),
        passages=tuple(passage for passage in passages if passage.is_current),
        earlier=tuple(passage for passage in passages if not passage.is_current),
        data=tuple(data),
        summary=summary,
        methodology="" if methodology in summary else methodology,
        found=tuple(found),
        selected=_tell_selection(told),
        is_included=row is not None,
    )


def _name(work: Work) -> str:
    return shorten(plain_text(name_work(work)), _LONGEST_NAME)


def _list_marks(work: Work, row: Mapping[str, Any]) -> list[Mark]:
    marks = [
        Mark(
            "plain" if notice["kind"] == "reinstatement" else "warning",
            f"{_NOTICES.get(notice['kind'], notice['kind'])}{', ' + notice['day'] if notice['day'] else ''}",
            doi_address(notice["notice_doi"]) if notice["notice_doi"] else "",
        )
        for notice in row.get("notices") or ()
    ]
    if work.is_retracted and not any(mark.text.startswith("Retracted") for mark in marks):
        marks.append(Mark("warning", "Retracted"))
    if row.get("is_oa"):
        marks.append(Mark("open", "Open access", web_address(row["oa_url"])))
    read = {"full text": "Read in full", "abstract only": "Read from its abstract", "title only": "Title alone"}
    status = "Read from a project note" if row.get("source") == "project note" else read.get(row.get("text_status", ""))
    return [*marks, Mark("plain", status)] if status else marks


def _tell_discovery(row: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return how a strategy found a work the first time, and how often it did."""
    via = names.get(row["via_citekey"] or "") or (quote_title(row["via"]) if row["via"] else "")
    query = f" “{tell(row['query'], 200)}”" if row["query"] and row["strategy"] != "citation" else ""
    lead = {
        "backward": f", cited by {via}",
        "forward": f", citing {via}",
        "citation": f", by way of {via}",
    }.get(row["strategy"], f", from {via}")
    more = row["times"] - 1
    again = f" and {more} more time{'s' if more > 1 else ''}" if more else ""
    told = _FOUND.get(row["strategy"], row["strategy"])
    stage = f" (stage {row['stage']})" if row["stage"] else " (first search)"
    return f"{told[:1].upper()}{told[1:]}{query}{lead if via else ''}{again}{stage}"


def _tell_selection(row: Mapping[str, Any]) -> str:
    if not row:
        return "It is no longer in the corpus of the review."
    judge = _JUDGES.get(row["method"] or "", "")
    score = f", score {row['score']:.2f}" if row["score"] is not None else ""
    reason = tell(row["reason"])
    return f"Judged {judge}{score}. {reason}" if judge else reason
