"""Where the full text of a work may be had: the order in which services are asked, and places tried.

Nothing is asked before it is needed: who stops at the first file that could be fetched spares the services behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Literal

from storage.records.search import Work
from tasks.retrieval.openalex_locations import read_content_copies, read_open_copies
from tasks.retrieval.services import Services
from tasks.services.answers import Absence, Location
from tasks.services.licences import is_open
from tasks.services.registry import SERVICES

Scope = Literal["oa", "all"]


def locate(work: Work, services: Services, scope: Scope) -> Iterator[Location | Absence]:
    """Yield the places to try for a work, each address once, and what services had nothing.

    Open copies come first: XML (Europe PMC, the publisher), PDFs (the same, the catalogue's open copies, Unpaywall,
    arXiv, Semantic Scholar, CORE), then landing pages that may lead to one, then OpenAlex's own copies, which cost
    money. Only where the scope is "all" follow the publisher's other files, for who has access to them, and the user's
    retrieve-academic service.
    """
    seen: set[str] = set()
    for found in _in_order(work, services, scope):
        if isinstance(found, Absence):
            yield found
        elif found.url not in seen:
            seen.add(found.url)
            yield found


def _in_order(work: Work, services: Services, scope: Scope) -> Iterator[Location | Absence]:
    later: list[Location] = []
    for found in _ask_all(work, services, "xml", scope):
        if isinstance(found, Absence) or (found.format == "xml" and _is_free(found)):
            yield found
        else:
            later.append(found)
    closed = [place for place in later if not _is_free(place)]
    pages = []
    for found in chain(
        (place for place in later if _is_free(place)), read_open_copies(work), _ask_all(work, services, "pdf", scope)
    ):
        if isinstance(found, Location) and found.format == "html":
            pages.append(found)
        else:
            yield found
    yield from pages
    if services.openalex_content:
        yield from read_content_copies(work)
    if scope == "all":
        yield from closed
        yield from _ask_all(work, services, "own", scope)


def _ask_all(work: Work, services: Services, texts: str, scope: Scope) -> Iterator[Location | Absence]:
    for entry, service in services.locators(texts):
        if service.takes(work):
            closed = {"closed": True} if entry.lists_closed and scope == "all" else {}
            yield from _each(service.locate(work, **closed))


def _each(answer: list[Location] | Absence) -> list[Location] | list[Absence]:
    return [answer] if isinstance(answer, Absence) else answer


def _is_free(place: Location) -> bool:
    """Return whether a copy may be had by anybody."""
    return is_open(place.licence) or not (place.source in SERVICES and SERVICES[place.source].lists_closed)
