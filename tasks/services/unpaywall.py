"""Unpaywall: open copies by DOI (https://unpaywall.org/products/api).

The API wants an e-mail address as a parameter; it goes nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import SecretStr

from storage.records.search import Work
from tasks.metadata.fields import entries, entry
from tasks.metadata.titles import quote_doi
from tasks.services.answers import Absence, Location, guess_format, read_address, read_licence
from tasks.services.exchange import ServiceAddress
from tasks.services.service import ServiceClient, read_object

NAME = "unpaywall"


@dataclass(frozen=True, slots=True)
class Unpaywall:
    """Open copies, the best first, then the publisher's, then those in repositories."""

    client: ServiceClient

    @classmethod
    def at(cls, base_url: str, email: SecretStr) -> Unpaywall:
        """Return the service at an address (``https://api.unpaywall.org``), asked with an e-mail address."""
        private = {"email": email}
        return cls(ServiceClient(ServiceAddress(NAME, "LITREVIEW_UNPAYWALL_URL", base_url, "/v2", private=private)))

    def takes(self, work: Work) -> bool:
        """Return whether there is anything to ask: the service knows works only by DOI."""
        return work.doi is not None

    def locate(self, work: Work) -> list[Location] | Absence:
        """Return the open copies of a work with a DOI; the best one may be named twice."""
        read = read_object(self.client.ask(f"/{quote_doi(work.doi or '')}"))
        if isinstance(read, Absence):
            return read
        record, _ = read
        listed = [entry(record.get("best_oa_location")), *entries(record.get("oa_locations"))]
        found = [location for stated in listed for location in _read_location(stated)]
        return found or Absence(NAME, "unpaywall knows of no open copy.")


def _read_location(stated: Mapping[str, Any]) -> list[Location]:
    pdf, landing = read_address(stated.get("url_for_pdf")), read_address(stated.get("url_for_landing_page"))
    licence = read_licence(stated.get("license"))
    version = stated.get("version") if isinstance(stated.get("version"), str) else None
    found = [Location(NAME, pdf, "pdf", licence, version)] if pdf else []
    other = landing or read_address(stated.get("url"))
    if other and other != pdf:
        found.append(Location(NAME, other, guess_format(other), licence, version))
    return found
