"""Europe PMC: JATS XML of the open-access subset, open PDFs and abstracts (https://europepmc.org/RestfulWebService)."""

from __future__ import annotations

import re
from typing import ClassVar

from storage.records.search import Work
from tasks.metadata.fields import entries, entry
from tasks.metadata.titles import quote_words
from tasks.services.answers import Absence, Location, read_address, read_licence
from tasks.services.exchange import ServiceAddress
from tasks.services.service import Record, RecordService, ServiceClient, read_object

NAME = "europepmc"
_PACE = 0.2  # seconds; the service allows ten calls a second
_PMCID = re.compile(r"PMC\d{1,12}")
_OPEN = ("OA", "F")  # availability codes: open access, free


class EuropePmc(RecordService):
    """Its record of a work in the life sciences."""

    abstract: ClassVar[str] = "abstractText"

    @classmethod
    def at(cls, base_url: str) -> EuropePmc:
        """Return the service at an address (``https://www.ebi.ac.uk``, with or without the path of the service)."""
        path = "/europepmc/webservices/rest"
        return cls(ServiceClient(ServiceAddress(NAME, "LITREVIEW_EUROPE_PMC_URL", base_url, path, _PACE)))

    def locate(self, work: Work) -> list[Location] | Absence:
        """Return the XML of a work in the open-access subset, then its free PDFs."""
        read = self.read(work)
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

    def read(self, work: Work) -> Record | Absence:
        """Return its record of a work."""
        query = f"DOI:{quote_words(work.doi)}" if work.doi else f"TITLE:{quote_words(work.title)}"
        read = read_object(self.client.ask("/search", query=query, resultType="core", format="json", pageSize="5"))
        if isinstance(read, Absence):
            return read
        found = entries(entry(read[0].get("resultList")).get("result"))
        return self.choose(work, found, read[1], lambda record: record.get("doi"))
