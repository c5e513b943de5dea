"""Europe PMC: JATS XML of the open-access subset, open PDFs and abstracts (https://europepmc.org/RestfulWebService)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from storage.records.search import Response, Work
from tasks.metadata.json_fields import entries, entry
from tasks.metadata.same_work import is_about, quote_words
from tasks.services.answers import Absence, Abstract, Location
from tasks.services.formats import read_address
from tasks.services.jats_abstracts import read_abstract_text
from tasks.services.licences import read_licence
from tasks.services.service import ServiceClient, read_object
from tasks.services.service_address import ServiceAddress

NAME = "europepmc"
_PACE = 0.2  # seconds; the service allows ten calls a second
_PMCID = re.compile(r"PMC\d{1,12}")
_OPEN = ("OA", "F")  # availability codes: open access, free


@dataclass(frozen=True, slots=True)
class EuropePmc:
    """Its record of a work in the life sciences."""

    client: ServiceClient

    @classmethod
    def at(cls, base_url: str) -> EuropePmc:
        """Return the service at an address (``https://www.ebi.ac.uk``, with or without the path of the service)."""
        path = "/europepmc/webservices/rest"
        return cls(ServiceClient(ServiceAddress(NAME, "LITREVIEW_EUROPE_PMC_URL", base_url, path, _PACE)))

    def takes(self, work: Work) -> bool:
        """Return whether there is anything to ask."""
        return bool(work.doi or work.title)

    def locate(self, work: Work) -> list[Location] | Absence:
        """Return the XML of a work in the open-access subset, then its free PDFs."""
        read = self._read(work)
        if isinstance(read, Absence):
            return read
        record, _ = read
        licence = read_licence(record.get("license"))
        found = []
        pmcid = str(record.get("pmcid"))
        if record.get("isOpenAccess") == "Y" and record.get("inEPMC") == "Y" and _PMCID.fullmatch(pmcid):
            found.append(Location(NAME, f"{self.client.root}/{pmcid}/fullTextXML", "xml", licence))
        for stated in entries(entry(record.get("fullTextUrlList")).get("fullTextUrl")):
            url = read_address(stated.get("url"))
            if url and stated.get("documentStyle") == "pdf" and stated.get("availabilityCode") in _OPEN:
                found.append(Location(NAME, url, "pdf", licence))
        return found or Absence(NAME, "europepmc knows of no open copy.")

    def find_abstract(self, work: Work) -> Abstract | Absence:
        """Return the abstract of a work."""
        read = self._read(work)
        if isinstance(read, Absence):
            return read
        text = read_abstract_text(read[0].get("abstractText"))
        return Abstract(text, NAME, read[1]) if text else Absence(NAME, "europepmc holds no abstract.")

    def _read(self, work: Work) -> tuple[Mapping[str, Any], Response] | Absence:
        query = f"DOI:{quote_words(work.doi)}" if work.doi else f"TITLE:{quote_words(work.title)}"
        read = read_object(self.client.ask("/search", query=query, resultType="core", format="json", pageSize="5"))
        if isinstance(read, Absence):
            return read
        for record in entries(entry(read[0].get("resultList")).get("result")):
            if is_about(work, record.get("doi"), record.get("title")):
                return record, read[1]
        return Absence(NAME, "europepmc does not know this work.")
