"""The services of full texts and abstracts: what is registered here is asked, examined and told everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, cast

import httpx
from pydantic import SecretStr

from storage.records.search import Work
from storage.searching.api_calls import ApiCall
from tasks.environment.endpoint import Endpoint
from tasks.environment.settings import Settings
from tasks.services import arxiv, core, crossref, europe_pmc, retrieve_academic, semantic_scholar, unpaywall
from tasks.services.answers import Absence, Abstract, Location
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


class Service(Protocol):
    """What is opened: it answers as a `Locator`, an `AbstractFinder` or both."""

    @property
    def client(self) -> ServiceClient:
        """Return what sends."""


@dataclass(frozen=True, slots=True)
class ServiceEntry:
    """A service of full texts or abstracts: what opens it, what it is asked for, and when.

    `texts` says when it is asked where a full text is: for XML first, for PDFs next, or last, as the user's own and
    only where everything may be fetched. `abstracts` is its place among those asked for an abstract, from 1 on; 0 is
    none. One that `needs_key` is not asked without. One that `lists_closed` can be asked for files under any licence.
    """

    endpoint: Endpoint
    open: Callable[[Settings], Service]
    texts: Literal["xml", "pdf", "own", ""] = ""
    abstracts: int = 0
    needs_key: bool = False
    lists_closed: bool = False


SERVICES: dict[str, ServiceEntry] = {
    europe_pmc.NAME: ServiceEntry(
        Endpoint("Europe PMC", "europe_pmc_url"),
        lambda settings: europe_pmc.EuropePmc.at(settings.europe_pmc_url),
        "xml",
        abstracts=3,
    ),
    crossref.NAME: ServiceEntry(
        Endpoint("Crossref", "crossref_url"),
        lambda settings: crossref.Crossref.at(settings.crossref_url, _present(settings.contact_email)),
        "xml",
        abstracts=2,
        lists_closed=True,
    ),
    unpaywall.NAME: ServiceEntry(
        Endpoint("Unpaywall", "unpaywall_url", "contact_email", "Unpaywall is not asked"),
        lambda settings: unpaywall.Unpaywall.at(settings.unpaywall_url, _needed(settings.contact_email)),
        "pdf",
        needs_key=True,
    ),
    arxiv.NAME: ServiceEntry(
        Endpoint("arXiv", "arxiv_url"), lambda settings: arxiv.Arxiv.at(settings.arxiv_url), "pdf"
    ),
    semantic_scholar.NAME: ServiceEntry(
        Endpoint(
            "Semantic Scholar",
            "semantic_scholar_url",
            "semantic_scholar_api_key",
            "Semantic Scholar answers from an allowance that all without a key share",
        ),
        lambda settings: semantic_scholar.SemanticScholar.at(
            settings.semantic_scholar_url, _present(settings.semantic_scholar_api_key)
        ),
        "pdf",
        abstracts=1,
    ),
    core.NAME: ServiceEntry(
        Endpoint("CORE", "core_url", "core_api_key", "CORE is not asked"),
        lambda settings: core.Core.at(settings.core_url, _needed(settings.core_api_key)),
        "pdf",
        abstracts=4,
        needs_key=True,
    ),
    retrieve_academic.NAME: ServiceEntry(
        Endpoint("retrieve-academic", "retrieve_academic_url"),
        lambda settings: retrieve_academic.RetrieveAcademic.at(settings.retrieve_academic_url),
        "own",
    ),
}


@dataclass(frozen=True, slots=True)
class Services:
    """The services that may be asked, by name; those without an address, or a key they need, are not among them."""

    opened: Mapping[str, Service] = field(default_factory=dict)
    openalex_content: bool = False

    def locators(self, texts: str) -> Iterator[tuple[ServiceEntry, Locator]]:
        """Yield who is asked for full texts at that point, in the order asked."""
        for name, entry in SERVICES.items():
            if entry.texts == texts and name in self.opened:
                yield entry, cast("Locator", self.opened[name])

    def abstract_finders(self) -> Iterator[AbstractFinder]:
        """Yield who is asked for abstracts, in the order asked."""
        for name in sorted(self.opened, key=lambda name: SERVICES[name].abstracts):
            if SERVICES[name].abstracts:
                yield cast("AbstractFinder", self.opened[name])

    def clients(self) -> tuple[ServiceClient, ...]:
        """Return what sends for each service there is."""
        return tuple(service.client for service in self.opened.values())

    def drain_calls(self) -> tuple[ApiCall, ...]:
        """Return the calls made since this was last asked, over all services."""
        return tuple(call for client in self.clients() for call in client.drain_calls())

    def find_silences(self) -> dict[str, str]:
        """Return why services were left alone, by name; asked of the process that asked them."""
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
        InputError: an address is no plain web address, or a key cannot be sent.
    """
    opened = {
        name: entry.open(settings)
        for name, entry in SERVICES.items()
        if getattr(settings, entry.endpoint.address)
        and (not entry.needs_key or _present(getattr(settings, entry.endpoint.key)))
    }
    return Services(opened, openalex_content=_present(settings.openalex_api_key) is not None)


def _present(secret: SecretStr | None) -> SecretStr | None:
    return secret if secret and secret.get_secret_value().strip() else None


def _needed(secret: SecretStr | None) -> SecretStr:
    return _present(secret) or SecretStr("")
