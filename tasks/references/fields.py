"""What every rendering of a reference needs: types of works, addresses, one readable line.

References as CSL-JSON: what Pandoc, Zotero and every CSL processor read. References as RIS: what EndNote, Mendeley,
RefWorks, Zotero and Pandoc read alike.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

import rispy

from storage.records.search import Author, Work
from tasks.metadata.names import Name, split_name
from tasks.text.cleaning import LONGEST_FIELD, plain_text

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


def to_csl(work: Work, citekey: str) -> dict[str, Any]:
    """Return the work as a CSL-JSON item (CSL 1.0.2 schema) with the citekey as its id.

    It holds only what the work's record states; `URL` is the open-access address where there is no DOI.
    """
    stated = {
        "type": kinds(work)[0],
        "title": plain_text(work.title),
        "author": [_to_csl_name(name) for name in names_of(work.authors)],
        "editor": _editors(work.editors),
        "issued": {"date-parts": [[work.year]]} if work.year else None,
        "container-title": plain_text(work.venue),
        "volume": plain_text(work.volume),
        "issue": plain_text(work.issue),
        "page": plain_text(work.pages),
        "publisher": plain_text(work.publisher),
        "DOI": plain_text(work.doi),
        "URL": "" if work.doi else web_address(work.oa_url),
        "ISBN": plain_text(work.isbn),
        "language": plain_text(work.language),
    }
    return {"id": citekey} | {field: value for field, value in stated.items() if value}


def render_csl(items: Iterable[dict[str, Any]]) -> str:
    """Return the items as a CSL-JSON array sorted by id, in UTF-8 text ending in a newline."""
    return json.dumps(sorted(items, key=lambda item: str(item["id"])), ensure_ascii=False, indent=2) + "\n"


def _editors(editors: Sequence[str]) -> list[dict[str, str]]:
    return [_to_csl_name(name) for name in map(split_name, editors) if name.family]


def _to_csl_name(name: Name) -> dict[str, str]:
    if name.corporate:
        return {"literal": name.family}
    parts = {
        "family": name.family,
        "given": name.given,
        "non-dropping-particle": name.particle,
        "suffix": name.suffix,
    }
    return {field: value for field, value in parts.items() if value}


# CSL type -> RIS type (rispy.config.TYPE_OF_REFERENCE_MAPPING); what is not here is GEN, generic.
_RIS_TYPES = {
    "article-journal": "JOUR",
    "paper-conference": "CPAPER",
    "chapter": "CHAP",
    "book": "BOOK",
    "entry-encyclopedia": "ENCYC",
    "thesis": "THES",
    "report": "RPRT",
    "article": "UNPB",
    "dataset": "DATA",
    "software": "COMP",
    "standard": "STAND",
}
_PAGE_RANGE = re.compile(r"([\w.:]+)\s*[-\u2013\u2014]{1,2}\s*([\w.:]+)")


class _Writer(rispy.RisWriter):  # type: ignore[misc]  # rispy states no types
    """The writer of rispy without a running number before each entry, which RIS does not have."""

    def set_header(self, count: int) -> str:  # noqa: ARG002 - rispy's signature
        return ""


def render_ris(works: Mapping[str, Work]) -> str:
    """Return the works, given by citekey, as RIS in UTF-8, sorted by citekey, which is each entry's ID.

    Only what the work's record states is there. Values are one line each, so that none can open a field of its own;
    names read ``Family, Given, Suffix`` and those of bodies stand in one part; a range of pages is its first and last.
    """
    text: str = rispy.dumps([_to_ris(work, key) for key, work in sorted(works.items())], implementation=_Writer)
    return text


def _to_ris(work: Work, citekey: str) -> dict[str, Any]:
    first, last = _split_pages(plain_text(work.pages))
    stated = {
        "authors": [_format_name(name) for name in names_of(work.authors)],
        "secondary_authors": [_format_name(name) for name in map(split_name, work.editors) if name.family],
        "title": plain_text(work.title),
        "secondary_title": plain_text(work.venue),
        "year": str(work.year or ""),
        "volume": plain_text(work.volume),
        "number": plain_text(work.issue),
        "start_page": first,
        "end_page": last,
        "publisher": plain_text(work.publisher),
        "issn": plain_text(work.isbn),
        "doi": plain_text(work.doi),
        # rispy joins addresses with ";" and would split one that contains it.
        "urls": [] if work.doi or not work.oa_url else [web_address(work.oa_url).replace(";", "%3B")],
        "language": plain_text(work.language),
    }
    kind = _RIS_TYPES.get(kinds(work)[0], "GEN")
    return {"type_of_reference": kind, "id": citekey} | {field: value for field, value in stated.items() if any(value)}


def _split_pages(pages: str) -> tuple[str, str]:
    """Return the first and the last page; other ways of counting pages stand whole in the first."""
    both = _PAGE_RANGE.fullmatch(pages)
    return (both[1], both[2]) if both else (pages, "")


def _format_name(name: Name) -> str:
    """Return "van der Valk, Jan, Jr."; a body's name goes without commas, at which readers would split it."""
    if name.corporate:
        return name.family.replace(",", "")
    return ", ".join(part for part in (name.surname, name.given, name.suffix) if part)
