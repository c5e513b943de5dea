"""The order in which places are tried, and what is asked of whom, over loopback services."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import orjson
import pytest
from pydantic import SecretStr

from storage.core.errors import InputError
from storage.records.search import Response, Work
from tasks.environment.settings import Settings
from tasks.retrieval.fetching import Fetcher
from tasks.retrieval.locating import Scope, locate, open_access
from tasks.retrieval.services import Services, open_services
from tasks.retrieval.targets import Limits
from tasks.services import retrieve_academic
from tasks.services.answers import Absence, Fetched, Location
from tests.fakes.malicious_host import PDF
from tests.fakes.scholarly_services import PublishedWork, ScholarlyServices, serve_scholarly_services

NAMES = ["unpaywall", "europe_pmc", "arxiv", "semantic_scholar", "core", "crossref", "retrieve_academic", "openalex"]
XML = b'<?xml version="1.0"?><article/>'
OPEN = PublishedWork("10.1234/open", "A work that is open everywhere", pdf=PDF, xml=XML, pmcid="PMC7")
CLOSED = PublishedWork(
    "10.1234/closed",
    "A work behind a wall, alas",
    pdf=PDF,
    licence="",
    known_to=frozenset({"crossref", "retrieve-academic"}),
)
RECORD = {
    "best_oa_location": {
        "is_oa": True,
        "pdf_url": "https://repo.example.org/1.pdf",
        "license": "cc-by",
        "version": None,
    },
    "locations": [
        {"is_oa": False, "landing_page_url": "https://closed.example.org/1"},
        {"is_oa": True, "landing_page_url": "https://repo.example.org/1", "license": None},
    ],
    "has_content": {"pdf": True, "grobid_xml": True},
    "content_urls": {
        "pdf": "https://content.openalex.org/works/W1.pdf",
        "grobid_xml": "https://content.openalex.org/works/W1.grobid-xml",
    },
}


@pytest.fixture(autouse=True)
def short_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at jobs every hundredth of a second."""
    monkeypatch.setattr(retrieve_academic, "_FIRST_LOOK", 0.01)


@pytest.fixture
def world() -> Iterator[ScholarlyServices]:
    """Serve an open and a closed work."""
    with serve_scholarly_services([OPEN, CLOSED]) as running:
        yield running


def settings_for(world: ScholarlyServices) -> Settings:
    return Settings(
        contact_email=SecretStr("me@example.org"),
        openalex_api_key=SecretStr("key-0123456789"),
        core_api_key=SecretStr("key-9876543210"),
        **{f"{name}_url": world.url for name in NAMES},
        allow_hosts=world.url,
    )


def open_quickly(world: ScholarlyServices) -> Services:
    """Return the services at no pace."""
    services = open_services(settings_for(world))
    for client in services.clients():
        object.__setattr__(client.address, "pace", 0.0)
    return services


def places(work: Work, services: Services, scope: Scope) -> list[tuple[str, str]]:
    return [(place.source, place.format) for place in locate(work, services, scope) if isinstance(place, Location)]


def test_xml_comes_before_pdf_pages_after_and_what_costs_last(world: ScholarlyServices):
    """Each address once, at its first source; the closed scope adds nothing here but the user's own service."""
    body = orjson.dumps(RECORD).decode()
    work = Work("W1", OPEN.title, doi=OPEN.doi, response=Response("openalex", "https://x", body))

    expected = [
        ("europepmc", "xml"),
        ("europepmc", "pdf"),
        ("openalex", "pdf"),
        ("openalex", "html"),
        ("unpaywall", "html"),
        ("openalex content", "xml"),
        ("openalex content", "pdf"),
    ]
    assert places(work, open_quickly(world), "oa") == expected
    assert places(work, open_quickly(world), "all") == [*expected, ("retrieve-academic", "pdf")]


def test_who_takes_the_first_place_asks_nobody_else(world: ScholarlyServices):
    """A file from Europe PMC spares all other services."""
    services = open_quickly(world)

    (first,) = islice(locate(Work("W1", "x", doi=OPEN.doi), services, "all"), 1)

    assert isinstance(first, Location)
    assert first.format == "xml"
    assert {service for service, _, _ in world.requests} == {"europepmc"}
    assert [call.service for call in services.drain_calls()] == ["europepmc"]


def test_a_closed_work_has_places_only_for_who_asks_for_all(world: ScholarlyServices):
    """Every service says what it has not; the user's own service is asked last, and only then."""
    work = Work("W2", CLOSED.title, doi=CLOSED.doi)

    open_only = list(locate(work, open_quickly(world), "oa"))
    everything = list(locate(work, open_quickly(world), "all"))

    assert all(isinstance(found, Absence) for found in open_only)
    assert [found.source for found in open_only] == ["europepmc", "crossref", "unpaywall", "semanticscholar", "core"]
    assert [found.source for found in everything] == [
        "europepmc", "unpaywall", "semanticscholar", "core", "crossref", "retrieve-academic"
    ]  # fmt: skip
    assert isinstance(everything[-1], Location)
    assert len(world.posted) == 1


def test_a_work_without_doi_is_asked_for_by_title_and_its_open_address_counts(world: ScholarlyServices):
    """The ledger's works have no record; their open address is still a place."""
    work = Work("W1", OPEN.title, oa_url="https://repo.example.org/x/pdf/1")

    found = places(work, open_quickly(world), "oa")

    assert found == [("europepmc", "xml"), ("europepmc", "pdf"), ("openalex", "pdf")]
    assert world.asked("unpaywall") == world.asked("crossref") == []
    assert world.asked("arxiv")


def test_what_is_located_can_be_fetched(world: ScholarlyServices, tmp_path: Path):
    """From settings to a file, for the open work and, through the user's service, for the closed one."""
    services = open_quickly(world)
    fetcher = Fetcher(tmp_path / "f", open_access(settings_for(world), services), Limits(pause=0.0))
    kinds = []
    for published in (OPEN, CLOSED):
        work = Work("W1", published.title, doi=published.doi)
        attempts = (fetcher.fetch(place) for place in locate(work, services, "all") if isinstance(place, Location))
        kinds.append(next(file.format for file in attempts if isinstance(file, Fetched)))

    assert kinds == ["xml", "pdf"]
    assert "key-" not in repr((services.drain_calls(), fetcher.drain_calls()))


def test_services_without_address_key_or_email_are_not_asked(world: ScholarlyServices):
    """Unpaywall wants an e-mail address, CORE and OpenAlex's content a key; an empty address switches off."""
    poor = settings_for(world).model_copy(
        update={"contact_email": SecretStr(" "), "core_api_key": None, "openalex_api_key": None, "arxiv_url": ""}
    )

    services = open_services(poor)

    assert not {"unpaywall", "core", "arxiv"} & set(services.opened)
    assert not services.openalex_content
    assert "crossref" in services.opened
    assert services.origins()["retrieve-academic"] == world.url


def test_an_address_in_the_settings_that_is_none_is_named(world: ScholarlyServices):
    """The user learns which setting to correct."""
    with pytest.raises(InputError, match="LITREVIEW_EUROPE_PMC_URL"):
        open_services(settings_for(world).model_copy(update={"europe_pmc_url": "ebi.ac.uk"}))


def test_a_record_that_is_no_json_is_no_place():
    """A damaged record costs its places only."""
    work = Work("W1", "x", response=Response("openalex", "https://x", "{"))

    assert list(locate(work, Services(openalex_content=True), "all")) == []
    assert list(locate(replace(work, response=None), Services(), "oa")) == []
