"""What the tests of the OpenAlex catalogue share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import SecretStr

from storage.records.search import Work
from tasks.catalogues.openalex.catalogue import OpenAlexCatalogue
from tasks.catalogues.openalex.client import OpenAlexClient
from tests.benchmarks.servers.server import Loopback

KEY = "key-nobody-may-see"


def ask(loopback: Loopback, most_citing: int = 10_000) -> OpenAlexCatalogue:
    """Return a catalogue that asks the loopback server, with a key."""
    return OpenAlexCatalogue(OpenAlexClient(loopback.url, SecretStr(KEY)), most_citing)


def facts(works: Sequence[Work]) -> list[Work]:
    """Return works without where they come from."""
    return [replace(work, response=None) for work in works]
