"""arXiv: preprints by identifier or title (https://info.arxiv.org/help/api/user-manual.html)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from storage.records.search import Work
from tasks.metadata.same_work import is_same_title, quote_words
from tasks.services.answers import Absence, Location
from tasks.services.atom import read_feed
from tasks.services.formats import read_address
from tasks.services.service import ServiceClient
from tasks.services.service_address import ServiceAddress

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
    """Return title and PDF address of each entry of a feed that is no error message."""
    found = []
    for item in ET.fromstring(text).iter(f"{_ATOM}entry"):  # noqa: S314 - `read_feed` has refused entities
        links = [link for link in item.iter(f"{_ATOM}link") if link.get("title") == "pdf"]
        url = read_address(links[0].get("href")) if links else None
        if url:
            found.append((" ".join((item.findtext(f"{_ATOM}title") or "").split()), url))
    return found
