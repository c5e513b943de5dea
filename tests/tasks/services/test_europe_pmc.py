"""Europe PMC as it answers, over a loopback service."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from storage.records.search import Work
from tasks.services.answers import Absence, Abstract, Location
from tasks.services.europe_pmc import EuropePmc
from tests.fakes.scholarly_services import PublishedWork, serve_scholarly_services

TITLE = "Suffering and mental health among older people living in nursing homes"
ABSTRACT = "Older people in homes were asked about what they suffer, and most of them answered at length and in order."
OPEN = PublishedWork("10.7717/a", TITLE, ABSTRACT, pdf=b"%PDF-1.4", xml=b"<article/>", pmcid="PMC4525690")


def test_xml_of_the_open_subset_comes_before_the_pdf():
    """The XML's address is the service's own; the licence is in our spelling."""
    with serve_scholarly_services([OPEN]) as services:
        found = EuropePmc.at(services.url).locate(Work("W1", "x", doi=OPEN.doi))

        root = f"{services.url}/europepmc/webservices/rest"
        assert found == [
            Location("europepmc", f"{root}/PMC4525690/fullTextXML", "xml", "cc-by"),
            Location("europepmc", f"{services.url}/files/0.pdf", "pdf", "cc-by"),
        ]


def test_an_abstract_loses_its_headings():
    """Markup goes, words stay."""
    with serve_scholarly_services([OPEN]) as services:
        found = EuropePmc.at(services.url).find_abstract(Work("W1", TITLE))

        assert isinstance(found, Abstract)
        assert found.text == f"Background {ABSTRACT}"
        assert services.asked("europepmc")[0].startswith(
            "/europepmc/webservices/rest/search?query=TITLE%3A%22Suffering"
        )


def test_a_closed_article_and_an_unknown_one_are_absences():
    """No XML outside the open subset, nothing at all for a work the service does not have."""
    closed = PublishedWork("10.1234/c", TITLE, pmcid="PMC1")
    with serve_scholarly_services([closed]) as services:
        europe_pmc = EuropePmc.at(services.url)
        assert europe_pmc.locate(Work("W1", "x", doi="10.1234/c")) == Absence(
            "europepmc", "europepmc knows of no open copy."
        )
        assert europe_pmc.locate(Work("W1", "x", doi="10.1234/d")) == Absence(
            "europepmc", "europepmc does not know this work."
        )


@pytest.mark.parametrize("pmcid", ["PMC1/../../x", "../PMC1", "7", None, ""])
def test_an_identifier_that_is_none_makes_no_address(httpserver: HTTPServer, pmcid: object):
    """Only PMC and digits become part of a path."""
    record = {"doi": "10.1234/a", "pmcid": pmcid, "isOpenAccess": "Y", "inEPMC": "Y"}
    httpserver.expect_request("/europepmc/webservices/rest/search").respond_with_json(
        {"resultList": {"result": [record]}}
    )

    assert isinstance(EuropePmc.at(httpserver.url_for("")).locate(Work("W1", "x", doi="10.1234/a")), Absence)


def test_a_record_of_another_work_is_not_taken(httpserver: HTTPServer):
    """The search engine's first hit counts only if it has the DOI asked for."""
    record = {"doi": "10.1234/b", "title": TITLE, "pmcid": "PMC1", "isOpenAccess": "Y", "inEPMC": "Y"}
    httpserver.expect_request("/europepmc/webservices/rest/search").respond_with_json(
        {"resultList": {"result": [record]}}
    )

    assert isinstance(EuropePmc.at(httpserver.url_for("")).locate(Work("W1", TITLE, doi="10.1234/a")), Absence)


def test_a_title_cannot_break_out_of_its_quotation(httpserver: HTTPServer):
    """Quotation marks and backslashes of a title are not the query's."""
    httpserver.expect_request("/europepmc/webservices/rest/search").respond_with_json({})

    EuropePmc.at(httpserver.url_for("")).locate(Work("W1", 'On "x" \\" OR SRC:MED "y'))

    assert httpserver.log[0][0].args["query"] == 'TITLE:"On x OR SRC:MED y"'
