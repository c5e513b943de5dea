"""The services a review may ask for full texts and abstracts, as the settings name them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, cast

import httpx

from storage.records.search import Work
from storage.searching.api_calls import ApiCall
from tasks.environment.settings import Settings
from tasks.services.answers import Absence, Abstract, Location
from tasks.services.registry import SERVICES, Service, ServiceEntry, read_secret
from tasks.services.service import ServiceClient


class Locator(Protocol):
    """A service that knows where full texts are."""

    def takes(self, work: Work) -> bool:
        """Return whether there is anything to ask about a work."""
        ...

    def locate(self, work: Work, *, closed: bool = False) -> list[Location] | Absence:
        """Return where a full text of the work is said to be, best first, else why none is known.

        Only one that lists closed copies is told `closed`, and then returns those under any licence.
        """
        ...


class AbstractFinder(Protocol):
    """A service that knows abstracts."""

    def takes(self, work: Work) -> bool:
        """Return whether there is anything to ask about a work."""
        ...

    def find_abstract(self, work: Work) -> Abstract | Absence:
        """Return the abstract of the work, else why there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """The services that may be asked, by name; those without an address, or a key they need, are not among them."""

    opened: Mapping[str, Service] = field(default_factory=dict)
    openalex_content: bool = False

    def locators(self, texts: str) -> Iterator[tuple[ServiceEntry, Locator]]:
        """Yield the services asked for full texts at that point, in the order asked."""
        for name, entry in SERVICES.items():
            if entry.texts == texts and name in self.opened:
                yield entry, cast("Locator", self.opened[name])

    def abstract_finders(self) -> Iterator[AbstractFinder]:
        """Yield the services asked for abstracts, in the order asked."""
        for name in sorted(self.opened, key=lambda name: SERVICES[name].abstracts):
            if SERVICES[name].abstracts:
                yield cast("AbstractFinder", self.opened[name])

    def clients(self) -> tuple[ServiceClient, ...]:
        """Return the client of each service."""
        return tuple(service.client for service in self.opened.values())

    def drain_calls(self) -> tuple[ApiCall, ...]:
        """Return the calls made since this was last asked, over all services."""
        return tuple(call for client in self.clients() for call in client.drain_calls())

    def find_silences(self) -> dict[str, str]:
        """Return why services were left alone, by name, as known in this process."""
        return {client.address.name: why for client in self.clients() if (why := client.find_silence())}

    def origins(self) -> dict[str, str]:
        """Return scheme, host and port of the user's own services, by source: their files may be fetched from there."""
        return {client.address.name: read_origin(client.root) for client in self.clients()}


def read_origin(address: str) -> str:
    """Return scheme, host and port of an address, the port only where it is not the scheme's own."""
    url = httpx.URL(address)
    return f"{url.scheme}://{url.netloc.decode('ascii')}"


def open_services(settings: Settings) -> Services:
    """Return the services the settings name; an empty address switches a service off.

    Unpaywall needs an e-mail address, CORE and OpenAlex's content API need a key.

    Raises:
        InputError: an address is not a plain web address, or a key cannot be sent.
    """
    opened = {
        name: entry.open(settings)
        for name, entry in SERVICES.items()
        if getattr(settings, entry.endpoint.address)
        and (not entry.needs_key or read_secret(getattr(settings, entry.endpoint.key)))
    }
    return Services(opened, openalex_content=read_secret(settings.openalex_api_key) is not None)
