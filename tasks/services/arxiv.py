"""arXiv: preprints by identifier or title (https://info.arxiv.org/help/api/user-manual.html).

arXiv's Atom answers, as the objects that its JSON copies hold.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as ET

from storage.records.search import Work
from tasks.metadata.titles import is_same_title, quote_words
from tasks.services.answers import Absence, Location, read_address
from tasks.services.exchange import ServiceAddress
from tasks.services.service import ServiceClient

_ATOM_NAMESPACE = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"


def is_atom(text: str) -> bool:
    """Return whether a text looks like an Atom feed."""
    start = text[:2_000].lstrip("\ufeff \t\r\n")
    return start.startswith("<") and "<feed" in start


def read_feed(text: str) -> list[dict[str, Any]]:
    """Return the entries of a text that should be an Atom feed, as `read_atom` does.

    Raises:
        ValueError: it is not one, or cut off.
    """
    if not is_atom(text):
        raise ValueError("no Atom feed")
    return read_atom(text)


def read_atom(text: str) -> list[dict[str, Any]]:
    """Return the entries of an Atom feed in order; arXiv's error entries are left out.

    Raises:
        ValueError: the text is not well-formed XML, or declares entities, which no feed needs and XML bombs use.
    """
    if re.search(r"<!(?:DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise ValueError("XML with entity declarations")
    try:
        feed = ET.fromstring(text)  # noqa: S314 - declarations of entities are refused above
    except ET.ParseError as error:
        raise ValueError(f"XML that cannot be read: {error}") from error
    return [
        _read_entry(entry) for entry in feed.iter(f"{_ATOM_NAMESPACE}entry") if "/api/errors" not in _text(entry, "id")
    ]


def _read_entry(entry: ET.Element) -> dict[str, Any]:
    return {
        "id": _text(entry, "id"),
        "arxiv_id": _text(entry, "id").removeprefix("http://arxiv.org/abs/"),
        "title": _text(entry, "title"),
        "author": [{"name": _text(author, "name")} for author in entry.findall(f"{_ATOM_NAMESPACE}author")],
        "published": _text(entry, "published"),
        "summary": _text(entry, "summary"),
        "doi": (entry.findtext(f"{_ARXIV}doi") or "").strip(),
        "journal_ref": (entry.findtext(f"{_ARXIV}journal_ref") or "").strip(),
        "type": "preprint",
    }


def _text(element: ET.Element, name: str) -> str:
    return " ".join((element.findtext(_ATOM_NAMESPACE + name) or "").split())


NAME = "arxiv"
_PACE = 3.0  # seconds, as the terms of use ask
_ATOM = "{http://www.w3.org/2005/Atom}"
_NUMBER = r"\d{4}\.\d{4,5}|[a-z-]{2,20}(?:\.[a-z-]{2})?/\d{7}"
_IN_DOI = re.compile(rf"10\.48550/arxiv\.({_NUMBER})(?:v\d+)?", re.IGNORECASE)
_IN_ADDRESS = re.compile(rf"https?://(?:www\.|export\.)?arxiv\.org/(?:abs|pdf)/({_NUMBER})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Arxiv:
    """Its record of a preprint."""

    client: ServiceClient

    @classmethod
    def at(cls, base_url: str, pace: float = _PACE) -> Arxiv:
        """Return the service at an address (``https://export.arxiv.org``)."""
        return cls(ServiceClient(ServiceAddress(NAME, "LITREVIEW_ARXIV_URL", base_url, "/api", pace)))

    def takes(self, work: Work) -> bool:
        """Return whether there is anything to ask: an identifier, or else a title without DOI of another archive."""
        return find_arxiv_id(work) is not None or (work.doi is None and bool(work.title))

    def locate(self, work: Work) -> list[Location] | Absence:
        """Return the PDF of a preprint."""
        known = find_arxiv_id(work)
        if known:
            answer = self.client.ask("/query", id_list=known, max_results="1", is_whole=read_feed)
        else:
            words = f"ti:{quote_words(work.title)}"
            answer = self.client.ask("/query", search_query=words, max_results="3", is_whole=read_feed)
        if isinstance(answer, Absence):
            return answer
        for title, url in _read_feed(answer.body):
            if known or is_same_title(work.title, title):
                return [Location(NAME, url, "pdf", None, "submittedVersion")]
        return Absence(NAME, "arxiv does not know this work.")


def find_arxiv_id(work: Work) -> str | None:
    """Return the arXiv identifier in a work's DOI or open address, without version; None for none."""
    stated = _IN_DOI.fullmatch(work.doi or "") or _IN_ADDRESS.match(work.oa_url or "")
    return stated[1].lower() if stated else None


def _read_feed(text: str) -> list[tuple[str, str]]:
    """Return title and PDF address of each entry of a feed that is not an error message."""
    found = []
    for item in ET.fromstring(text).iter(f"{_ATOM}entry"):  # noqa: S314 - `read_feed` has refused entities
        links = [link for link in item.iter(f"{_ATOM}link") if link.get("title") == "pdf"]
        url = read_address(links[0].get("href")) if links else None
        if url:
            found.append((" ".join((item.findtext(f"{_ATOM}title") or "").split()), url))
    return found
