"""OpenAlex as it fails: what is asked again, what is not, and the sentence in the end."""

from __future__ import annotations

import pickle
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from storage.core.errors import CatalogueError, InputError, LitreviewError, QuotaExhausted, StoppedShort
from storage.records.search import Formulation
from tasks.catalogues.openalex.catalogue import OpenAlexCatalogue
from tasks.catalogues.openalex.client import OpenAlexClient
from tasks.catalogues.openalex.refusals import read_refusal
from tasks.services.tries import NoAnswerError
from tests.benchmarks.servers.server import Loopback, serve_openalex
from tests.benchmarks.servers.world import World
from tests.faults.world import write_world
from tests.tasks.catalogues.openalex_loopback import KEY, ask


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World(write_world(tmp_path_factory.mktemp("trees") / "works.jsonl"))


@pytest.fixture
def server(world: World) -> Iterator[Loopback]:
    with serve_openalex(world) as loopback:
        yield loopback


LOST = ("reset", "hang up", "cut", "cut unpacked", "bad gzip", "empty")


@pytest.mark.parametrize(
    ("fault", "times"),
    [
        *((fault, 4) for fault in ("burst", "500", "timed_out", "garbage", *LOST)),
        *((fault, 2) for fault in ("short", "no count", "count 0", "count in words")),
    ],
)
def test_a_passing_fault_is_asked_again(server: Loopback, fault: str, times: int):
    """The answer is complete in the end, and every call is on record with what it may have cost."""
    server.play(*[fault] * times)
    catalogue = ask(server)
    assert [work.work_id for work in catalogue.works_by_id(["W2", "W1", "W3"])] == ["W2", "W1", "W3"]
    calls = catalogue.drain().calls
    assert len(server.requests) == len(calls) == times + 1
    assert sum(call.usd for call in calls) == pytest.approx(server.spent)


@pytest.mark.parametrize(
    ("fault", "error", "sentence", "requests"),
    [
        ("daily", QuotaExhausted, "the daily allowance of OpenAlex is used up; run 'litreview resume' after 20", 1),
        ("plan", CatalogueError, "on the plan in use (This query requires a paid plan)", 1),
        ("401", CatalogueError, "refuses the key in LITREVIEW_OPENALEX_API_KEY (API key not found)", 1),
        ("400", CatalogueError, "status 400 (DOESNTEXIST is not a valid field)", 1),
        ("elsewhere", CatalogueError, "sends to another host, other.invalid", 1),
        ("burst", StoppedShort, "answered with status 429 (Too many requests per second), 5 times in a row", 5),
        ("500", StoppedShort, "answered with status 500 (Server error), 5 times in a row", 5),
        *[
            (fault, StoppedShort, ", 5 times in a row; what came is kept: run 'litreview resume' later", 5)
            for fault in LOST
        ],
        ("timed_out", StoppedShort, "ran out of time over a query, 5 times in a row", 5),
        ("garbage", StoppedShort, "did not answer in JSON, 5 times in a row", 5),
    ],
)
def test_a_lasting_fault_is_one_sentence(
    server: Loopback, fault: str, error: type[LitreviewError], sentence: str, requests: int
):
    """What will not pass is not asked again; what might is asked five times."""
    server.play(*[fault] * 6)
    with pytest.raises(error) as caught:
        ask(server).works_by_id(["W1", "W2", "W3"])
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == (2 if error is CatalogueError else 1)
    assert len(server.requests) == requests


def test_a_refused_query_is_not_sent_again(server: Loopback):
    """Whoever asks again (a task with retries) gets the same sentence, and nothing is sent; other queries are."""
    server.play("plan")
    catalogue = ask(server)
    for _ in range(3):
        with pytest.raises(CatalogueError, match="requires a paid plan"):
            catalogue.works_by_id(["W1", "W2"])
    assert len(server.requests) == 1
    assert len(catalogue.works_by_id(["W2", "W3"])) == 2


def test_a_merged_work_is_followed(server: Loopback):
    """A 301 on the same host leads to the record an id was merged into; each hop is a call."""
    server.merged["W777"] = "W5"
    assert [work.work_id for work in ask(server).works_by_id(["W777"])] == ["W5"]
    assert [path for path, _, _ in server.requests] == ["/works/W777", "/works/W5"]


def test_after_the_allowance_nothing_more_is_sent(server: Loopback):
    """The error says when to go on, survives pickling, and the next question is not even sent."""
    server.allowance = 0.0
    catalogue = ask(server)
    with pytest.raises(QuotaExhausted) as first:
        catalogue.works_by_id(["W1", "W2"])
    with pytest.raises(QuotaExhausted):
        catalogue.works_by_id(["W1", "W2"])
    assert len(server.requests) == 1
    wait = first.value.resume_after - datetime.now(UTC)
    assert timedelta(hours=23) < wait <= timedelta(hours=24)
    copy = pickle.loads(pickle.dumps(first.value))  # noqa: S301 - our own bytes
    assert (str(copy), copy.resume_after) == (str(first.value), first.value.resume_after)


