"""Where the full text of a work may be found: the order in which services are asked and places tried.

Nothing is asked before it is needed: stopping at the first file that could be fetched spares the remaining services.

What the settings allow beyond public hosts, and who gets a key.

Open copies an OpenAlex record names, and OpenAlex's own copies behind its content API.

See https://developers.openalex.org/download/full-text-pdfs: a file of the content API costs $0.01 and needs a key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Literal

from pydantic import SecretStr

from storage.records.search import Work
from tasks.environment.settings import Settings
from tasks.metadata.fields import decode_json, entries, entry
from tasks.retrieval.services import Services, read_origin
from tasks.retrieval.targets import Target, read_allow_hosts
from tasks.services.answers import Absence, Location, guess_format, is_open, read_address, read_licence
from tasks.services.registry import SERVICES

NAME = "openalex"
CONTENT = "openalex content"
_CONTENT_USD = 0.01
_CONTENT_FORMATS = (("grobid_xml", "xml"), ("pdf", "pdf"))


def read_open_copies(work: Work) -> list[Location]:
    """Return the open copies of a work: those its record names, the best first, else its open address.

    A work read back from the ledger has no record; licence and version are then unknown.
    """
    record = _read_record(work)
    found = []
    for stated in (entry(record.get("best_oa_location")), *entries(record.get("locations"))):
        if stated.get("is_oa") is False:
            continue
        licence = read_licence(stated.get("license"))
        version = stated.get("version") if isinstance(stated.get("version"), str) else None
        pdf, landing = read_address(stated.get("pdf_url")), read_address(stated.get("landing_page_url"))
        found += [Location(NAME, pdf, "pdf", licence, version)] if pdf else []
        found += [Location(NAME, landing, guess_format(landing), licence, version)] if landing else []
    if url := read_address(work.oa_url):
        found.append(Location(NAME, url, guess_format(url)))
    return found


def read_content_copies(work: Work) -> list[Location]:
    """Return OpenAlex's own copies of a work (XML by GROBID, then PDF), none where its record offers none."""
    record = _read_record(work)
    offered, urls = entry(record.get("has_content")), entry(record.get("content_urls"))
    licence = read_licence(entry(record.get("best_oa_location")).get("license"))
    return [
        Location(CONTENT, url, "xml" if kind == "xml" else "pdf", licence, None, _CONTENT_USD)
        for name, kind in _CONTENT_FORMATS
        if offered.get(name) is not False and (url := read_address(urls.get(name)))
    ]


def _read_record(work: Work) -> Mapping[str, Any]:
    if work.response is None:
        return {}
    try:
        return entry(decode_json(work.response.body))
    except ValueError:
        return {}


_CONTENT_ORIGIN = "https://content.openalex.org"


@dataclass(frozen=True, slots=True)
class Access:
    """Which hosts that are not public may be fetched from, and with which key.

    `allow_hosts` are hosts with or without port. `origins` are the addresses of the user's own services by source:
    their own files may be fetched from there, but nothing may redirect there. The key is OpenAlex's, sent to its
    content API alone.
    """

    allow_hosts: frozenset[str] = frozenset()
    origins: Mapping[str, str] = field(default_factory=dict)
    openalex_key: SecretStr | None = None

    def find_bearer(self, location: Location, target: Target) -> str | None:
        """Return the key to send to a target: only for OpenAlex, whatever host a record names as its content API."""
        known = (_CONTENT_ORIGIN, self.origins.get(CONTENT))
        if location.source != CONTENT or self.openalex_key is None or target.origin not in known:
            return None
        return self.openalex_key.get_secret_value().strip()


def open_access(settings: Settings, services: Services) -> Access:
    """Return what the settings allow.

    Raises:
        InputError: the address of OpenAlex is not a plain web address.
    """
    origins = services.origins() | {CONTENT: read_origin(settings.openalex_url)}
    return Access(read_allow_hosts(settings.allow_hosts), origins, settings.openalex_api_key)


Scope = Literal["oa", "all"]


def locate(work: Work, services: Services, scope: Scope) -> Iterator[Location | Absence]:
    """Yield the places to try for a work, each address once, and what services had nothing.

    Open copies come first: XML (Europe PMC, the publisher), PDFs (the same, the catalogue's open copies, Unpaywall,
    arXiv, Semantic Scholar, CORE), then landing pages that may lead to one, then OpenAlex's own copies, which cost
    money. Only with scope "all" do the publisher's other files, for users with access to them, and the user's
    retrieve-academic service follow.
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
    for place, service in services.locators(texts):
        if service.takes(work):
            closed = {"closed": True} if place.lists_closed and scope == "all" else {}
            yield from _each(service.locate(work, **closed))


def _each(answer: list[Location] | Absence) -> list[Location] | list[Absence]:
    return [answer] if isinstance(answer, Absence) else answer


def _is_free(place: Location) -> bool:
    """Return whether anybody may have a copy."""
    return is_open(place.licence) or not (place.source in SERVICES and SERVICES[place.source].lists_closed)
