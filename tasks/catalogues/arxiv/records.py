"""The entries of arXiv's Atom feed, as fields of ours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

from storage.records.search import Work
from tasks.catalogues.index_record import state_work
from tasks.metadata.fields import count, normalise_doi
from tasks.text.untrusted_xml import parse_xml

NAME, SOURCE = "arxiv", "arxiv-index"
"""What the index is called, and what its records are kept as: those looked up for a reference have another shape."""

_ADDRESS = re.compile(r"https?://(?:www\.|export\.)?arxiv\.org/abs/(\S+?)(?:v\d+)?")
_ERRORS = "/api/errors"
_WITHDRAWN = re.compile(
    r"\b(?:paper|article|manuscript|submission|preprint|work)\s+(?:has\s+been|is|was)\s+withdrawn\b"
    r"|^\W*withdrawn\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Page:
    """How many preprints match a query, and the entries of those listed here."""

    total: int
    entries: Sequence[Element]


def read_page(text: str) -> Page:
    """Return a page of an Atom feed.

    Raises:
        ValueError: the text is no whole feed, declares entities, or holds a message of an error.
    """
    feed = parse_xml(text.encode())
    if feed.tag != "feed" or feed.find("totalResults") is None:
        raise ValueError("no page of results")
    entries = feed.findall("entry")
    if any(_ERRORS in _text(one, "id") for one in entries):
        raise ValueError("the search failed")
    return Page(count(_text(feed, "totalResults")), entries)


def read_works(entries: Sequence[Element], root: str) -> dict[str, Work]:
    """Return the works of a page by arXiv's number of each, without version, in its order; none without a title."""
    works = {}
    for element in entries:
        named = _ADDRESS.fullmatch(_text(element, "id"))
        if not named:
            continue
        address = f"{root}/query?id_list={named[1]}&max_results=1"
        raw, stated = ET.tostring(element, encoding="unicode"), _read(element, named[1])
        work = state_work(NAME, address, raw, stated, SOURCE)
        if work:
            works[named[1]] = work
    return works


def _read(element: Element, number: str) -> dict[str, Any]:
    # The DOI of the article that the preprint became, where its author told arXiv; else the one arXiv gives.
    published = normalise_doi(_text(element, "doi"))
    abstract = _text(element, "summary")
    return {
        "id": number,
        "arxiv": number,
        "doi": published or f"10.48550/arxiv.{number}",
        "title": _text(element, "title"),
        "abstract": abstract,
        "authors": [
            {"name": _text(author, "name"), "affiliation": _text(author, "affiliation")}
            for author in element.findall("author")
        ],
        "year": _text(element, "published"),
        "type": "article" if published else "preprint",
        "venue": "" if published else "arXiv",
        "oa_url": f"https://arxiv.org/abs/{number}",
        "is_retracted": bool(_WITHDRAWN.search(_text(element, "comment")) or _WITHDRAWN.search(abstract[:200])),
    }


def _text(element: Element, name: str) -> str:
    found = element.find(name)
    return "" if found is None else " ".join("".join(found.itertext()).split())
