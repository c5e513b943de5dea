"""CORE as it answers, over a loopback service."""

from __future__ import annotations

from pydantic import SecretStr
from pytest_httpserver import HTTPServer

from storage.records.search import Work
from tasks.services.answers import Absence, Abstract
from tasks.services.core import Core
from tests.fakes.scholarly_services import PublishedWork, serve_scholarly_services

KEY = SecretStr("key-0123456789")
TITLE = "A study of things that were never studied"
ABSTRACT = (
    "We measured what nobody had measured before and found that it is larger than anybody ever thought it would be."
)


def test_a_work_is_found_by_doi_and_by_title_with_the_key_in_the_header():
    """Both questions lead to the same copy; the key is in no address."""
    with serve_scholarly_services([PublishedWork("10.1234/a", TITLE, ABSTRACT, pdf=b"%PDF-1.4")]) as services:
        core = Core.at(services.url, KEY, pace=0.0)
        by_doi, by_title = core.locate(Work("W1", "x", doi="10.1234/a")), core.locate(Work("W1", TITLE))
        abstract = core.find_abstract(Work("W1", TITLE))

        assert isinstance(by_doi, list)
        assert by_doi == by_title
        assert (by_doi[0].url, by_doi[0].format) == (f"{services.url}/files/0.pdf", "pdf")
        assert isinstance(abstract, Abstract)
        assert abstract.text == ABSTRACT
        assert {headers["Authorization"] for _, _, headers in services.requests} == {"Bearer key-0123456789"}
        assert not any("key-" in path for path in services.asked("core"))


def test_unknown_works_and_records_of_others_are_absences(httpserver: HTTPServer):
    """A hit with another DOI is not the work, nor is a hit without address a copy."""
    hits = [{"doi": "10.1234/b", "title": TITLE, "downloadUrl": "https://core.ac.uk/download/1.pdf"}]
    httpserver.expect_ordered_request("/v3/search/works/").respond_with_json({"results": hits})
    httpserver.expect_ordered_request("/v3/search/works/").respond_with_json({"results": [{"doi": "10.1234/a"}]})
    core = Core.at(httpserver.url_for(""), KEY, pace=0.0)

    assert core.locate(Work("W1", TITLE, doi="10.1234/a")) == Absence("core", "core does not know this work.")
    assert core.locate(Work("W1", TITLE, doi="10.1234/a")) == Absence("core", "core knows of no copy.")
