"""References as RIS: what EndNote, Mendeley, RefWorks, Zotero and Pandoc read alike."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import rispy

from storage.records.search import Work
from tasks.metadata.names import Name, split_name
from tasks.references.fields import kinds, names_of, web_address
from tasks.text.plain import plain_text

# CSL type -> RIS type (rispy.config.TYPE_OF_REFERENCE_MAPPING); what is not here is GEN, generic.
_TYPES = {
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
    """The writer of rispy without a running number before each entry, which RIS does not know."""

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
        # rispy joins addresses with ";" and would part one that has it.
        "urls": [] if work.doi or not work.oa_url else [web_address(work.oa_url).replace(";", "%3B")],
        "language": plain_text(work.language),
    }
    kind = _TYPES.get(kinds(work)[0], "GEN")
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
