"""The OpenAlex catalogue beside the local one over the same works, and how many calls its answers take."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage.records.search import Formulation
from tasks.catalogues.local.catalogue import LocalCatalogue, open_catalogue
from tasks.catalogues.openalex import citing as openalex_citing
from tasks.catalogues.openalex import pages as openalex_pages
from tasks.catalogues.openalex.catalogue import OpenAlexCatalogue
from tasks.catalogues.openalex.queries import plain_words, word_search
from tasks.catalogues.protocol import Catalogue
from tests.benchmarks.servers.server import Loopback, serve_openalex
from tests.benchmarks.servers.world import World
from tests.faults.world import write_world
from tests.tasks.catalogues.openalex_loopback import KEY, ask, facts

TEXT = "street trees and heat"
FILTERED = Formulation("keyword", "all", TEXT, 1990, 2024, ("article",), ("en",), 10, 2018, limit=5)


@pytest.fixture(scope="module")
def works_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_world(tmp_path_factory.mktemp("trees") / "works.jsonl")


@pytest.fixture(scope="module")
def local(works_file: Path) -> LocalCatalogue:
    return open_catalogue(works_file, works_file.parent / "cache")


@pytest.fixture(scope="module")
def world(works_file: Path) -> World:
    return World(works_file)


@pytest.fixture
def server(world: World) -> Iterator[Loopback]:
    with serve_openalex(world) as loopback:
        yield loopback


@pytest.fixture
def famous(tmp_path: Path) -> Iterator[Loopback]:
    """Serve two works that 250 others cite, most of them both."""
    works = [{"id": f"https://openalex.org/W{number}", "title": f"Work {number}"} for number in (1, 2)]
    works += [
        {
            "id": f"https://openalex.org/W{number}",
            "title": f"Work {number}",
            "cited_by_count": number,
            "referenced_works": ["https://openalex.org/W1", "https://openalex.org/W2"][: 1 + number % 2],
        }
        for number in range(1000, 1250)
    ]
    path = tmp_path / "famous.jsonl"
    path.write_text("".join(json.dumps(work) + "\n" for work in works))
    with serve_openalex(World(path)) as loopback:
        yield loopback


@pytest.mark.parametrize(
    "question",
    [
        lambda catalogue: [hit.work for hit in catalogue.search(FILTERED).hits],
        lambda catalogue: [hit.work for hit in catalogue.search(Formulation("keyword", "all", TEXT)).hits],
        lambda catalogue: catalogue.works_by_id(["W9", "https://openalex.org/W3", "W9", "W404"]),
        lambda catalogue: catalogue.works_by_id(["W5"]),
        lambda catalogue: catalogue.works_by_id(["W404"]),
        lambda catalogue: catalogue.works_by_doi(["10.5555/TREES.5", "https://doi.org/10.5555/trees.2", "10.1/none"]),
        lambda catalogue: catalogue.works_by_doi(["doi:10.5555/trees.2"]),
        lambda catalogue: catalogue.citing_works(["W1", "W2", "W9"]),
        lambda catalogue: catalogue.works_of_author("A1", 3),
        lambda catalogue: catalogue.works_of_author("no author"),
    ],
)
def test_answers_are_those_of_a_local_catalogue(
    local: LocalCatalogue, server: Loopback, question: Callable[[Catalogue], Sequence]
):
    """The same question about the same works gives the same works in the same order, through files or the API."""
    assert facts(question(ask(server))) == facts(question(local))


def test_numbers_of_pubmed_are_asked_for_one_by_one(tmp_path: Path) -> None:
    """Each number known gives its work, as the local catalogue does; others are left out, and no call is charged."""
    path = tmp_path / "medical.jsonl"
    works = [
        {
            "id": f"https://openalex.org/W{number}",
            "title": f"Work {number}",
            "ids": {"pmid": f"https://pubmed.ncbi.nlm.nih.gov/{number}00"},
        }
        for number in range(1, 5)
    ]
    path.write_text("".join(json.dumps(work) + "\n" for work in works))
    with serve_openalex(World(path)) as loopback:
        catalogue = ask(loopback)
        found = catalogue.works_by_pmid(["300", "1", "100", "300"])
        log = catalogue.drain()
    local = open_catalogue(path, tmp_path / "cache").works_by_pmid(["300", "1", "100", "300"])
    assert {key: work.work_id for key, work in found.items()} == {"300": "W3", "100": "W1"}
    assert {key: work.work_id for key, work in local.items()} == {"300": "W3", "100": "W1"}
    assert len(log.calls) == 3
    assert sum(call.usd for call in log.calls) == 0


def test_topics_and_experts_are_those_of_a_local_catalogue(
    local: LocalCatalogue, server: Loopback, monkeypatch: pytest.MonkeyPatch
):
    """Subject headings and experts are counted over the same best hits; a repeated question costs nothing."""
    monkeypatch.setattr(OpenAlexCatalogue, "newest_year", lambda _: local.newest_year())
    catalogue = ask(server)
    topics = catalogue.topics(TEXT)
    assert topics == local.topics(TEXT)
    assert topics
    experts = catalogue.authors_of_topic(topics[0].topic_id, TEXT)
    asked = len(server.requests)
    assert experts == local.authors_of_topic(topics[0].topic_id, TEXT)
    assert catalogue.authors_of_topic(topics[0].topic_id, TEXT) == experts
    assert len(server.requests) == asked
    assert catalogue.authors_of_topic("a keyword", TEXT) == []


def test_every_work_carries_its_record_and_the_address_that_answers_it(server: Loopback):
    """The body kept is the record as answered, whichever question brought it."""
    catalogue = ask(server)
    (found,) = [hit.work for hit in catalogue.search(Formulation("keyword", "all", TEXT)).hits if hit.rank == 1]
    (again,) = catalogue.works_by_id([found.work_id])
    assert found.response == again.response
    assert found.response
    assert found.response.url.startswith(f"{server.url}/works/{found.work_id}?select=id,doi,")
    assert json.loads(found.response.body)["id"] == f"https://openalex.org/{found.work_id}"


def test_a_long_question_is_asked_again_with_any_of_its_words(server: Loopback):
    """Where few works hold every word, those that hold some follow in rank."""
    server.every_word = True
    asked = Formulation("keyword", "all", "street trees heat origins history early theory", limit=10)
    outcome = ask(server).search(asked)
    assert len(outcome.hits) > 5
    assert [request[1]["search"].count(" OR ") for request in server.requests] == [0, 6]
    assert len(outcome.url.split(" ")) == outcome.api_calls == 2


def test_operators_are_searched_as_words():
    """Nothing in a topic can be read as syntax."""
    assert plain_words('Heat NOT (trees OR "parks*"), long-term~2?') == "heat not trees or parks long-term 2"


def test_recent_years_are_asked_apart_when_exempt_from_citations():
    """A floor of citations with exempt years is two queries, and one where the years asked for decide."""
    early, recent = word_search(FILTERED)
    assert ("publication_year", "1990-2017") in early.filters
    assert ("cited_by_count", ">10") in early.filters
    assert [name for name, _ in recent.filters] == ["type", "language", "publication_year"]
    assert len(word_search(Formulation("keyword", "old", TEXT, None, 2017, cited_by_over=10))) == 1
    assert len(word_search(Formulation("keyword", "new", TEXT, 2019, None, (), (), 10, 2018))) == 1


def test_an_id_that_is_absent_is_asked_for_once(server: Loopback):
    """References that lead nowhere recur; they cost one call, and the works beside them are still found."""
    catalogue = ask(server)
    assert catalogue.works_by_id(["W404", "W405"]) == []
    assert [work.work_id for work in catalogue.works_by_id(["W404", "W2", "W1"])] == ["W2", "W1"]
    assert catalogue.works_by_id(["W405", "W404"]) == []
    assert [request[1]["filter"] for request in server.requests] == ["openalex:W404|W405", "openalex:W2|W1"]


def test_citing_works_take_one_call_per_hundred(famous: Loopback):
    """Two seeds are one OR group; its 250 citing works are three pages."""
    works = ask(famous).citing_works(["W1", "W2"])
    assert len(works) == 250
    assert [request[1]["filter"] for request in famous.requests] == ["cites:W1|W2"] * 3
    assert sorted(request[1]["page"] for request in famous.requests) == ["1", "2", "3"]


def test_pages_that_overlap_are_read_again_by_cursor(famous: Loopback):
    """A page that repeats another's rows is noticed, and the list read in an order that holds still."""
    famous.play("", "repeated", "repeated")
    assert len(ask(famous).citing_works(["W1", "W2"])) == 250
    assert sum("cursor" in request[1] for request in famous.requests) == 3


