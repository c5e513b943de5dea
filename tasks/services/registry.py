"""The services for full texts and abstracts: those registered here are asked, checked and described everywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from pydantic import SecretStr

from tasks.environment.endpoint import Endpoint
from tasks.environment.settings import Settings
from tasks.services import arxiv, core, crossref, europe_pmc, retrieve_academic, semantic_scholar, unpaywall
from tasks.services.service import ServiceClient


class Service(Protocol):
    """An open service: it answers as `tasks.retrieval.services` defines: for full texts, abstracts or both."""

    @property
    def client(self) -> ServiceClient:
        """Return the client that sends requests."""


@dataclass(frozen=True, slots=True)
class ServiceEntry:
    """A service for full texts or abstracts: what opens it, what it is asked for, and when.

    `texts` says when it is asked for the place of a full text: for XML first, for PDFs next, or last, as the user's own
    and only if everything may be fetched. `abstracts` is its place among those asked for an abstract, from 1; 0 means
    not asked. One that `needs_key` is not asked without one. One that `lists_closed` can be asked for files under any
    licence.
    """

    endpoint: Endpoint
    open: Callable[[Settings], Service]
    texts: Literal["xml", "pdf", "own", ""] = ""
    abstracts: int = 0
    needs_key: bool = False
    lists_closed: bool = False


SERVICES: dict[str, ServiceEntry] = {
    europe_pmc.NAME: ServiceEntry(
        Endpoint("Europe PMC", "europe_pmc_url", spoken="europe ?pmc|pubmed central"),
        lambda settings: europe_pmc.EuropePmc.at(settings.europe_pmc_url),
        "xml",
        abstracts=3,
    ),
    crossref.NAME: ServiceEntry(
        Endpoint("Crossref", "crossref_url"),
        lambda settings: crossref.Crossref.at(settings.crossref_url, read_secret(settings.contact_email)),
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
            settings.semantic_scholar_url, read_secret(settings.semantic_scholar_api_key)
        ),
        "pdf",
        abstracts=1,
    ),
    core.NAME: ServiceEntry(
        Endpoint("CORE", "core_url", "core_api_key", "CORE is not asked", spoken=r"core\.ac\.uk"),
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


def read_secret(secret: SecretStr | None) -> SecretStr | None:
    """Return a key or e-mail address, None for a blank one."""
    return secret if secret and secret.get_secret_value().strip() else None


def _needed(secret: SecretStr | None) -> SecretStr:
    return read_secret(secret) or SecretStr("")
