"""The client of Anthropic's API: what is asked again, what is not, with which sentence it ends, and the unseen key."""

from __future__ import annotations

import asyncio
import pickle
import time
import traceback
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import SecretStr
from pytest_httpserver import HTTPServer

from storage.core.errors import AnswerLost, InputError, LitreviewError, ServiceUnavailable, SpendLimitReached
from tasks.language_models.anthropic import messages as anthropic_messages
from tasks.language_models.anthropic.messages import LanguageService, send_message
from tasks.language_models.anthropic.wire import build_request
from tasks.language_models.table import read_table
from tests.benchmarks.checks.messages_loopback import SCRIPTS
from tests.benchmarks.servers.delivery import BROKEN
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.tasks.language_models.questions import put

KEY = "sk-ant-nobody-may-see"
BODY = build_request(put(), read_table()["claude-haiku-5-5"])


@pytest.fixture
def server() -> Iterator[LoopbackAnthropic]:
    """Yield a server of one script."""
    with serve_anthropic(SCRIPTS) as served:
        yield served


def send(server: LoopbackAnthropic, body: dict[str, Any] = BODY) -> dict[str, Any]:
    """Return the message that the server answers."""
    return asyncio.run(send_message(LanguageService(server.url, SecretStr(KEY)), body))


def test_what_arrives_is_the_request_and_what_returns_the_message_unchanged(server: LoopbackAnthropic):
    """Nothing is added to the body on its way, nothing lost from the answer."""
    message = send(server)
    assert [record.body for record in server.requests] == [BODY]
    assert server.requests[0].headers["anthropic-version"] == "2026-10-21"
    assert message["usage"]["inference_geo"] == "global"
    assert message["id"].startswith("msg_")


def test_a_slash_or_folder_in_the_address_does_no_harm(server: LoopbackAnthropic):
    """Compatible services have addresses of their own."""
    service = LanguageService(server.url + "/", SecretStr(KEY))
    assert asyncio.run(send_message(service, BODY))["type"] == "message"
    with pytest.raises(InputError):
        asyncio.run(send_message(LanguageService(server.url + "/folder", SecretStr(KEY)), BODY))
    assert server.requests[-1].path == "/folder/v1/messages"


@pytest.mark.parametrize(
    "faults",
    [["429"], ["500"], ["503"], ["529"], ["ramp"], ["529", "429", "500"] * 2],
    ids=" ".join,
)
def test_what_passes_is_asked_again(server: LoopbackAnthropic, faults: list[str]):
    """Up to five times more."""
    server.play(*faults[:5])
    assert send(server)["stop_reason"] == "end_turn"
    assert len(server.requests) == len(faults[:5]) + 1


@pytest.mark.parametrize("fault", ["disconnect", "lost", "garbage", *sorted(BROKEN - {"slow"})])
def test_what_may_have_been_charged_is_for_who_pays(server: LoopbackAnthropic, fault: str):
    """An answer that is cut, empty or of another form was perhaps paid for: it is asked for once."""
    server.play(fault)
    with pytest.raises(AnswerLost, match=r", once; check the network and ANTHROPIC_BASE_URL.*resume"):
        send(server)
    assert len(server.requests) == 1


@pytest.mark.parametrize("fault", ["429", "500", "529"])
def test_what_does_not_pass_ends_with_a_sentence(server: LoopbackAnthropic, fault: str):
    """Six times, then the run stops and can be resumed."""
    server.play(*[fault] * 9)
    with pytest.raises(ServiceUnavailable, match=r"6 times; check the network and ANTHROPIC_BASE_URL.*resume"):
        send(server)
    assert len(server.requests) == 6


def test_the_time_asked_for_is_waited(server: LoopbackAnthropic):
    """One second of retry-after takes a second."""
    server.play("429 in a second")
    began = time.monotonic()
    send(server)
    assert 1.0 <= time.monotonic() - began < 3.0


@pytest.mark.parametrize(
    ("fault", "error", "sentence"),
    [
        ("spend", SpendLimitReached, "refuses for lack of credit.*litreview resume"),
        ("spend of contract", SpendLimitReached, "refuses for lack of credit"),
        ("spend of link", SpendLimitReached, "refuses for lack of credit"),
        ("spend by month", SpendLimitReached, "You will regain access on 2027-01-01"),
        ("credit", SpendLimitReached, "credit balance is too low"),
        ("429 in an hour", ServiceUnavailable, "asks for a pause of 60 minutes"),
        ("500 for good", ServiceUnavailable, "not to be asked again"),
        ("401", InputError, "ANTHROPIC_API_KEY"),
        ("403", InputError, "ANTHROPIC_API_KEY"),
        ("413", LitreviewError, "status 413 .*maximum allowed number of bytes"),
        ("elsewhere", LitreviewError, "status 307"),
    ],
)
def test_what_will_not_pass_is_asked_once(
    server: LoopbackAnthropic, fault: str, error: type[LitreviewError], sentence: str
):
    """Money, keys and wrong requests are for people to put right; a redirect would take the key elsewhere."""
    server.play(fault)
    with pytest.raises(error, match=sentence):
        send(server)
    assert len(server.requests) == 1


