"""Crossref: abstracts, and the full texts publishers register by DOI (https://api.crossref.org/swagger-ui).

A contact address goes into the User-Agent, which puts requests into the service's more reliable pool.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import SecretStr

from storage.records.search import Work
from tasks.environment.settings import USER_AGENT
from tasks.metadata.fields import count, entries, entry
from tasks.metadata.titles import quote_doi
from tasks.services.answers import Absence, Format, Location, is_open, read_address, read_licence
from tasks.services.exchange import ServiceAddress, keyed
from tasks.services.service import Record, RecordService, ServiceClient, read_object

NAME = "crossref"
_FORMATS: dict[object, Format] = {"application/xml": "xml", "text/xml": "xml", "application/pdf": "pdf"}
_VERSIONS = {"vor": "publishedVersion", "am": "acceptedVersion"}
_ANY_VERSION = ("unspecified", "tdm")


class Crossref(RecordService):
    """The publisher's own record of a work."""

    @classmethod
    def at(cls, base_url: str, email: SecretStr | None) -> Crossref:
        """Return the service at an address (``https://api.crossref.org``), given a contact address, if there is one."""
        address = ServiceAddress(NAME, "LITREVIEW_CROSSREF_URL", base_url)
        form = f"{USER_AGENT} (mailto:{{}})"
        return cls(ServiceClient(keyed(address, "User-Agent", email, form)))

    def takes(self, work: Work) -> bool:
        """Return whether there is anything to ask: publishers register works by DOI."""
        return work.doi is not None

    def locate(self, work: Work, *, closed: bool = False) -> list[Location] | Absence:
        """Return the publisher's files under an open licence, XML first; where `closed`, under any licence.

        Texts that a publisher opens only after an embargo count as closed.
        """
        read = self.read(work)
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

    def read(self, work: Work) -> Record | Absence:
        """Return its record of a work."""
        read = read_object(self.client.ask(f"/works/{quote_doi(work.doi or '')}"))
        return read if isinstance(read, Absence) else (entry(read[0].get("message")), read[1])


def _read_licences(record: Mapping[str, Any]) -> dict[str, str]:
    """Return the licences in force from the day of publication, by the version of the text they hold for."""
    return {
        str(stated.get("content-version")): licence
        for stated in entries(record.get("license"))
        if (licence := read_licence(stated.get("URL"))) and not count(stated.get("delay-in-days"))
    }
