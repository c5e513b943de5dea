"""BibTeX that pybtex reads back, whatever the records say."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pybtex.database import BibliographyData, parse_string

from storage.records.search import Author, Work
from tasks.metadata.names import split_name
from tasks.references.bibtex import render_bibtex
from tasks.text.cleaning import plain_text

_HOSTILE = st.lists(
    st.text(max_size=12)
    | st.sampled_from(
        (
            *("{", "}", "{}", "\\", "@article{x,", "\n\n", "%", '"', "\\input{/etc/passwd}", " and ", ",", "#", "$"),
            *("--", "~", "^", "x" * 3_000, "\x00\x07", "Jr.", "van der", "\u202e", "李", "\\textbackslash{}", "-{}-"),
            *("Team", "$\\lbrace$"),
        )
    ),
    max_size=8,
).map("".join)  # fmt: skip
_UNESCAPED = {
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"$\lbrace$": "{",
    r"$\rbrace$": "}",
    "-{}-": "--",
}


def _unescape(text: str) -> str:
    known = "|".join(map(re.escape, _UNESCAPED))
    return re.sub(rf"{known}|\\([&%$#_{{}}])", lambda m: m[1] or _UNESCAPED[m[0]], text)


def _parse(text: str) -> BibliographyData:
    return parse_string(text, "bibtex")


def _field(work: Work, field: str) -> str:
    return str(_parse(render_bibtex("r", {"k": work})).entries["k"].fields[field])


def test_a_full_article():
    """The whole text of an entry: escaped once, names inverted, particles and bodies in braces, pages with --."""
    work = Work(
        "W1",
        "50% of R&D_x {y} in Brazil",
        doi="10.1/a_b",
        year=2021,
        type="article",
        venue="Science & Nature",
        volume="1",
        issue="2",
        pages="101-110",
        authors=(Author("Jan van der Valk"), Author("McMaster, Inc., and Sons"), Author("John O'Neil Jr.")),
        oa_url="https://example.org",
    )
    assert render_bibtex("demo @x{y}", {"valk2021brazil": work}) == (
        "% References of the review demo xy: 1 entries\n"
        "\n"
        "@article{valk2021brazil,\n"
        "  author = {{van der Valk}, Jan and {McMaster, Inc., and Sons} and O'Neil, Jr., John},\n"
        "  title = {{50\\% of R\\&D\\_x \\{y\\} in Brazil}},\n"
        "  journal = {Science \\& Nature},\n"
        "  year = {2021},\n"
        "  volume = {1},\n"
        "  number = {2},\n"
        "  pages = {101--110},\n"
        "  doi = {10.1/a_b}\n"
        "}\n"
    )


@pytest.mark.parametrize(
    ("kind", "entry", "venue_field"),
    [
        ("article", "article", "journal"),
        ("book", "book", "series"),
        ("book-chapter", "incollection", "booktitle"),
        ("dissertation", "phdthesis", "note"),
        ("report", "techreport", "series"),
        ("preprint", "misc", "howpublished"),
        ("proceedings-article", "inproceedings", "booktitle"),
        (None, "misc", "howpublished"),
    ],
)
def test_types_become_entry_types(kind: str | None, entry: str, venue_field: str):
    """Each kind of work has its entry type, and the venue the field that belongs to it."""
    parsed = _parse(render_bibtex("r", {"k": Work("W1", "A", type=kind, venue="Arena")})).entries["k"]
    assert (parsed.type, parsed.fields[venue_field]) == (entry, "Arena")


@pytest.mark.parametrize(
    ("pages", "written"),
    [("1-9", "1--9"), ("1\u20139", "1--9"), ("e12", "e12"), ("1--9", "1--9"), ("S1-1-S1-9", "S1-1-S1-9")],
)
def test_page_ranges_have_two_hyphens(pages: str, written: str):
    """A range is written as BibTeX wants it, anything else as stated."""
    assert _field(Work("W1", "A", pages=pages), "pages") == written


def test_at_most_a_hundred_authors():
    """The rest of ten thousand authors is `others`."""
    work = Work("W1", "A", authors=tuple(Author(f"Ann L{i}") for i in range(10_000)))
    authors = _parse(render_bibtex("r", {"k": work})).entries["k"].persons["author"]
    assert len(authors) == 101
    assert str(authors[-1]) == "others"


@settings(max_examples=300)
@given(st.lists(st.tuples(_HOSTILE, st.lists(_HOSTILE, max_size=3), _HOSTILE), max_size=3))
def test_hostile_records_come_back_unharmed(rows: list[tuple[str, list[str], str]]):
    """Parsed by pybtex, the same citekeys, titles, venues and as many authors come out as went in."""
    works = {
        f"k{i}": Work(
            f"W{i}", title, venue=venue, authors=tuple(map(Author, names)), doi=title[:50], oa_url="https://x/" + venue
        )
        for i, (title, names, venue) in enumerate(rows)
    }
    entries = _parse(render_bibtex("r", works)).entries
    assert list(entries) == list(works)
    for key, work in works.items():
        entry = entries[key]
        title = entry.fields.get("title", "{}")
        assert (title[0], title[-1]) == ("{", "}")
        assert _unescape(title[1:-1]) == plain_text(work.title)
        assert _unescape(entry.fields.get("howpublished", "")) == plain_text(work.venue)
        assert len(entry.persons.get("author", [])) == sum(bool(split_name(a.name).family) for a in work.authors)


def test_no_command_of_latex_survives():
    """What looks like a command is text: no backslash stands before anything but an escape of ours."""
    text = render_bibtex("r", {"k": Work("W1", r"\input{/etc/passwd} \write18{rm} $5", venue=r"\def\x{")})
    assert set(re.findall(r"\\([a-z]+|.)", text)) == {"textbackslash", "{", "}", "$", "lbrace"}
