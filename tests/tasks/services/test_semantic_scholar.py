"""Semantic Scholar as it answers: recorded answers, and a loopback service."""

from __future__ import annotations

from pathlib import Path

from pydantic import SecretStr
from pytest_httpserver import HTTPServer

from storage.records.search import Work
from tasks.services.answers import Absence, Abstract, Location
from tasks.services.semantic_scholar import SemanticScholar
from tests.fakes.recordings import read_recorded
from tests.fakes.scholarly_services import PublishedWork, serve_scholarly_services

HOST = "api.semanticscholar.org"
ABSTRACT = (
    "We measured what nobody had measured before and found that it is larger than anybody ever thought it would be."
)
TITLE = "A study of things that were never studied"


def replay(server: HTTPServer, shared_data: Path, part: str) -> SemanticScholar:
    status, body = read_recorded(shared_data, HOST, part)
    server.expect_request(f"/graph/v1/paper/{part}").respond_with_data(body, status)
    return SemanticScholar.at(server.url_for(""), None)


def test_recorded_open_copies_are_pdfs_only_where_they_look_like_it(httpserver: HTTPServer, shared_data: Path):
    """A publisher's PDF is one; an address of the DOI resolver in the field of PDFs is a landing page."""
    scholar = replay(httpserver, shared_data, "DOI:10.1038/s42256-024-00832-8")
    pdf = scholar.locate(Work("W1", "x", doi="10.1038/s42256-024-00832-8"))
    scholar = replay(httpserver, shared_data, "DOI:10.1016/j.xgen.2025.100814")
    page = scholar.locate(Work("W1", "x", doi="10.1016/j.xgen.2025.100814"))

    nature = "https://www.nature.com/articles/s42256-024-00832-8.pdf"
    assert pdf == [Location("semanticscholar", nature, "pdf", "cc-by")]
    assert page == [Location("semanticscholar", "https://doi.org/10.1016/j.xgen.2025.100814", "html", "cc-by")]


def test_recorded_closed_and_unknown_works_are_absences(httpserver: HTTPServer, shared_data: Path):
    """An empty address and a 404 are data."""
    closed = replay(httpserver, shared_data, "DOI:10.1063/1.4938384").locate(Work("W1", "x", doi="10.1063/1.4938384"))
    unknown = replay(httpserver, shared_data, "DOI:10.1101/2024.04.01.587366")

    assert closed == Absence("semanticscholar", "semanticscholar knows of no open copy.")
    found = unknown.locate(Work("W1", "x", doi="10.1101/2024.04.01.587366"))
    assert found == Absence("semanticscholar", "semanticscholar does not know this work.")


def test_a_work_without_doi_is_found_by_its_title_and_no_other():
    """The service's best match counts only if it has the title asked for."""
    known = PublishedWork("10.1234/a", TITLE, abstract=ABSTRACT, pdf=b"%PDF-1.4")
    with serve_scholarly_services([known]) as services:
        scholar = SemanticScholar.at(services.url, None, pace=0.0)

        assert isinstance(scholar.locate(Work("W1", TITLE.upper())), list)
        assert isinstance(scholar.locate(Work("W1", "Another study of things")), Absence)


def test_another_title_in_the_best_match_is_not_the_work(httpserver: HTTPServer):
    """Part two of a study is not part one."""
    match = {"data": [{"title": f"{TITLE}, part two: more things", "abstract": ABSTRACT, "matchScore": 99}]}
    httpserver.expect_request("/graph/v1/paper/search/match").respond_with_json(match)

    found = SemanticScholar.at(httpserver.url_for(""), None).find_abstract(Work("W1", TITLE))

    assert found == Absence("semanticscholar", "semanticscholar does not know this work.")


def test_an_abstract_comes_with_its_answer_and_the_key_in_the_header():
    """The answer is kept as provenance; the key is in no address."""
    with serve_scholarly_services([PublishedWork("10.1234/a", TITLE, abstract=ABSTRACT)]) as services:
        scholar = SemanticScholar.at(services.url, SecretStr("key-0123456789"))
        found = scholar.find_abstract(Work("W1", TITLE, doi="10.1234/a"))

        assert isinstance(found, Abstract)
        assert (found.text, found.source) == (ABSTRACT, "semanticscholar")
        assert found.response.url.startswith(f"{services.url}/graph/v1/paper/DOI:10.1234/a")
        assert ABSTRACT in found.response.body
        ((_, path, headers),) = services.requests
        assert headers["x-api-key"] == "key-0123456789"
        assert "key-" not in path
