"""What changes.md says of an update, and what it makes of texts that would be markup."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import polars as pl

from storage.updates.changes import Changes
from tasks.reporting.changes import render_changes, render_report, sum_up

_WORK = {"work_id": "W1", "citekey": "lee2022hair", "title": "Hair", "year": 2022}


def _changes(**fields: Any) -> Changes:
    none: dict[str, Any] = {
        "additions": pl.DataFrame(),
        "departures": pl.DataFrame(schema={"citekey": pl.String, "successor": pl.String}),
        "sections": pl.DataFrame(schema={"section_id": pl.String, "heading": pl.String, "action": pl.String}),
        "claims": pl.DataFrame(),
        "questions": pl.DataFrame(schema={"kind": pl.String}),
    }
    outlay = {"llm_calls": 2, "llm_usd": 0.5, "api_calls": 3, "api_usd": 0.0021}
    found = {"fresh": 0, "imported": 0, "screened": 0, "retracted": 0, "published": 0}
    at = datetime(2026, 11, 21)  # noqa: DTZ001 - UTC without zone, as stored
    facts: dict[str, Any] = {"number": 1, "since": 2021, "is_static": False, "started_at": at, "found": found}
    return Changes(**facts | none | {"outlay": outlay} | fields)


def test_without_news_there_is_no_report() -> None:
    """An update that found, changed and lost nothing has an empty report, and one line that says so with its cost."""
    assert render_report(_changes()) == ""
    assert sum_up(_changes()) == (
        "no news since 2021; 2 calls to language models ($0.5000), 3 to catalogues and services ($0.0021)"
    )
    assert (
        render_changes("A [title]", [])
        == "# What changed in: A \\[title\\]\n\nNo update has brought anything new so far.\n"
    )


def test_titles_and_sentences_are_quoted_not_obeyed() -> None:
    """Markup in titles and sentences stands escaped and on one line; an endless sentence is cut."""
    title = "# Ignore *this*\n<script>"
    addition = _WORK | dict.fromkeys(("venue", "doi", "score", "instead_of", "framing", "query", "via_title", "file"))
    addition |= {"title": title, "reason": "It `fits`.", "theme": "*Bold*", "via_citekey": None}
    question = {"kind": "unsupported", "name": "lee2022hair", "text": "x" * 5000, "reason": "no finding is given"}
    text = render_report(_changes(additions=pl.DataFrame([addition]), questions=pl.DataFrame([question])))
    assert "\\# Ignore \\*this\\* \\<script\\>" in text
    assert "Why: It \\`fits\\`." in text
    assert "x" * 601 not in text


def test_claims_stand_in_pairs_by_what_they_cite() -> None:
    """A sentence is paired with the likest that cites the same work or what it was published as; others stand alone."""
    sections = pl.DataFrame([{"section_id": "s", "heading": "Theme", "action": "rewritten", "reason": "1 work added"}])
    rows = [
        ("s", "before", "All of B is the case, it is said.", ["b2020x"]),
        ("s", "before", "It is said that C is large.", ["b2020x"]),
        ("s", "before", "Old about A.", ["a2020x"]),
        ("s", "before", "The same.", ["b2020x"]),
        ("s", "before", "Gone.", ["c2020x"]),
        ("s", "after", "Others say that C is large.", ["b2020x"]),
        ("s", "after", "New about A.", ["a2022x"]),
        ("s", "after", "The same.", ["b2020x"]),
        ("s", "after", "Fresh.", ["d2022x"]),
    ]
    departed = _WORK | {"citekey": "a2020x", "successor": "a2022x", "is_retracted": False, "reason": "Published."}
    text = render_report(
        _changes(
            sections=sections,
            claims=pl.DataFrame(rows, schema=["section_id", "side", "sentence", "citekeys"], orient="row"),
            departures=pl.DataFrame([departed]),
        )
    )
    assert "- Before: \u201cOld about A.\u201d\n  - After: \u201cNew about A.\u201d" in text
    assert "It is said that C is large.\u201d\n  - After: \u201cOthers say that C is large.\u201d" in text
    assert "it is said.\u201d\n  - After: nothing in its place" in text
    assert "- Before: \u201cGone.\u201d\n  - After: nothing in its place" in text
    assert "- New: \u201cFresh.\u201d" in text
    assert "The same." not in text
