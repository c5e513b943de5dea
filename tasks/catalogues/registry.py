"""The catalogues: what is registered here is offered, checked, opened and told everywhere; else a name is a path."""

# ruff: noqa: PLC0415 - imports cost seconds

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, cast

from storage.core.errors import InputError
from tasks.catalogues.index_record import INDEX_RECORD
from tasks.environment.endpoint import Endpoint

if TYPE_CHECKING:
    from storage.searching.api_calls import Answers
    from tasks.catalogues.protocol import Catalogue, Index
    from tasks.environment.settings import Settings  # Pydantic takes half a second
    from tasks.metadata.record_shape import RecordShape


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A catalogue: what opens it, how it is offered, and how its records are read.

    One that is a service has an `endpoint`; if a review is replayed, `open` is given the recorded answers.
    `shape` says where records of `source` hold each field; without one they are read as OpenAlex's. One without
    citations is an `Index`, which is searched beside a catalogue that states them.
    """

    offer: str
    open: Callable[[Settings, Answers | None], Catalogue | Index]
    endpoint: Endpoint | None = None
    source: str = ""
    shape: RecordShape | None = None
    has_citations: bool = True


def _open_openalex(settings: Settings, recorded: Answers | None) -> Catalogue:
    from tasks.catalogues.openalex.catalogue import OpenAlexCatalogue
    from tasks.catalogues.openalex.client import OpenAlexClient, RecordedOpenAlex

    if recorded is None:
        client = OpenAlexClient(settings.openalex_url, settings.openalex_api_key)
    else:
        # Answers of indexes have the index's name before the address.
        own = {asked: body for asked, body in recorded.items() if asked[0].startswith("http")}
        client = RecordedOpenAlex(min(own, default=(settings.openalex_url, ""))[0], own)
    return OpenAlexCatalogue(client, settings.openalex_most_citing)


def _open_pubmed(settings: Settings, recorded: Answers | None) -> Index:
    from tasks.catalogues.pubmed.catalogue import PubMed, open_client

    return PubMed(open_client(settings.pubmed_url, settings.ncbi_api_key, recorded))


def _open_crossref(settings: Settings, recorded: Answers | None) -> Index:
    from tasks.catalogues.crossref.catalogue import CrossrefIndex, open_client

    return CrossrefIndex(open_client(settings.crossref_url, settings.contact_email, recorded))


def _open_semantic_scholar(settings: Settings, recorded: Answers | None) -> Index:
    from tasks.catalogues.semantic_scholar.catalogue import SemanticScholarIndex, open_client

    key = settings.semantic_scholar_api_key
    return SemanticScholarIndex(open_client(settings.semantic_scholar_url, key, recorded))


def _open_europe_pmc(settings: Settings, recorded: Answers | None) -> Index:
    from tasks.catalogues.europe_pmc.catalogue import EuropePmcIndex, open_client

    return EuropePmcIndex(open_client(settings.europe_pmc_url, recorded))


def _open_arxiv(settings: Settings, recorded: Answers | None) -> Index:
    from tasks.catalogues.arxiv.catalogue import ArxivIndex, open_client

    return ArxivIndex(open_client(settings.arxiv_url, recorded))


def _open_dblp(settings: Settings, recorded: Answers | None) -> Index:
    from tasks.catalogues.dblp.catalogue import DblpIndex, open_client

    return DblpIndex(open_client(settings.dblp_url, recorded))


def _open_demo(settings: Settings, _recorded: Answers | None) -> Catalogue:
    return _open_files(Path(str(files("storage.sample").joinpath("works.jsonl"))), settings)


def _open_files(path: Path, settings: Settings) -> Catalogue:
    from tasks.catalogues.local.catalogue import open_catalogue

    return open_catalogue(path, settings.cache)


CATALOGUES: dict[str, CatalogueEntry] = {
    "openalex": CatalogueEntry(
        "for its API",
        _open_openalex,
        Endpoint("OpenAlex", "openalex_url", "openalex_api_key", "OpenAlex allows a tenth as much a day"),
        source="openalex",
    ),
    "pubmed": CatalogueEntry(
        "for the E-utilities of PubMed (beside one with citations)",
        _open_pubmed,
        Endpoint("PubMed", "pubmed_url", "ncbi_api_key", "PubMed allows 3 calls a second instead of 10"),
        source="pubmed",
        shape=INDEX_RECORD,
        has_citations=False,
    ),
    "crossref": CatalogueEntry(
        "for what publishers register with Crossref (beside one with citations)",
        _open_crossref,
        Endpoint("Crossref", "crossref_url"),
        source="crossref-index",
        shape=INDEX_RECORD,
        has_citations=False,
    ),
    "semantic-scholar": CatalogueEntry(
        "for Semantic Scholar (beside one with citations)",
        _open_semantic_scholar,
        Endpoint(
            "Semantic Scholar",
            "semantic_scholar_url",
            "semantic_scholar_api_key",
            "Semantic Scholar answers from an allowance that all without a key share",
        ),
        source="semantic-scholar",
        shape=INDEX_RECORD,
        has_citations=False,
    ),
    "europe-pmc": CatalogueEntry(
        "for Europe PMC, preprints and agricultural works included (beside one with citations)",
        _open_europe_pmc,
        Endpoint("Europe PMC", "europe_pmc_url"),
        source="europe-pmc",
        shape=INDEX_RECORD,
        has_citations=False,
    ),
    "arxiv": CatalogueEntry(
        "for arXiv (beside one with citations)",
        _open_arxiv,
        Endpoint("arXiv", "arxiv_url"),
        source="arxiv-index",
        shape=INDEX_RECORD,
        has_citations=False,
    ),
    "dblp": CatalogueEntry(
        "for DBLP, the titles of computer science (beside one with citations)",
        _open_dblp,
        Endpoint("DBLP", "dblp_url"),
        source="dblp",
        shape=INDEX_RECORD,
        has_citations=False,
    ),
    # As every file does, the embedded corpus holds works of OpenAlex.
    "demo": CatalogueEntry("for the embedded corpus", _open_demo, source="local"),
}


def check_named(named: str) -> None:
    """Check that a catalogue is named.

    Raises:
        InputError: none is.
    """
    if not named:
        raise InputError(
            f"no catalogue is named; give --catalogue {' or '.join(_list_services())}, or a file or folder of OpenAlex "
            "works (.jsonl, .jsonl.gz, Parquet, snapshot), or try 'litreview demo'"
        )


def split_names(named: str) -> tuple[str, ...]:
    """Return the catalogues named, of which several stand apart by commas; a path with a comma is one."""
    if named in CATALOGUES or Path(named).exists():
        return (named,)
    return tuple(name for part in named.split(",") if (name := part.strip()))


def check_catalogue(named: str) -> None:
    """Return when catalogues are named, exactly one states citations, and those of files are there and of OpenAlex.

    Raises:
        InputError: none is named, nothing that could be one is there, or citations come from none or from two.
    """
    check_named(named)
    names = split_names(named)
    leads = [name for name in names if _has_citations(name)]
    if not leads:
        raise InputError(
            f"{' and '.join(names)} cannot be asked who cites whom, which snowballing needs; name a catalogue that can "
            f"beside, such as --catalogue openalex,{names[0] if names else 'pubmed'}"
        )
    if len(leads) > 1:
        raise InputError(
            f"{' and '.join(leads)} would both say who cites whom; name one of them, and beside it {_list_beside()}"
        )
    if len(set(names)) < len(names):
        raise InputError(f"--catalogue {named} names one twice; name each once")
    if leads[0] not in CATALOGUES:
        from tasks.catalogues.local.decoding import glance_at

        glance_at(Path(leads[0]))


def open_catalogue(named: str, settings: Settings, recorded: Answers | None) -> Catalogue:
    """Return a catalogue registered, of which nothing is asked yet, or the files at a path, indexed and open.

    Of several, one states citations, and the others are searched beside it.

    Raises:
        InputError: as `check_catalogue` says, one named cannot be read, or its address is invalid.
    """
    from tasks.catalogues.several import SeveralCatalogues

    names = split_names(named)
    if len(names) != 1 or not _has_citations(named):
        check_catalogue(named)
    opened = {
        name: CATALOGUES[name].open(settings, recorded) if name in CATALOGUES else _open_files(Path(name), settings)
        for name in names
    }
    lead = next(cast("Catalogue", opened[name]) for name in names if _has_citations(name))
    beside = [opened[name] for name in names if not _has_citations(name)]
    return SeveralCatalogues(lead, beside) if beside else lead


def _has_citations(name: str) -> bool:
    return name not in CATALOGUES or CATALOGUES[name].has_citations


def _list_beside() -> str:
    return " or ".join(name for name, entry in CATALOGUES.items() if not entry.has_citations)


def is_service(named: str) -> bool:
    """Return whether a catalogue, or one of several, is asked over the network."""
    return any(name in CATALOGUES and CATALOGUES[name].endpoint is not None for name in split_names(named))


def is_public(named: str, settings: Settings) -> bool:
    """Return whether a catalogue, or one of several, is a service at its usual address, open to everybody."""
    entries = [CATALOGUES[name] for name in split_names(named) if name in CATALOGUES]
    return any(entry.endpoint and entry.endpoint.address not in settings.model_fields_set for entry in entries)


def locate(named: str) -> str:
    """Return where catalogues are: absolute paths of files, names as they are."""
    return ",".join(str(Path(name).resolve()) if Path(name).exists() else name for name in split_names(named))


def offer_catalogues() -> str:
    """Return the choice of catalogues as a phrase: "'openalex' for its API, …, or the path, …"."""
    return ", ".join(f"'{name}' {entry.offer}" for name, entry in CATALOGUES.items())


def _list_services() -> list[str]:
    return [name for name, entry in CATALOGUES.items() if entry.endpoint and entry.has_citations]
