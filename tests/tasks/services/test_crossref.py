"""Crossref as it answers: recorded answers, and a loopback service."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from pytest_httpserver import HTTPServer

from storage.records.search import Work
from tasks.services.answers import Absence, Abstract, Location
from tasks.services.crossref import Crossref
from tests.fakes.recordings import read_recorded

OPEN, EMBARGOED = (
    {"URL": "http://creativecommons.org/licenses/by-nc/4.0/", "delay-in-days": days} for days in (0, 365)
)


def answer(server: HTTPServer, message: dict[str, Any]) -> Crossref:
    server.expect_request("/works/10.1234/a").respond_with_json({"status": "ok", "message": message})
    return Crossref.at(server.url_for(""), None)


def test_a_recorded_open_article_names_its_pdf_and_abstract(httpserver: HTTPServer, shared_data: Path):
    """The publisher's PDF under CC BY is a place, its web page is not; the abstract has neither markup nor heading."""
    doi = "10.1038/s42256-024-00832-8"
    status, body = read_recorded(shared_data, "api.crossref.org", "10.1038%2Fs42256-024-00832-8?")
    httpserver.expect_request(f"/works/{doi}").respond_with_data(body, status)
    crossref = Crossref.at(httpserver.url_for(""), None)

    found, abstract = crossref.locate(Work("W1", "x", doi=doi)), crossref.find_abstract(Work("W1", "x", doi=doi))

    nature = Location("crossref", f"https://www.nature.com/articles/{doi[8:]}.pdf", "pdf", "cc-by", "publishedVersion")
    assert isinstance(found, list)
    assert set(found) == {nature}
    assert isinstance(abstract, Abstract)
    assert abstract.text.startswith("Large language models (LLMs) have shown strong performance")
    assert "<" not in abstract.text


def test_a_recorded_closed_article_is_not_offered(httpserver: HTTPServer, shared_data: Path):
    """Without an open licence a publisher's file is no place, unless the user may have access."""
    doi = "10.1063/1.4938384"
    status, body = read_recorded(shared_data, "api.crossref.org", "10.1063%2F1.4938384?")
    httpserver.expect_request(f"/works/{doi}").respond_with_data(body, status)
    crossref = Crossref.at(httpserver.url_for(""), None)

    absence = crossref.locate(Work("W1", "x", doi=doi))
    closed = crossref.locate(Work("W1", "x", doi=doi), closed=True)

    assert absence == Absence("crossref", "crossref lists no file under an open licence.")
    assert isinstance(closed, list)
    assert {place.licence for place in closed} <= {None} | {place.licence for place in closed if place.licence}
    assert not any((place.licence or "").startswith("cc-") for place in closed)


@pytest.mark.parametrize(
    ("licences", "kind"),
    [
        ([OPEN | {"content-version": "vor"}], list),
        ([OPEN | {"content-version": "unspecified"}], list),
        ([OPEN | {"content-version": "am"}], Absence),
        ([EMBARGOED | {"content-version": "vor"}], Absence),
        ([{"URL": "https://www.elsevier.com/tdm/userlicense/1.0/", "content-version": "vor"}], Absence),
        ([{"URL": 7}, "x", None], Absence),
        ("none", Absence),
    ],
)
def test_a_licence_counts_for_its_version_of_the_text_from_the_first_day(
    httpserver: HTTPServer, licences: object, kind: type
):
    """An accepted manuscript's licence says nothing about the published version; an embargo keeps a text closed."""
    link = {"URL": "https://x.org/a.pdf", "content-type": "application/pdf", "content-version": "vor"}
    crossref = answer(httpserver, {"license": licences, "link": [link, {"URL": None}, 7]})

    assert isinstance(crossref.locate(Work("W1", "x", doi="10.1234/a")), kind)


def test_xml_comes_before_pdf(httpserver: HTTPServer):
    """XML is read without loss."""
    kinds = ("application/pdf", "text/html", "text/xml", "unspecified")
    links = [
        {"URL": f"https://x.org/{n}", "content-type": kind, "content-version": "vor"} for n, kind in enumerate(kinds)
    ]
    crossref = answer(httpserver, {"license": [OPEN | {"content-version": "vor"}], "link": links})

    found = crossref.locate(Work("W1", "x", doi="10.1234/a"))

    assert isinstance(found, list)
    assert [(place.url, place.format) for place in found] == [("https://x.org/2", "xml"), ("https://x.org/0", "pdf")]


@pytest.mark.parametrize("stated", [None, "", "<jats:p>No abstract available.</jats:p>", 7])
def test_what_is_no_abstract_is_not_taken_for_one(httpserver: HTTPServer, stated: object):
    """Less than twenty words are not an abstract."""
    crossref = answer(httpserver, {"abstract": stated})

    assert crossref.find_abstract(Work("W1", "x", doi="10.1234/a")) == Absence(
        "crossref", "crossref holds no abstract."
    )


def test_whom_to_write_to_is_told_in_the_header_alone(httpserver: HTTPServer):
    """The e-mail address is in no address and on no record."""
    httpserver.expect_request("/works/10.1234/a").respond_with_json({})
    crossref = Crossref.at(httpserver.url_for(""), SecretStr("me@example.org"))

    crossref.find_abstract(Work("W1", "x", doi="10.1234/a"))

    request, _ = httpserver.log[0]
    assert request.headers["User-Agent"].endswith("(mailto:me@example.org)")
    assert "me@" not in request.url + repr(crossref.client.drain_calls())
