"""Semantic Scholar: open PDFs and abstracts by DOI or title (https://api.semanticscholar.org/api-docs/graph)."""

from __future__ import annotations

from pydantic import SecretStr

from storage.records.search import Work
from tasks.metadata.fields import entries, entry
from tasks.metadata.titles import quote_doi
from tasks.services.answers import Absence, Location, guess_format, read_address, read_licence
from tasks.services.exchange import ServiceAddress, keyed
from tasks.services.service import Record, RecordService, ServiceClient, read_object

NAME = "semanticscholar"
_FIELDS = "title,externalIds,abstract,openAccessPdf"
_PACE = 1.0  # seconds; the rate a key allows, and the highest that is answered without one
_LONGEST_TITLE = 300  # characters


class SemanticScholar(RecordService):
    """Its record of a work: the address of an open PDF and the abstract."""

    @classmethod
    def at(cls, base_url: str, key: SecretStr | None, pace: float = _PACE) -> SemanticScholar:
        """Return the service at an address (``https://api.semanticscholar.org``), with a key in the header, if any."""
        address = ServiceAddress(NAME, "LITREVIEW_SEMANTIC_SCHOLAR_URL", base_url, "/graph/v1", pace)
        return cls(ServiceClient(keyed(address, "x-api-key", key)))

    def locate(self, work: Work) -> list[Location] | Absence:
        """Return the open copy of a work; several publishers' are landing pages despite the field's name."""
        read = self.read(work)
        if isinstance(read, Absence):
            return read
        stated = entry(read[0].get("openAccessPdf"))
        url = read_address(stated.get("url"))
        if not url:
            return Absence(NAME, "semanticscholar knows of no open copy.")
        return [Location(NAME, url, guess_format(url), read_licence(stated.get("license")))]

    def read(self, work: Work) -> Record | Absence:
        """Return its record of a work."""
        if work.doi:
            return read_object(self.client.ask(f"/paper/DOI:{quote_doi(work.doi)}", fields=_FIELDS))
        title = work.title[:_LONGEST_TITLE]
        read = read_object(self.client.ask("/paper/search/match", query=title, fields=_FIELDS))
        if isinstance(read, Absence):
            return read
        found = entries(read[0].get("data"))[:1]
        return self.choose(work, found, read[1], lambda record: entry(record.get("externalIds")).get("DOI"))