def test_more_rows_than_page_numbers_reach_are_read_by_cursor(famous: Loopback, monkeypatch: pytest.MonkeyPatch):
    """Beyond 10,000 rows (here 100) pages follow each other by cursor."""
    monkeypatch.setattr(openalex_pages, "MOST_BY_NUMBER", 100)
    assert len(ask(famous).citing_works(["W1"])) == 250
    assert sum("cursor" in request[1] for request in famous.requests) == 3


def test_a_group_cited_too_often_is_halved(famous: Loopback, monkeypatch: pytest.MonkeyPatch):
    """The first page tells that a group has more citing works than page numbers reach (here 200)."""
    monkeypatch.setattr(openalex_citing, "MOST_BY_NUMBER", 200)
    assert len(ask(famous).citing_works(["W1", "W2"])) == 250
    assert [request[1]["filter"] for request in famous.requests if request[1].get("page", "1") == "1"] == [
        "cites:W1|W2",
        "openalex:W1|W2",
        "cites:W1",
        "cites:W2",
    ]


def test_a_cap_on_citing_works_keeps_the_most_cited_and_says_so(famous: Loopback):
    """Of a work cited too often the most cited citing works are read, and what was left out is on record."""
    catalogue = ask(famous, most_citing=120)
    works = catalogue.citing_works(["W1"])
    assert sorted(work.cited_by_count for work in works) == list(range(1130, 1250))
    (problem,) = catalogue.drain().left_out
    assert problem.kind == "citing works left out"
    assert problem.message.startswith("250 works cite W1; the 120 most cited")
    assert catalogue.drain().left_out == ()


