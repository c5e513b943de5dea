"""CORE: copies in repositories, and abstracts, for who has a key (https://api.core.ac.uk/docs/v3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import SecretStr

from storage.records.search import Response, Work
from tasks.metadata.json_fields import entries
from tasks.metadata.same_work import is_about, quote_words
from tasks.services.answers import Absence, Abstract, Location
from tasks.services.formats import guess_format, read_address
from tasks.services.jats_abstracts import read_abstract_text
from tasks.services.licences import read_licence
from tasks.services.service import ServiceClient, read_object
from tasks.services.service_address import ServiceAddress, keyed

NAME = "core"
_PACE = 2.0  # seconds; a registered person may ask 25 times a minute


@dataclass(frozen=True, slots=True)
class Core:
    """Its record of a work."""

    client: ServiceClient

    @classmethod
    def at(cls, base_url: str, key: SecretStr, pace: float = _PACE) -> Core:
        """Return the service at an address (``https://api.core.ac.uk``), with the key in the header."""
        address = ServiceAddress(NAME, "LITREVIEW_CORE_URL", base_url, "/v3", pace)
        return cls(ServiceClient(keyed(address, "Authorization", key, "Bearer {}")))

    def takes(self, work: Work) -> bool:
        """Return whether there is anything to ask."""
        return bool(work.doi or work.title)

    def locate(self, work: Work) -> list[Location] | Absence:
        """Return the copy in a repository that the service keeps or knows."""
        read = self._read(work)
        if isinstance(read, Absence):
            return read
        record, _ = read
        url = read_address(record.get("downloadUrl"))
        if not url:
            return Absence(NAME, "core knows of no copy.")
        return [Location(NAME, url, guess_format(url), read_licence(record.get("license")))]

    def find_abstract(self, work: Work) -> Abstract | Absence:
        """Return the abstract of a work."""
        read = self._read(work)
        if isinstance(read, Absence):
            return read
        text = read_abstract_text(read[0].get("abstract"))
        return Abstract(text, NAME, read[1]) if text else Absence(NAME, "core holds no abstract.")

    def _read(self, work: Work) -> tuple[Mapping[str, Any], Response] | Absence:
        query = f"doi:{quote_words(work.doi)}" if work.doi else f"title:{quote_words(work.title)}"
        read = read_object(self.client.ask("/search/works/", q=query, limit="3"))
        if isinstance(read, Absence):
            return read
        for record in entries(read[0].get("results")):
            if is_about(work, record.get("doi"), record.get("title")):
                return record, read[1]
        return Absence(NAME, "core does not know this work.")
