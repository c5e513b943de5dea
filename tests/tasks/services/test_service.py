"""What all clients of services about works have in common, over a loopback server: retries, rests, limits, secrets."""

from __future__ import annotations

import logging
import pickle
import time

import httpx
import pytest
from pydantic import SecretStr
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from storage.core.errors import InputError
from storage.records.search import Response as Answer
from tasks.services import service as sending
from tasks.services.answers import Absence
from tasks.services.exchange import Limits, ServiceAddress, read_pace
from tasks.services.service import ServiceClient, read_object

EMAIL, KEY = "me+you@example.org", "key-0123456789"


def client_of(url: str, **more: object) -> ServiceClient:
    return ServiceClient(ServiceAddress("library", "LITREVIEW_LIBRARY_URL", url, "/v2", **more))  # type: ignore[arg-type]


def refused(answer: Answer | Absence) -> Absence:
    assert isinstance(answer, Absence), answer
    return answer


def test_an_answer_carries_the_address_asked_and_every_call_is_on_record(httpserver: HTTPServer):
    """A base address with or without the API's path is the same service; calls are told once."""
    httpserver.expect_request("/v2/works/1").respond_with_json({"a": 1})

    for base in (httpserver.url_for(""), httpserver.url_for("/"), httpserver.url_for("/v2")):
        client = client_of(base)
        answer = client.ask("/works/1", fields="title,doi")
        assert isinstance(answer, Answer)
        assert answer.url == httpserver.url_for("/v2/works/1") + "?fields=title%2Cdoi"
        read = read_object(answer)
        assert not isinstance(read, Absence)
        assert read[0] == {"a": 1}
        (call,) = client.drain_calls()
        assert (call.service, call.url, call.status, call.usd) == ("library", answer.url, 200, 0.0)
        assert client.drain_calls() == ()


def test_secrets_reach_the_service_and_nothing_else(httpserver: HTTPServer, caplog: pytest.LogCaptureFixture):
    """Key and e-mail address are in no record, log, reason or answer, also where the service echoes them."""
    caplog.set_level(logging.INFO)
    httpserver.expect_request("/v2/echo").respond_with_handler(
        lambda request: Response(f'{{"you": "{request.args["email"]}", "key": "{request.headers["x-api-key"]}"}}')
    )
    httpserver.expect_request("/v2/moved").respond_with_handler(
        lambda _: Response(status=302, headers={"Location": "/v2/echo?email=me%2Byou%40example.org"})
    )
    httpserver.expect_request("/v2/broken").respond_with_data(EMAIL + KEY, status=500)
    client = client_of(
        httpserver.url_for(""), private={"email": SecretStr(EMAIL)}, headers={"x-api-key": SecretStr(KEY)}
    )

    told = [client.ask("/echo", q="1"), client.ask("/moved"), client.ask("/broken"), client.drain_calls()]

    assert httpserver.log[0][0].args["email"] == EMAIL
    assert httpserver.log[0][0].headers["x-api-key"] == KEY
    logged = "".join(record.getMessage() for record in caplog.records if record.name != "werkzeug")  # the server's own
    everything = repr(told) + logged + repr(client.address)
    for secret in (EMAIL, KEY, "me%2Byou%40example.org", "me%2Byou@example.org", "me+you%40example.org"):
        assert secret not in everything
    assert "/v2/echo" in logged


def test_passing_refusals_are_asked_again_and_others_are_not(httpserver: HTTPServer):
    """429 with a short Retry-After and 500 are followed by another try; the absence of a work is data for good."""
    httpserver.expect_ordered_request("/v2/a").respond_with_data("", status=429, headers={"Retry-After": "0"})
    httpserver.expect_ordered_request("/v2/a").respond_with_data("", status=500)
    httpserver.expect_ordered_request("/v2/a").respond_with_json({})
    httpserver.expect_ordered_request("/v2/b").respond_with_data("", status=404)
    httpserver.expect_ordered_request("/v2/c").respond_with_data("", status=422)
    client = client_of(httpserver.url_for(""))

    assert isinstance(client.ask("/a"), Answer)
    assert refused(client.ask("/b")) == Absence("library", "library does not know this work.")
    assert refused(client.ask("/c")) == Absence("library", "library did not accept the question (status 422).")
    assert [call.status for call in client.drain_calls()] == [429, 500, 200, 404, 422]