def test_a_hub_is_capped_wherever_it_stands(famous: Loopback):
    """A seed with more citing works than the cap is taken out of its group; who it is, is looked up if need be.

    Asked once more, nothing is sent.
    """
    famous.world.records["W1"]["cited_by_count"] = 250
    catalogue = ask(famous, most_citing=130)
    works = catalogue.citing_works(["W2", "W1"])
    asked = [request[1]["filter"] for request in famous.requests]
    assert asked == ["cites:W2|W1", "openalex:W2|W1", *["cites:W1"] * 2, *["cites:W2"] * 2]
    assert len([work for work in works if "W2" in work.references]) == 125
    assert len(catalogue.drain().left_out) == 1
    asked = len(famous.requests)
    assert catalogue.citing_works(["W2", "W1"]) == works
    assert len(famous.requests) == asked


def test_seeds_share_groups_of_a_hundred():
    """At most 100 seeds share a group, each once, in order."""
    assert openalex_citing.pack_seeds(["W5", "W4", "W5"]) == [("W5", "W4")]
    assert [len(group) for group in openalex_citing.pack_seeds([f"W{n}" for n in range(250)])] == [100, 100, 50]


def test_what_is_still_allowed_is_read_from_every_answer(server: Loopback):
    """The log has the dollars left after the last call and the moment they are renewed; it is handed over once."""
    catalogue = ask(server)
    catalogue.search(Formulation("keyword", "all", "trees", limit=1))
    catalogue.works_by_id(["W1", "W2"])
    quota = catalogue.drain().quota
    assert quota.remaining == pytest.approx(1 - 0.0011)
    wait = quota.reset_at - datetime.now(UTC).replace(tzinfo=None)
    assert timedelta(seconds=86300) < wait <= timedelta(seconds=86400)
    assert catalogue.drain().is_empty


def test_calls_are_on_record_with_their_price(server: Loopback):
    """A search costs ten times a list, a single record nothing; the record is handed over once."""
    catalogue = ask(server)
    catalogue.search(Formulation("keyword", "all", "trees", limit=1))
    catalogue.works_by_id(["W1", "W2"])
    catalogue.works_by_id(["W1"])
    calls = catalogue.drain().calls
    assert [(call.service, call.status, call.usd) for call in calls] == [
        ("openalex", 200, 0.001),
        ("openalex", 200, 0.0001),
        ("openalex", 200, 0.0),
    ]
    assert catalogue.drain().is_empty


def test_the_key_is_sent_and_never_shown(server: Loopback, caplog: pytest.LogCaptureFixture):
    """No address, record, log or repr holds the key."""
    caplog.set_level("DEBUG")
    catalogue = ask(server)
    outcome = catalogue.search(Formulation("keyword", "all", TEXT))
    assert all(has_key for _, _, has_key in server.requests)
    shown = f"{outcome} {catalogue.drain()} {catalogue!r} {vars(catalogue)} {caplog.text}"
    assert KEY not in shown


def test_pickled_and_shared_by_threads(server: Loopback):
    """A copy from a pickle answers like the original; threads share one instance, and the answer to one question."""
    catalogue = ask(server)
    copy = pickle.loads(pickle.dumps(catalogue))  # noqa: S301 - our own bytes
    expected = copy.works_by_id(["W1", "W2"])
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: catalogue.works_by_id(["W1", "W2"]), range(24)))
    assert answers == [expected] * 24
    assert len(catalogue.drain().calls) == 1
