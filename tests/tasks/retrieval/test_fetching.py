"""Fetching what is offered honestly: PDFs, XML, packed bodies, redirects, landing pages, keys."""

from __future__ import annotations

import gzip
import hashlib
import pickle
import zlib
from pathlib import Path

import pytest
from pydantic import SecretStr
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from tasks.retrieval.fetching import Fetcher
from tasks.retrieval.locating import Access
from tasks.retrieval.targets import Limits
from tasks.services.answers import Fetched, Location, Refusal
from tests.fakes.malicious_host import PDF

XML = b'<?xml version="1.0"?>\n<!DOCTYPE article PUBLIC "-//NLM//DTD JATS" "JATS.dtd">\n<article><body/></article>'
TEI = b'<TEI xmlns="http://www.tei-c.org/ns/1.0"><text/></TEI>'
PAGE = b'<!DOCTYPE html><html><head><meta name="citation_pdf_url" content="/a.pdf?x=1&amp;y=2"></head></html>'


@pytest.fixture
def fetcher(httpserver: HTTPServer, fetcher_to) -> Fetcher:
    """Return a fetcher that may reach the loopback server."""
    made: Fetcher = fetcher_to(httpserver.url_for(""))
    return made


def test_a_pdf_is_stored_under_its_hash_and_nothing_else_is_written(
    httpserver: HTTPServer, fetcher: Fetcher, folder: Path
):
    """Name, size, licence and address are told; the address has no query, the folder nothing but the file."""
    httpserver.expect_request("/a.pdf").respond_with_data(PDF)

    found = fetcher.fetch(Location("unpaywall", httpserver.url_for("/a.pdf?token=secret"), "pdf", "cc-by"))

    sha256 = hashlib.sha256(PDF).hexdigest()
    assert found == Fetched(sha256, f"{sha256}.pdf", "pdf", len(PDF), httpserver.url_for("/a.pdf"), "cc-by")
    assert [path.name for path in folder.parent.rglob("*") if path.is_file()] == [f"{sha256}.pdf"]
    assert (folder / f"{sha256}.pdf").read_bytes() == PDF
    (call,) = fetcher.drain_calls()
    assert (call.service, call.url, call.status, call.usd) == ("unpaywall", httpserver.url_for("/a.pdf"), 200, 0.0)
    assert fetcher.fetch(Location("core", httpserver.url_for("/a.pdf"), "pdf")) == Fetched(
        sha256, f"{sha256}.pdf", "pdf", len(PDF), httpserver.url_for("/a.pdf")
    )


@pytest.mark.parametrize(
    ("body", "kind"), [(XML, "xml"), (TEI, "xml"), (b"\xef\xbb\xbf" + XML, "xml"), (b"\r\n" + PDF, "pdf")]
)
def test_the_format_is_what_the_file_is(httpserver: HTTPServer, fetcher: Fetcher, body: bytes, kind: str):
    """Whatever the location and the header call it."""
    httpserver.expect_request("/file").respond_with_data(body, content_type="text/plain")

    found = fetcher.fetch(Location("x", httpserver.url_for("/file"), "pdf"))

    assert isinstance(found, Fetched)
    assert found.format == kind


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("gzip", gzip.compress(XML * 1_000)),
        ("gzip", gzip.compress(XML * 500) + gzip.compress(XML * 500)),
        ("deflate", zlib.compress(XML * 1_000)),
        ("identity", XML * 1_000),
    ],
)
def test_a_packed_body_is_stored_unpacked(httpserver: HTTPServer, fetcher: Fetcher, encoding: str, packed: bytes):
    """The hash is that of the text."""
    httpserver.expect_request("/file").respond_with_data(packed, headers={"Content-Encoding": encoding})

    found = fetcher.fetch(Location("x", httpserver.url_for("/file"), "xml"))

    assert isinstance(found, Fetched)
    assert found.sha256 == hashlib.sha256(XML * 1_000).hexdigest()


def test_a_landing_page_leads_to_the_pdf_it_names_once(httpserver: HTTPServer, fetcher: Fetcher):
    """Only where a landing page was announced; a second page is refused, and so is a page that names none."""
    httpserver.expect_request("/page").respond_with_data(PAGE)
    httpserver.expect_request("/a.pdf", query_string="x=1&y=2").respond_with_data(PDF)
    httpserver.expect_request("/other").respond_with_data(
        b"<html><meta name='citation_pdf_url' content='/page'></html>"
    )
    httpserver.expect_request("/none").respond_with_data(b"<html>nothing here</html>")

    found = fetcher.fetch(Location("x", httpserver.url_for("/page"), "html"))
    announced_as_pdf = fetcher.fetch(Location("x", httpserver.url_for("/page"), "pdf"))
    page_to_page = fetcher.fetch(Location("x", httpserver.url_for("/other"), "html"))
    names_none = fetcher.fetch(Location("x", httpserver.url_for("/none"), "html"))

    assert isinstance(found, Fetched)
    web_page = Refusal("The host sent a web page instead of the file.", "wrong content")
    assert (announced_as_pdf, page_to_page) == (web_page, web_page)
    assert names_none == Refusal("The landing page names no PDF.", "wrong content")