@pytest.mark.parametrize(
    ("status", "headers", "why"),
    [
        (401, {}, "refused the request or its key (status 401)"),
        (403, {}, "refused the request or its key (status 403)"),
        (429, {"Retry-After": "86400"}, "asked for a pause of 86400 s (status 429)"),
    ],
)
def test_a_service_that_refuses_us_is_left_alone(
    httpserver: HTTPServer, status: int, headers: dict[str, str], why: str
):
    """After one such answer the next works are not asked for; each is told why."""
    httpserver.expect_request("/v2/a").respond_with_data("", status=status, headers=headers)
    client = client_of(httpserver.url_for(""))

    first, second = refused(client.ask("/a")), refused(client.ask("/b"))

    assert (first.reason, first.status) == (f"library {why}.", "unavailable")
    assert (second.reason, second.status) == (f"library was not asked because it {why} before.", "unavailable")
    assert len(httpserver.log) == 1


def test_a_busy_service_is_left_alone_after_the_second_work_in_a_row(httpserver: HTTPServer):
    """One work that breaks the service costs nobody else; a second one tells that it is the service."""
    httpserver.expect_request("/v2/bad").respond_with_data("", status=500)
    httpserver.expect_request("/v2/good").respond_with_json({})
    client = client_of(httpserver.url_for(""))

    assert "status 500" in refused(client.ask("/bad")).reason
    assert isinstance(client.ask("/good"), Answer)
    assert "status 500" in refused(client.ask("/bad")).reason
    assert "status 500" in refused(client.ask("/bad")).reason
    assert "was not asked" in refused(client.ask("/good")).reason


def test_a_closed_port_is_an_absence_after_three_tries(closed_port: int):
    """No service at all is data, without the address's private part."""
    client = client_of(f"http://localhost:{closed_port}", private={"email": SecretStr(EMAIL)})

    absence = refused(client.ask("/a"))

    assert (absence.reason, absence.status) == ("library could not be reached (ConnectError).", "unavailable")
    assert [call.status for call in client.drain_calls()] == [0, 0, 0]
    assert client.find_silence() == "could not be reached (ConnectError)"


def test_who_cannot_be_reached_is_not_asked_again_by_this_run(closed_port: int, monkeypatch: pytest.MonkeyPatch):
    """Neither for the next work nor hours later, nor by another thread that was waiting to try again."""
    client = client_of(f"http://localhost:{closed_port}")
    assert client.find_silence() == ""
    client.ask("/a")
    now = time.monotonic()
    monkeypatch.setattr(sending.time, "monotonic", lambda: now + 100_000)
    assert "was not asked" in refused(client.ask("/b")).reason
    assert len(client.drain_calls()) == 3


def test_an_answer_without_end_or_in_drops_is_cut_off(httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch):
    """More bytes or more time than any record takes is a reason."""
    monkeypatch.setattr(sending, "_LIMITS", Limits(read=0.2, whole=0.2, largest=1_000))
    httpserver.expect_request("/v2/long").respond_with_data(" " * 100_000)
    httpserver.expect_request("/v2/slow").respond_with_handler(lambda _: Response(_drip()))
    client = client_of(httpserver.url_for(""))

    assert "answered with more than" in refused(client.ask("/long")).reason
    assert "took too long" in refused(client.ask("/slow")).reason


def _drip():
    for _ in range(20):
        time.sleep(0.04)
        yield b" "


def test_redirects_stay_with_the_service(httpserver: HTTPServer):
    """A path that moved is followed; another host, or a circle, is not."""
    httpserver.expect_request("/v2/old").respond_with_data("", status=301, headers={"Location": "/v2/new"})
    httpserver.expect_request("/v2/new").respond_with_json({})
    elsewhere = {"Location": "https://other.invalid/v2/new"}
    httpserver.expect_request("/v2/away").respond_with_data("", status=302, headers=elsewhere)
    httpserver.expect_request("/v2/circle").respond_with_data("", status=302, headers={"Location": "/v2/circle"})
    client = client_of(httpserver.url_for(""))

    assert isinstance(client.ask("/old"), Answer)
    assert "sends to another host" in refused(client.ask("/away")).reason
    assert "redirects without end" in refused(client.ask("/circle")).reason


