"""arXiv as it answers: recorded feeds, and a loopback service."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from storage.records.search import Work
from tasks.services.answers import Absence, Location
from tasks.services.arxiv import Arxiv, find_arxiv_id
from tests.fakes.recordings import read_arxiv_recording

TITLE = "Heat-bath random walks with Markov bases"


def replay(server: HTTPServer, shared_data: Path, name: str) -> Arxiv:
    status, body = read_arxiv_recording(shared_data, name)
    server.expect_request("/api/query").respond_with_data(body, status)
    return Arxiv.at(server.url_for(""), pace=0.0)


def test_a_recorded_preprint_has_its_pdf(httpserver: HTTPServer, shared_data: Path):
    """The identifier in the DOI is asked for; the feed's PDF is the place."""
    arxiv = replay(httpserver, shared_data, "id_1605.08386")

    found = arxiv.locate(Work("W1", "x", doi="10.48550/arxiv.1605.08386"))

    assert found == [Location("arxiv", "https://arxiv.org/pdf/1605.08386v1", "pdf", None, "submittedVersion")]
    assert httpserver.log[0][0].args["id_list"] == "1605.08386"


def test_a_preprint_without_doi_is_found_by_its_title_and_no_other(httpserver: HTTPServer, shared_data: Path):
    """A feed about something else is no find."""
    arxiv = replay(httpserver, shared_data, "id_1605.08386")

    assert isinstance(arxiv.locate(Work("W1", TITLE.lower())), list)
    assert arxiv.locate(Work("W1", "Cold-bath random walks without bases")) == Absence(
        "arxiv", "arxiv does not know this work."
    )
    assert httpserver.log[0][0].args["search_query"] == f'ti:"{TITLE.lower()}"'


@pytest.mark.parametrize("name", ["id_0000.0000", "id_abc"])
def test_recorded_empty_feeds_and_error_messages_are_absences(httpserver: HTTPServer, shared_data: Path, name: str):
    """The error message, an entry of the feed, is no preprint."""
    found = replay(httpserver, shared_data, name).locate(Work("W1", "x", oa_url="https://arxiv.org/abs/1605.08386"))

    assert isinstance(found, Absence)
    assert found.status == "absent"


@pytest.mark.parametrize(
    "body",
    [
        "<html>rate exceeded",
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><feed xmlns="http://www.w3.org/2005/Atom">&b;</feed>',
        "",
    ],
)
def test_what_is_no_feed_or_declares_entities_is_an_absence(httpserver: HTTPServer, body: str):
    """Entities that multiply are never expanded."""
    httpserver.expect_request("/api/query").respond_with_data(body)

    found = Arxiv.at(httpserver.url_for(""), pace=0.0).locate(Work("W1", TITLE))

    assert found == Absence("arxiv", "arxiv did not answer in the form asked for.", "unavailable")


@pytest.mark.parametrize(
    ("doi", "oa_url", "known"),
    [
        ("10.48550/arxiv.2312.07559", None, "2312.07559"),
        ("10.48550/arxiv.math/0601001v2", None, "math/0601001"),
        ("10.1/x", "http://arxiv.org/pdf/1605.08386v1", "1605.08386"),
        ("10.1/x", "https://arxiv.org/abs/astro-ph/0601001", "astro-ph/0601001"),
        ("10.1/x", "https://evil.org/arxiv.org/abs/1605.08386", None),
        ("10.48550/arxiv.../../x", None, None),
        (None, None, None),
    ],
)
def test_identifiers_are_read_from_doi_and_address(doi: str | None, oa_url: str | None, known: str | None):
    """Old and new identifiers, without version; nothing else becomes part of a query."""
    assert find_arxiv_id(Work("W1", "x", doi=doi, oa_url=oa_url)) == known
