"""Open Library as it fails, over a loopback server: each failure is a sentence, never a traceback."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from storage.records.search import Formulation, SearchOutcome
from tasks.services import service
from tasks.services.open_library import OpenLibrary

ASKED = Formulation(strategy="book", framing="books", text="Stress & coping", limit=5)
PATH = "/search.json"


@pytest.fixture
def short_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring the time-out to a third of a second, for tests that wait for it."""
    monkeypatch.setattr(service, "_LIMITS", replace(service._LIMITS, read=0.3, whole=0.3))


def reason(outcome: SearchOutcome | str) -> str:
    assert isinstance(outcome, str)
    assert outcome.startswith("Open Library at localhost ")
    assert outcome.endswith(", so that books come from the catalogue alone.")
    return outcome


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_too_many_requests_is_asked_again_when_the_service_says(
    httpserver: HTTPServer, library: OpenLibrary, form: str
):
    """Retry-After is honoured as a number of seconds and as a date."""
    after = "1" if form == "seconds" else format_datetime(datetime.now(UTC) + timedelta(seconds=2), usegmt=True)
    httpserver.expect_oneshot_request(PATH).respond_with_data("wait", status=429, headers={"Retry-After": after})
    httpserver.expect_request(PATH).respond_with_json({"docs": [{"key": "/works/OL1W", "title": "Stress"}]})
    started = time.monotonic()

    outcome = library.search_books(ASKED)

    assert time.monotonic() - started >= 0.9
    assert isinstance(outcome, SearchOutcome)
    assert (len(outcome.hits), len(httpserver.log)) == (1, 2)


def test_a_service_that_asks_for_more_than_a_minute_is_not_waited_for(httpserver: HTTPServer, library: OpenLibrary):
    """A long Retry-After ends the search at once and says for how long."""
    httpserver.expect_request(PATH).respond_with_data("wait", status=429, headers={"Retry-After": "86400"})

    assert "asked for a pause of 86400 s (status 429)" in reason(library.search_books(ASKED))
    assert len(httpserver.log) == 1


@pytest.mark.parametrize(("status", "tries"), [(500, 5), (503, 5), (429, 5), (404, 1), (422, 1), (403, 1)])
def test_errors_of_the_service_are_a_reason_and_only_passing_ones_are_tried_again(
    httpserver: HTTPServer, library: OpenLibrary, status: int, tries: int
):
    """5xx and 429 are asked five times, other refusals once; a Retry-After nobody can read is ignored."""
    httpserver.expect_request(PATH).respond_with_data("no", status=status, headers={"Retry-After": "soon"})

    assert ("status " + str(status) if status != 404 else "does not know") in reason(library.search_books(ASKED))
    assert len(httpserver.log) == tries


@pytest.mark.parametrize(
    "body",
    [
        '{"numFound": 3, "docs": [{"key"',
        "<html>captive portal</html>",
        "",
        "[" * 200_000,
        "[]",
        '{"docs": "none"}',
        "null",
    ],
)
def test_an_answer_that_cannot_be_read_is_a_reason(httpserver: HTTPServer, library: OpenLibrary, body: str):
    """A page that is no answer of the search is asked for again, and ends in a sentence, not in a traceback."""
    httpserver.expect_request(PATH).respond_with_data(body, content_type="application/json")

    assert "did not answer in the form asked for" in reason(library.search_books(ASKED))
    assert len(httpserver.log) == 5


def test_an_answer_without_end_is_cut_off(httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch):
    """More bytes than any list of books has are not read into memory."""
    monkeypatch.setattr(service, "_LIMITS", replace(service._LIMITS, largest=1_000))
    httpserver.expect_request(PATH).respond_with_data(" " * 100_000)

    assert "answered with more than" in reason(OpenLibrary(httpserver.url_for("/")).search_books(ASKED))


@pytest.mark.usefixtures("short_timeout")
def test_a_silent_service_is_a_reason_after_five_time_outs(httpserver: HTTPServer):
    """A service that takes longer than the time-out is tried five times, then left."""

    def dawdle(_request: Request) -> Response:
        time.sleep(0.5)
        return Response("{}")

    httpserver.expect_request(PATH).respond_with_handler(dawdle)

    outcome = OpenLibrary(httpserver.url_for("/")).search_books(ASKED)
    assert "took too long to answer (ReadTimeout)" in reason(outcome)
    patience = time.monotonic() + 5
    while len(httpserver.log) < 5 and time.monotonic() < patience:
        time.sleep(0.05)  # a request is in the log when its answer was sent, long after the client left
    assert len(httpserver.log) == 5


@pytest.mark.usefixtures("short_timeout")
def test_a_dripping_service_is_given_up_in_time(httpserver: HTTPServer):
    """Bytes that keep coming one by one do not keep the time-out from ending the answer."""
    httpserver.expect_request(PATH).respond_with_handler(lambda _: Response(_drip()))
    started = time.monotonic()

    assert "took too long to answer" in reason(OpenLibrary(httpserver.url_for("/")).search_books(ASKED))
    assert time.monotonic() - started < 5


def _drip():
    for _ in range(50):
        time.sleep(0.05)
        yield b" "


def test_a_closed_port_is_a_reason(closed_port: int):
    """No service at all is an expected absence."""
    assert "(ConnectError)" in reason(OpenLibrary(f"http://localhost:{closed_port}").search_books(ASKED))
