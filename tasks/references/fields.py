"""What every rendering of a reference needs: types of works, addresses, one readable line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote

from storage.records.search import Author, Work
from tasks.metadata.names import Name, split_name
from tasks.text.plain import LONGEST_FIELD, plain_text

# OpenAlex and Crossref types -> (CSL 1.0.2 type, BibTeX entry type); what is not here is ("document", "misc").
_TYPES = {
    "article": ("article-journal", "article"),
    "journal-article": ("article-journal", "article"),
    "review": ("article-journal", "article"),
    "editorial": ("article-journal", "article"),
    "letter": ("article-journal", "article"),
    "erratum": ("article-journal", "article"),
    "retraction": ("article-journal", "article"),
    "proceedings-article": ("paper-conference", "inproceedings"),
    "book": ("book", "book"),
    "monograph": ("book", "book"),
    "edited-book": ("book", "book"),
    "reference-book": ("book", "book"),
    "book-chapter": ("chapter", "incollection"),
    "book-section": ("chapter", "incollection"),
    "reference-entry": ("entry-encyclopedia", "incollection"),
    "dissertation": ("thesis", "phdthesis"),
    "report": ("report", "techreport"),
    "preprint": ("article", "misc"),
    "posted-content": ("article", "misc"),
    "dataset": ("dataset", "misc"),
    "software": ("software", "misc"),
    "standard": ("standard", "misc"),
    "peer-review": ("review", "misc"),
}
_MEETING = re.compile(r"\b(?:proceedings|conference|congress|symposium|workshop)\b", re.IGNORECASE)
_JOURNAL = re.compile(r"\b(?:academy|society|royal|institution|clinic|journal)\b", re.IGNORECASE)

_CAPITALS_ONLY = re.compile(r"[A-Z]{2,3}")
_MOST_LISTED = 20


def names_of(authors: Sequence[Author]) -> list[Name]:
    """Return the split names of authors, those without any name left out."""
    return [name for name in (split_name(author.name) for author in authors) if name.family]


def kinds(work: Work) -> tuple[str, str]:
    """Return the CSL type and the BibTeX entry type of a work.

    An article without volume in a venue that names itself a meeting ("... Conference") is a conference paper.
    """
    kind = _TYPES.get(work.type or "", ("document", "misc"))
    venue = work.venue or ""
    if kind[1] == "article" and not work.volume and _MEETING.search(venue) and not _JOURNAL.search(venue):
        return _TYPES["proceedings-article"]
    return kind


def doi_address(doi: str) -> str:
    """Return the resolver address of a DOI, percent-encoded where an address needs it."""
    return "https://doi.org/" + quote(doi, safe="/:;().,-_~")


def web_address(url: str | None) -> str:
    """Return an http(s) address made safe for every format (braces, quotes, blanks encoded), else ""."""
    text = plain_text(url)
    if not re.match(r"https?://[^/\s]", text, re.IGNORECASE) or len(text) >= LONGEST_FIELD:
        return ""
    return quote(text, safe="/:;?&=#%@!$()*+,.-_~'[]")


def format_reference(work: Work) -> str:
    """Return one plain line: authors (year). Title. Venue, volume(issue), pages. Address - what is stated of it.

    After the APA style (7th edition): initials, at most 20 authors (the first 19 and the last), "n.d." without a year.
    """
    authors = [_invert(name) for name in names_of(work.authors)]
    if len(authors) > _MOST_LISTED:
        authors = [*authors[: _MOST_LISTED - 1], "…", authors[-1]]
    listed = ", ".join(authors[:-1]) + (" & " if len(authors) > 1 else "") + "".join(authors[-1:])
    year = f"({work.year or 'n.d.'})"
    title = plain_text(work.title) + (" [Retracted]" if work.is_retracted else "")
    number = plain_text(work.volume) + (f"({plain_text(work.issue)})" if work.issue else "")
    place = ", ".join(part for part in (plain_text(work.venue), number, plain_text(work.pages)) if part)
    publisher = plain_text(work.publisher) if kinds(work)[1] not in {"article", "inproceedings"} else ""
    address = doi_address(plain_text(work.doi)) if work.doi else web_address(work.oa_url)
    sentences = [_end(part) for part in (f"{listed} {year}".strip(), title, place, publisher) if part]
    return " ".join([*sentences, *([address] if address else [])])


def _invert(name: Name) -> str:
    """Return "van der Valk, E. S., Jr."; a given name in capitals only ("JA") is taken for initials."""
    given = re.sub(r"\.(?=\S)", ". ", name.given)
    words = [c for w in given.split() for c in (w if _CAPITALS_ONLY.fullmatch(w) else [w])]
    initials = " ".join("-".join(f"{part[0]}." for part in word.split("-") if part) for word in words)
    return ", ".join(part for part in (name.surname, initials, name.suffix) if part)


def _end(sentence: str) -> str:
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."
