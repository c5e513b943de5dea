"""The services a review may ask for full texts and abstracts, as the settings name them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import httpx
from pydantic import SecretStr

from storage.records.search import Work
from storage.searching.api_calls import ApiCall
from tasks.environment.settings import Settings
from tasks.services.answers import Absence, Abstract, Location
from tasks.services.arxiv import Arxiv
from tasks.services.core import Core
from tasks.services.crossref import Crossref
from tasks.services.europe_pmc import EuropePmc
from tasks.services.retrieve_academic import RetrieveAcademic
from tasks.services.semantic_scholar import SemanticScholar
from tasks.services.service import ServiceClient
from tasks.services.unpaywall import Unpaywall


class Locator(Protocol):
    """A service that knows where full texts are."""

    def takes(self, work: Work) -> bool:
        """Return whether there is anything to ask about a work."""
        ...

    def locate(self, work: Work) -> list[Location] | Absence:
        """Return where a full text of the work is said to be, best first, else why none is known."""
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
    """The services that may be asked; None for one without address, key or e-mail address."""

    europe_pmc: EuropePmc | None = None
    crossref: Crossref | None = None
    unpaywall: Unpaywall | None = None
    arxiv: Arxiv | None = None
    semantic_scholar: SemanticScholar | None = None
    core: Core | None = None
    retrieve_academic: RetrieveAcademic | None = None
    openalex_content: bool = False

    def clients(self) -> tuple[ServiceClient, ...]:
        """Return what sends for each service there is."""
        known = (
            self.europe_pmc,
            self.crossref,
            self.unpaywall,
            self.arxiv,
            self.semantic_scholar,
            self.core,
            self.retrieve_academic,
        )
        return tuple(service.client for service in known if service)

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
    email, core_key = _present(settings.contact_email), _present(settings.core_api_key)
    scholar, scholar_key = settings.semantic_scholar_url, _present(settings.semantic_scholar_api_key)
    academic = settings.retrieve_academic_url
    return Services(
        europe_pmc=EuropePmc.at(settings.europe_pmc_url) if settings.europe_pmc_url else None,
        crossref=Crossref.at(settings.crossref_url, email) if settings.crossref_url else None,
        unpaywall=Unpaywall.at(settings.unpaywall_url, email) if settings.unpaywall_url and email else None,
        arxiv=Arxiv.at(settings.arxiv_url) if settings.arxiv_url else None,
        semantic_scholar=SemanticScholar.at(scholar, scholar_key) if scholar else None,
        core=Core.at(settings.core_url, core_key) if settings.core_url and core_key else None,
        retrieve_academic=RetrieveAcademic.at(academic) if academic else None,
        openalex_content=_present(settings.openalex_api_key) is not None,
    )


def _present(secret: SecretStr | None) -> SecretStr | None:
    return secret if secret and secret.get_secret_value().strip() else None
