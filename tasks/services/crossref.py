"""Crossref: abstracts, and the full texts publishers register by DOI (https://api.crossref.org/swagger-ui).

A contact address goes into the User-Agent, which puts requests into the service's more reliable pool.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import SecretStr

from storage.records.search import Response, Work
from tasks.environment.release import USER_AGENT
from tasks.metadata.json_fields import count, entries, entry
from tasks.metadata.same_work import quote_doi
from tasks.services.answers import Absence, Abstract, Format, Location
from tasks.services.formats import read_address
from tasks.services.jats_abstracts import read_abstract_text
from tasks.services.licences import is_open, read_licence
from tasks.services.service import ServiceClient, read_object
from tasks.services.service_address import ServiceAddress, keyed

NAME = "crossref"
_FORMATS: dict[object, Format] = {"application/xml": "xml", "text/xml": "xml", "application/pdf": "pdf"}
_VERSIONS = {"vor": "publishedVersion", "am": "acceptedVersion"}
_ANY_VERSION = ("unspecified", "tdm")


@dataclass(frozen=True, slots=True)
class Crossref:
    """The publisher's own record of a work."""

    client: ServiceClient

    @classmethod
    def at(cls, base_url: str, email: SecretStr | None) -> Crossref:
        """Return the service at an address (``https://api.crossref.org``), telling it whom to write to, if anybody."""
        address = ServiceAddress(NAME, "LITREVIEW_CROSSREF_URL", base_url)
        form = f"{USER_AGENT} (mailto:{{}})"
        return cls(ServiceClient(keyed(address, "User-Agent", email, form)))

    def takes(self, work: Work) -> bool:
        """Return whether there is anything to ask: publishers register works by DOI."""
        return work.doi is not None

    def locate(self, work: Work, *, closed: bool = False) -> list[Location] | Absence:
        """Return the publisher's files under an open licence, XML first; where `closed`, under any licence.

        What a publisher opens only after an embargo counts as closed.
        """
        read = self._read(work)
        if isinstance(read, Absence):
            return read
        record, _ = read
        licences = _read_licences(record)
        found = []
        for link in entries(record.get("link")):
            url, kind = read_address(link.get("URL")), _FORMATS.get(link.get("content-type"))
            edition = str(link.get("content-version"))
            licence = next((licences[name] for name in (edition, *_ANY_VERSION) if name in licences), None)
            if url and kind and (closed or is_open(licence)):
                found.append(Location(NAME, url, kind, licence, _VERSIONS.get(edition)))
        found.sort(key=lambda location: location.format != "xml")
        return found or Absence(NAME, "crossref lists no file under an open licence.")

    def find_abstract(self, work: Work) -> Abstract | Absence:
        """Return the abstract the publisher deposited, without its JATS markup."""
        read = self._read(work)
        if isinstance(read, Absence):
            return read
        text = read_abstract_text(read[0].get("abstract"))
        return Abstract(text, NAME, read[1]) if text else Absence(NAME, "crossref holds no abstract.")

    def _read(self, work: Work) -> tuple[Mapping[str, Any], Response] | Absence:
        read = read_object(self.client.ask(f"/works/{quote_doi(work.doi or '')}"))
        return read if isinstance(read, Absence) else (entry(read[0].get("message")), read[1])


def _read_licences(record: Mapping[str, Any]) -> dict[str, str]:
    """Return the licences in force from the day of publication, by the version of the text they hold for."""
    return {
        str(stated.get("content-version")): licence
        for stated in entries(record.get("license"))
        if (licence := read_licence(stated.get("URL"))) and not count(stated.get("delay-in-days"))
    }
