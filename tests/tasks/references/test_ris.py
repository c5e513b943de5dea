"""RIS that rispy and Pandoc read back, whatever the records say."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pypandoc
import pytest
import rispy
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.records.search import Author, Work
from tasks.references.fields import render_ris, to_csl
from tasks.text.cleaning import plain_text

_HOSTILE = st.lists(
    st.text(max_size=12)
    | st.sampled_from(
        ("\nER  - \n", "\r\nTY  - JOUR\r\n", "TY  - ", "  - ", ";", ", ", "=cmd()|", "<script>", "\\input{x}", "\u2028")
    ),
    max_size=6,
).map("".join)

_FULL = Work(
    "W1",
    "50% of R&D in Brazil",
    doi="10.1/a_b",
    year=2021,
    type="article",
    venue="Science & Nature",
    volume="1",
    issue="2",
    pages="101-110",
    publisher="Elsevier",
    editors=("Mary Ann Roe",),
    isbn="9780000000000",
    language="en",
    authors=(Author("Jan van der Valk"), Author("McMaster, Inc., and Sons"), Author("John O'Neil Jr.")),
    oa_url="https://example.org",
)


def _read_by_pandoc(text: str) -> list[dict[str, Any]]:
    done = subprocess.run(
        [pypandoc.get_pandoc_path(), "-f", "ris", "-t", "csljson"],
        input=text, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    items: list[dict[str, Any]] = json.loads(done.stdout)
    return items


def test_a_full_article():
    """The whole text of an entry: one line a value, names inverted, no running number, no address beside a DOI."""
    assert render_ris({"valk2021brazil": _FULL}) == (
        "TY  - JOUR\n"
        "ID  - valk2021brazil\n"
        "AU  - van der Valk, Jan\n"
        "AU  - McMaster Inc. and Sons\n"
        "AU  - O'Neil, John, Jr.\n"
        "A2  - Roe, Mary Ann\n"
        "TI  - 50% of R&D in Brazil\n"
        "T2  - Science & Nature\n"
        "PY  - 2021\n"
        "VL  - 1\n"
        "IS  - 2\n"
        "SP  - 101\n"
        "EP  - 110\n"
        "PB  - Elsevier\n"
        "SN  - 9780000000000\n"
        "DO  - 10.1/a_b\n"
        "LA  - en\n"
        "ER  - \n"
    )


def test_rispy_reads_back_what_was_written():
    """Parsed by rispy the entries have the fields of the records, sorted by citekey."""
    entries = rispy.loads(render_ris({"b": _FULL, "a": Work("W2", "B", oa_url="https://x.org/a;b")}))
    assert [entry["id"] for entry in entries] == ["a", "b"]
    assert entries[0]["urls"] == ["https://x.org/a%3Bb"]
    article = entries[1]
    assert article["authors"] == ["van der Valk, Jan", "McMaster Inc. and Sons", "O'Neil, John, Jr."]
    assert (article["start_page"], article["end_page"], article["doi"]) == ("101", "110", "10.1/a_b")
    assert rispy.loads(rispy.dumps(entries)) == entries


@pytest.mark.parametrize(
    ("kind", "venue", "written"),
    [
        ("article", "Nature", "JOUR"),
        ("article", "Conference on Vision", "CPAPER"),
        ("book-chapter", "A Book", "CHAP"),
        ("book", None, "BOOK"),
        ("dissertation", None, "THES"),
        ("report", None, "RPRT"),
        ("preprint", "bioRxiv", "UNPB"),
        ("dataset", None, "DATA"),
        ("reference-entry", "A Handbook", "ENCYC"),
        ("paratext", None, "GEN"),
        (None, None, "GEN"),
    ],
)
def test_types_become_reference_types(kind: str | None, venue: str | None, written: str):
    """Each kind of work has the type that readers of RIS know it by."""
    assert rispy.loads(render_ris({"k": Work("W1", "A", type=kind, venue=venue)}))[0]["type_of_reference"] == written


@pytest.mark.parametrize(
    ("pages", "first", "last"),
    [
        ("1-9", "1", "9"),
        ("1\u20139", "1", "9"),
        ("1--9", "1", "9"),
        ("e12", "e12", None),
        ("S1-1-S1-9", "S1-1-S1-9", None),
    ],
)
def test_only_a_range_is_split(pages: str, first: str, last: str | None):
    """First and last page stand apart; what is no range stays whole."""
    entry = rispy.loads(render_ris({"k": Work("W1", "A", pages=pages)}))[0]
    assert (entry["start_page"], entry.get("end_page")) == (first, last)


def test_pandoc_reads_what_csl_says():
    """Pandoc makes of the RIS what our CSL-JSON states: type, title, venue, year, pages, DOI and editor."""
    works = {
        kind: Work(
            "W1", "On stress", type=kind, year=2020, venue="Arena", pages="1-9", doi="10.1/x", editors=("Ann Roe",)
        )
        for kind in ("article", "book", "book-chapter", "proceedings-article", "dissertation", "report")
    }
    items = {item["id"]: item for item in _read_by_pandoc(render_ris(works))}
    for key, work in works.items():
        stated = to_csl(work, key)
        for field in ("type", "title", "container-title", "issued", "DOI", "editor"):
            assert items[key][field] == stated[field], (key, field)


@settings(max_examples=150)
@given(st.lists(st.tuples(_HOSTILE, _HOSTILE, st.lists(_HOSTILE, max_size=2)), max_size=3))
def test_hostile_records_open_no_field_and_no_entry(rows: list[tuple[str, str, list[str]]]):
    """Whatever a title holds, rispy finds as many entries as works, with their titles and venues."""
    works = {
        f"k{i}": Work(f"W{i}", title, venue=venue, authors=tuple(map(Author, names)))
        for i, (title, venue, names) in enumerate(rows)
    }
    entries = rispy.loads(render_ris(works))
    assert [entry["id"] for entry in entries] == list(works)
    for entry, work in zip(entries, works.values(), strict=True):
        assert entry.get("title", "") == plain_text(work.title)
        assert entry.get("secondary_title", "") == plain_text(work.venue)