@pytest.mark.parametrize(
    ("status", "kind", "requests"),
    [(404, "absent", 1), (410, "absent", 1), (403, "absent", 1), (401, "absent", 1), (503, "unavailable", 3)],
)
def test_what_the_host_says_is_the_reason(
    httpserver: HTTPServer, fetcher: Fetcher, status: int, kind: str, requests: int
):
    """Only passing trouble is tried a second time; the host's own words are not repeated."""
    httpserver.expect_request("/a.pdf").respond_with_data("<b>evil</b>", status=status)

    found = fetcher.fetch(Location("x", httpserver.url_for("/a.pdf"), "pdf"))

    assert isinstance(found, Refusal)
    assert found.status == kind
    assert str(status) in found.reason
    assert "evil" not in found.reason
    assert len(httpserver.log) == requests


def test_a_second_try_may_succeed(httpserver: HTTPServer, fetcher: Fetcher):
    """A host that was busy once still delivers."""
    httpserver.expect_ordered_request("/a.pdf").respond_with_data("", status=503)
    httpserver.expect_ordered_request("/a.pdf").respond_with_data(PDF)

    assert isinstance(fetcher.fetch(Location("x", httpserver.url_for("/a.pdf"), "pdf")), Fetched)


def test_the_key_is_sent_to_openalex_alone(httpserver: HTTPServer, folder: Path):
    """Neither another source, nor another host, nor a redirect from OpenAlex sees the key; a file costs its price."""
    seen: list[str | None] = []

    def answer(request: Request) -> Response:
        seen.append(request.headers.get("Authorization"))
        if request.path == "/moved.pdf":
            return Response(status=302, headers={"Location": other + "/a.pdf"})
        return Response(PDF)

    httpserver.expect_request("/moved.pdf").respond_with_handler(answer)
    httpserver.expect_request("/a.pdf").respond_with_handler(answer)
    own = httpserver.url_for("").rstrip("/")
    other = own.replace("localhost", "127.0.0.1")
    allowed = frozenset({"localhost", "127.0.0.1"})
    access = Access(allowed, {"openalex content": own}, SecretStr("key-0123456789"))
    fetcher = Fetcher(folder, access, Limits(pause=0.0))

    fetcher.fetch(Location("openalex content", f"{own}/moved.pdf", "pdf", usd=0.01))
    fetcher.fetch(Location("openalex content", f"{other}/a.pdf", "pdf", usd=0.01))
    fetcher.fetch(Location("unpaywall", f"{own}/a.pdf", "pdf"))

    assert seen == ["Bearer key-0123456789", None, None, None]
    assert [call.usd for call in fetcher.drain_calls()] == [0.0, 0.01, 0.01, 0.0]


def test_the_users_own_service_may_be_private_but_nobody_may_redirect_there(httpserver: HTTPServer, folder: Path):
    """An origin from the settings is trusted for its own files, and for no other source."""
    httpserver.expect_request("/jobs/1/file").respond_with_data(PDF)
    httpserver.expect_request("/jobs/2/file").respond_with_data("", status=302, headers={"Location": "/jobs/1/file"})
    own = httpserver.url_for("").rstrip("/")
    fetcher = Fetcher(folder, Access(origins={"retrieve-academic": own}), Limits(pause=0.0))

    assert isinstance(fetcher.fetch(Location("retrieve-academic", f"{own}/jobs/1/file", "pdf")), Fetched)
    assert isinstance(fetcher.fetch(Location("unpaywall", f"{own}/jobs/1/file", "pdf")), Refusal)
    assert isinstance(fetcher.fetch(Location("retrieve-academic", f"{own}/jobs/2/file", "pdf")), Refusal)


def test_a_disk_that_is_full_is_no_reason_about_the_host(httpserver: HTTPServer, fetcher: Fetcher, folder: Path):
    """What is wrong here is raised, not written down as the host's fault."""
    httpserver.expect_request("/a.pdf").respond_with_data(PDF)
    folder.parent.mkdir(parents=True)
    folder.write_text("a file where the folder should be")

    with pytest.raises(OSError, match="exists"):
        fetcher.fetch(Location("x", httpserver.url_for("/a.pdf"), "pdf"))


def test_a_fetcher_travels_to_other_processes(httpserver: HTTPServer, fetcher: Fetcher):
    """Task runners pickle what they are given."""
    httpserver.expect_request("/a.pdf").respond_with_data(PDF)

    travelled = pickle.loads(pickle.dumps(fetcher))  # noqa: S301 - pickled on this line

    assert isinstance(travelled.fetch(Location("x", httpserver.url_for("/a.pdf"), "pdf")), Fetched)