def test_a_rate_limit_is_not_taken_for_a_spend_limit(server: LoopbackAnthropic):
    """Both come with status 429; only one passes."""
    server.play("429", "ramp", "spend")
    with pytest.raises(SpendLimitReached):
        send(server)
    assert len(server.requests) == 3


def test_an_unknown_model_is_named_with_its_settings(server: LoopbackAnthropic):
    """The user chose it, or the service is another one."""
    with pytest.raises(InputError, match=r"'claude-opus-9'.*LITREVIEW_MODEL_OPUS"):
        send(server, BODY | {"model": "claude-opus-9"})


def test_a_refused_request_says_what_the_service_says(server: LoopbackAnthropic):
    """Bounded, in one line."""
    with pytest.raises(LitreviewError, match="colour: Extra inputs are not permitted") as caught:
        send(server, BODY | {"colour": 1})
    assert "\n" not in str(caught.value)
    with pytest.raises(LitreviewError) as caught:
        send(server, BODY | {"c" * 5_000: 1})
    assert len(str(caught.value)) < 700


def test_a_service_that_is_not_there_ends_with_a_sentence(closed_port: int):
    """The address is named, as it is what is wrong most often."""
    service = LanguageService(f"http://127.0.0.1:{closed_port}", SecretStr(KEY))
    with pytest.raises(
        ServiceUnavailable, match=f"127.0.0.1:{closed_port} could not be reached .*6 times.*ANTHROPIC_BASE_URL"
    ):
        asyncio.run(send_message(service, BODY))


def test_a_slow_answer_is_lost():
    """What was not waited for may have been charged."""
    with serve_anthropic(SCRIPTS, seconds=0.5) as server:
        with pytest.raises(AnswerLost, match=r"took too long to answer .*, once"):
            asyncio.run(send_message(LanguageService(server.url, SecretStr(KEY), seconds=0.2), BODY))
        assert len(server.requests) == 1


def test_nothing_is_tried_again_after_the_longest_time(server: LoopbackAnthropic, monkeypatch: pytest.MonkeyPatch):
    """Waiting is bounded by the clock too."""
    monkeypatch.setattr(anthropic_messages, "_LONGEST", 0.5)
    server.play("429 in a second")
    with pytest.raises(ServiceUnavailable, match="once"):
        send(server)


@pytest.mark.parametrize("answer", [[], {"id": "x"}, {"type": "message", "content": "text", "stop_reason": "end_turn"}])
def test_json_that_is_no_message_is_lost(httpserver: HTTPServer, answer: Any):
    """As where the address is one of another kind of service."""
    httpserver.expect_request("/v1/messages").respond_with_json(answer)
    with pytest.raises(
        AnswerLost, match="something other than what was asked for, once; check the network and ANTHROPIC_B"
    ):
        asyncio.run(send_message(LanguageService(httpserver.url_for(""), SecretStr(KEY)), BODY))
    assert len(httpserver.log) == 1


@pytest.mark.parametrize(
    "address",
    ["api.anthropic.com", "ftp://x", "https://", "https://me:secret@x.org", "https://x.org/?key=1", "http://x:port"],
)
def test_a_wrong_address_is_the_setting_s_fault(address: str):
    """Nor may a password stand in what is shown."""
    with pytest.raises(InputError, match="ANTHROPIC_BASE_URL") as caught:
        LanguageService(address, SecretStr(KEY))
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("key", ["", "sk ant", "sk-änt", "sk\nant"])
def test_a_wrong_key_is_not_shown(key: str):
    """It is named by its setting."""
    with pytest.raises(InputError, match="ANTHROPIC_API_KEY") as caught:
        LanguageService(None, SecretStr(key))
    assert not key or key not in str(caught.value)


@pytest.mark.parametrize("fault", ["401", "403", "500 for good", "spend", "disconnect"])
def test_the_key_is_in_no_error_and_no_text_of_the_service(
    server: LoopbackAnthropic, fault: str, monkeypatch: pytest.MonkeyPatch
):
    """Neither in what is shown nor in the whole chain of causes."""
    monkeypatch.setattr(anthropic_messages, "_TRIES", 1)
    service = LanguageService(server.url, SecretStr(KEY))
    assert KEY not in repr(service) + str(service) + repr(server.requests)
    assert pickle.loads(pickle.dumps(service)) == service  # noqa: S301 - our own bytes
    server.play(*[fault] * 6)
    with pytest.raises(LitreviewError) as caught:
        asyncio.run(send_message(service, BODY))
    assert KEY not in "".join(traceback.format_exception(caught.value)) + repr(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)  # noqa: S301 - our own bytes


def test_a_key_that_the_service_repeats_is_struck_out(server: LoopbackAnthropic):
    """Some services say which key they refuse."""
    with pytest.raises(LitreviewError, match="…: Extra inputs") as caught:
        send(server, BODY | {KEY: 1})
    assert KEY not in str(caught.value)


def test_the_environment_cannot_take_the_key_elsewhere(server: LoopbackAnthropic, monkeypatch: pytest.MonkeyPatch):
    """Address and key are those given, whatever the SDK would find for itself."""
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9/")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "other")
    assert send(server)["type"] == "message"
    assert LanguageService(None, SecretStr(KEY)).address == "https://api.anthropic.com"
