"""CORE: copies in repositories, and abstracts, for users with a key (https://api.core.ac.uk/docs/v3)."""

from __future__ import annotations

from pydantic import SecretStr

from storage.records.search import Work
from tasks.metadata.fields import entries
from tasks.metadata.titles import quote_words
from tasks.services.answers import Absence, Location, guess_format, read_address, read_licence
from tasks.services.exchange import ServiceAddress, keyed
from tasks.services.service import Record, RecordService, ServiceClient, read_object

NAME = "core"
_PACE = 2.0  # seconds; a registered person may ask 25 times a minute


class Core(RecordService):
    """Its record of a work."""

    @classmethod
    def at(cls, base_url: str, key: SecretStr, pace: float = _PACE) -> Core:
        """Return the service at an address (``https://api.core.ac.uk``), with the key in the header."""
        address = ServiceAddress(NAME, "LITREVIEW_CORE_URL", base_url, "/v3", pace)
        return cls(ServiceClient(keyed(address, "Authorization", key, "Bearer {}")))

    def locate(self, work: Work) -> list[Location] | Absence:
        """Return the copy in a repository that the service keeps or knows."""
        read = self.read(work)
        if isinstance(read, Absence):
            return read
        record, _ = read
        url = read_address(record.get("downloadUrl"))
        if not url:
            return Absence(NAME, "core knows of no copy.")
        return [Location(NAME, url, guess_format(url), read_licence(record.get("license")))]

    def read(self, work: Work) -> Record | Absence:
        """Return its record of a work."""
        query = f"doi:{quote_words(work.doi)}" if work.doi else f"title:{quote_words(work.title)}"
        read = read_object(self.client.ask("/search/works/", q=query, limit="3"))
        if isinstance(read, Absence):
            return read
        return self.choose(work, entries(read[0].get("results")), read[1], lambda record: record.get("doi"))