def test_without_a_key_the_sentence_says_what_a_key_would_do(server: Loopback):
    """A small allowance and a refusal both point to the setting."""
    server.play("daily", "401")
    with pytest.raises(QuotaExhausted, match="or set LITREVIEW_OPENALEX_API_KEY"):
        OpenAlexCatalogue(OpenAlexClient(server.url), 100).works_by_id(["W1"])
    with pytest.raises(CatalogueError, match="asks for a key"):
        OpenAlexCatalogue(OpenAlexClient(server.url), 100).works_by_id(["W1"])


@pytest.mark.parametrize(
    ("headers", "message", "expected"),
    [
        ({"Retry-After": "2"}, "Too many requests", NoAnswerError),
        ({}, "Too many requests", NoAnswerError),
        ({"Retry-After": "43210"}, "Upgrade your plan for more", QuotaExhausted),
        ({"X-RateLimit-Remaining-USD": "0", "X-RateLimit-Reset": "600"}, "", QuotaExhausted),
        ({}, "Daily budget used up; upgrade your plan for more", QuotaExhausted),
        ({}, "from_updated_date is not available on your plan", CatalogueError),
        ({"Retry-After": "1"}, "This filter requires a premium subscription", CatalogueError),
    ],
)
def test_the_three_meanings_of_429(headers: dict[str, str], message: str, expected: type[Exception]):
    """Too fast, used up for the day, and not in the plan are told apart by header and message."""
    body = f'{{"error": "Rate limit exceeded", "message": "{message}"}}'.encode()
    assert isinstance(read_refusal(429, headers, body, has_key=True), expected)


def test_nobody_listening_is_one_sentence():
    """A refused connection names the setting (exit 2)."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    client = OpenAlexClient(f"http://127.0.0.1:{port}", SecretStr(KEY))
    with pytest.raises(CatalogueError, match=r"could not be reached .*LITREVIEW_OPENALEX_URL") as caught:
        OpenAlexCatalogue(client, 100).works_by_id(["W1", "W2"])
    assert caught.value.exit_code == 2
    assert [call.status for call in client.drain().calls] == [0, 0, 0]


def test_another_service_at_the_address_is_one_sentence(server: Loopback):
    """A base address without works is noticed instead of read as "nothing found"."""
    with pytest.raises(CatalogueError, match="has no list of works"):
        OpenAlexCatalogue(OpenAlexClient(f"{server.url}/elsewhere"), 100).works_by_id(["W1", "W2"])


@pytest.mark.parametrize("url", ["", "api.openalex.org", "https://me:secret@api.openalex.org", "https://x.org?key=1"])
def test_a_base_address_that_is_none_is_refused(url: str):
    """A password or query would end up in the ledger."""
    with pytest.raises(InputError, match="LITREVIEW_OPENALEX_URL"):
        OpenAlexClient(url)


@pytest.mark.parametrize("key", ["schl\u00fcssel", "two\nlines"])
def test_a_key_that_cannot_be_one_is_refused_without_showing_it(key: str):
    """What cannot stand in a header is one sentence, without the key."""
    with pytest.raises(InputError, match="LITREVIEW_OPENALEX_API_KEY") as caught:
        OpenAlexClient("https://api.openalex.org", SecretStr(key))
    assert key not in str(caught.value)


def test_records_that_can_never_be_part_of_a_review_are_left_out(tmp_path: Path):
    """Tombstones, paratext and records without a title are not returned, however they were asked for."""
    path = tmp_path / "odd.jsonl"
    path.write_text(
        '{"id": "https://openalex.org/W1", "title": "A work"}\n'
        '{"id": "https://openalex.org/W2", "title": "Cover", "type": "paratext"}\n'
        '{"id": "https://openalex.org/W3", "title": null}\n'
        '{"id": "https://openalex.org/W4285719527", "title": "Deleted Work"}\n'
    )
    with serve_openalex(World(path)) as loopback:
        catalogue = ask(loopback)
        assert [work.work_id for work in catalogue.works_by_id(["W1", "W2", "W3", "W4285719527"])] == ["W1"]
        assert catalogue.works_by_id(["W2"]) == []


def test_an_allowance_that_no_day_makes_enough_is_told(server: Loopback):
    """Where one search costs more than a whole day allows, waiting is no remedy: the sentence says what is needed."""
    server.allowance = 0.0005
    catalogue = ask(server)
    assert len(catalogue.works_by_id(["W1", "W2"])) == 2
    with pytest.raises(
        StoppedShort, match=r"allows \$0.0005 a day, and the next question alone costs \$0.001"
    ) as caught:
        catalogue.search(Formulation("keyword", "all", "trees"))
    assert not isinstance(caught.value, QuotaExhausted)
