"""Unpaywall as it answers: recorded answers, and a loopback service."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr
from pytest_httpserver import HTTPServer

from storage.records.search import Work
from tasks.services.answers import Absence, Location
from tasks.services.unpaywall import Unpaywall
from tests.fakes.recordings import read_recorded
from tests.fakes.scholarly_services import PublishedWork, serve_scholarly_services

EMAIL = SecretStr("me@example.org")
DOI = "10.1016/j.xgen.2025.100814"


def test_a_recorded_gold_article_has_its_landing_pages(httpserver: HTTPServer, shared_data: Path):
    """Publisher and repository are read with licence and version; where no PDF is named, there are pages only."""
    status, body = read_recorded(shared_data, "api.unpaywall.org", DOI)
    httpserver.expect_request(f"/v2/{DOI}").respond_with_data(body, status)

    found = Unpaywall.at(httpserver.url_for(""), EMAIL).locate(Work("W1", "x", doi=DOI))

    assert isinstance(found, list)
    assert list(dict.fromkeys(found)) == [
        Location("unpaywall", f"https://doi.org/{DOI}", "html", "cc-by", "publishedVersion"),
        Location(
            "unpaywall", "https://www.ncbi.nlm.nih.gov/pmc/articles/12008803", "html", "other-oa", "submittedVersion"
        ),
    ]


def test_a_recorded_closed_article_has_none(httpserver: HTTPServer, shared_data: Path):
    """Closed is an absence for good, not an error."""
    status, body = read_recorded(shared_data, "api.unpaywall.org", "10.1023/a:1007154515475")
    httpserver.expect_request("/v2/10.1023/a:1007154515475").respond_with_data(body, status)

    found = Unpaywall.at(httpserver.url_for(""), EMAIL).locate(Work("W1", "x", doi="10.1023/a:1007154515475"))

    assert found == Absence("unpaywall", "unpaywall knows of no open copy.")


def test_the_pdf_comes_before_its_page_and_the_address_goes_nowhere_else():
    """The service gets its e-mail address; calls on record do not."""
    with serve_scholarly_services([PublishedWork("10.1234/a", "A title", pdf=b"%PDF-1.4")]) as services:
        unpaywall = Unpaywall.at(services.url, EMAIL)
        found = unpaywall.locate(Work("W1", "A title", doi="10.1234/a"))

        assert isinstance(found, list)
        assert (found[0].url, found[0].format) == (f"{services.url}/files/0.pdf", "pdf")
        assert (found[1].url, found[1].format) == ("https://doi.org/10.1234/a", "html")
        assert services.asked("unpaywall") == ["/v2/10.1234/a?email=me%40example.org"]
        assert [call.url for call in unpaywall.client.drain_calls()] == [f"{services.url}/v2/10.1234/a"]


@pytest.mark.parametrize("doi", ["10.1000/../../etc/passwd", "10.1000/./../x", "10.1000/..//x"])
def test_a_doi_like_a_path_stays_one_segment(doi: str):
    """What looks like a way up in the path is sent as the name it is, and found under it."""
    with serve_scholarly_services([PublishedWork(doi, "A title", pdf=b"%PDF-1.4")]) as services:
        found = Unpaywall.at(services.url, EMAIL).locate(Work("W1", "A title", doi=doi))

        assert isinstance(found, list)
        (path,) = services.asked("unpaywall")
        assert path.startswith("/v2/10.1000%2F")
        assert "/.." not in path


@pytest.mark.parametrize(
    "body",
    [
        "[]",
        '{"best_oa_location": "x", "oa_locations": [1, null, {"url_for_pdf": 7, "license": 3}]}',
        '{"oa_locations": [{"url_for_pdf": "file:///etc/passwd", "url": "javascript:alert(1)"}]}',
        '{"oa_locations": [{"url_for_pdf": "https://", "url": "https://[::"}]}',
    ],
)
def test_malformed_places_are_left_out(httpserver: HTTPServer, body: str):
    """Only web addresses are places."""
    httpserver.expect_request("/v2/10.1234/a").respond_with_data(body)

    found = Unpaywall.at(httpserver.url_for(""), EMAIL).locate(Work("W1", "x", doi="10.1234/a"))

    assert isinstance(found, Absence)