def test_calls_keep_their_pace(httpserver: HTTPServer):
    """The second call waits for its turn."""
    httpserver.expect_request("/v2/a").respond_with_json({})
    client = client_of(httpserver.url_for(""), pace=0.3)
    started = time.monotonic()

    client.ask("/a")
    client.ask("/a")

    assert time.monotonic() - started >= 0.3


@pytest.mark.parametrize(
    ("calls", "seconds", "pace"),
    [("50", "1s", 0.02), ("5", "1s", 0.2), ("3000", "60s", 0.02), ("1", "86400s", 10.0), ("0", "1s", 0), ("x", "", 0)],
)
def test_a_service_that_states_its_rate_is_asked_no_faster(calls: str, seconds: str, pace: float):
    """As Crossref states it: so many calls in so many seconds; ten seconds between two are the most."""
    assert read_pace(httpx.Headers({"x-rate-limit-limit": calls, "x-rate-limit-interval": seconds})) == pace


def test_the_rate_that_an_answer_states_holds_from_then_on(httpserver: HTTPServer):
    """The third call waits although the address sets no pace."""
    rate = {"x-rate-limit-limit": "5", "x-rate-limit-interval": "1s"}
    httpserver.expect_request("/v2/a").respond_with_json({}, headers=rate)
    client = client_of(httpserver.url_for(""))
    started = time.monotonic()

    for _ in range(3):
        client.ask("/a")

    assert time.monotonic() - started >= 0.2


def test_a_name_too_long_for_any_address_is_not_asked_for(httpserver: HTTPServer):
    """A damaged identifier is an absence, not an error."""
    assert isinstance(client_of(httpserver.url_for("")).ask("/" + "a" * 100_000), Absence)
    assert httpserver.log == []


def test_a_post_sends_json(httpserver: HTTPServer):
    """What is to be sent goes as the body."""
    httpserver.expect_request("/v2/jobs", method="POST", json={"doi": "10.1/x"}).respond_with_json({"job_id": "1"})

    assert isinstance(client_of(httpserver.url_for("")).ask("/jobs", send={"doi": "10.1/x"}), Answer)


@pytest.mark.parametrize("body", ["<html>", "", '{"a"', "[" * 100_000])
def test_what_is_no_json_is_asked_again_and_then_an_absence(httpserver: HTTPServer, body: str):
    """A captive portal ends in a sentence."""
    httpserver.expect_request("/v2/a").respond_with_data(body)

    read = read_object(client_of(httpserver.url_for("")).ask("/a"))

    assert read == Absence("library", "library did not answer in the form asked for.", "unavailable")
    assert len(httpserver.log) == 5


@pytest.mark.parametrize("address", ["x.org", "ftp://x.org", "http://", "http://me:secret@x.org", "http://x/?k=secret"])
def test_an_address_that_cannot_be_asked_or_holds_a_secret_is_refused(address: str):
    """The sentence names the setting and never repeats what may be a password."""
    with pytest.raises(InputError, match="LITREVIEW_LIBRARY_URL") as error:
        client_of(address)

    assert "secret" not in str(error.value)


def test_a_key_that_cannot_be_sent_is_refused_unseen():
    """A key with a line break would end up in another header."""
    with pytest.raises(InputError, match="library") as error:
        client_of("http://localhost", headers={"x-api-key": SecretStr("secret\nX-Other: 1")})

    assert "secret" not in str(error.value)


def test_a_client_travels_to_other_processes(httpserver: HTTPServer):
    """Task runners pickle what they are given; keys travel along, calls do not."""

    def answer(request: Request) -> Response:
        return Response("{}", status=200 if request.headers.get("x-api-key") == KEY else 401)

    httpserver.expect_request("/v2/a").respond_with_handler(answer)
    client = client_of(httpserver.url_for(""), headers={"x-api-key": SecretStr(KEY)})

    travelled = pickle.loads(pickle.dumps(client))  # noqa: S301 - pickled on this line

    assert isinstance(travelled.ask("/a"), Answer)
