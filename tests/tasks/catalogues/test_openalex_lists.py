"""A list is complete when its pages say so; where works are missing in the end, what came is kept and the gap told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.core.errors import QuotaExhausted
from storage.records.search import Formulation
from tests.benchmarks.servers.server import Loopback, serve_openalex
from tests.benchmarks.servers.world import World
from tests.tasks.catalogues.openalex_loopback import ask

MANY = 149
# All of a hundred or two hundred: the page before the end is full, and only the next one tells.
CITED = {"W1": MANY, "W2": 100, "W3": 200}


def make_world(folder: Path) -> World:
    """Return a world of works that cite W1, W2 or W3, which are not in it, and hold the word "heat"."""
    citing = [(cited, place) for cited, works in CITED.items() for place in range(works)]
    path = folder / "works.jsonl"
    path.write_text(
        "".join(
            json.dumps(
                {
                    "id": f"https://openalex.org/W{1000 + number}",
                    "title": f"Heat number {number}",
                    "cited_by_count": place,
                    "referenced_works": [f"https://openalex.org/{cited}"],
                }
            )
            + "\n"
            for number, (cited, place) in enumerate(citing)
        )
    )
    return World(path)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return make_world(tmp_path_factory.mktemp("heat"))


@pytest.fixture
def server(world: World) -> Iterator[Loopback]:
    with serve_openalex(world) as loopback:
        yield loopback


def lasting(fault: str, server: Loopback) -> None:
    server.weather = lambda target: fault if target.startswith("/works?") else ""


@pytest.mark.parametrize("cited", CITED)
@pytest.mark.parametrize("fault", ["no count", "count 0", "count in words", "count below", "count above"])
def test_a_wrong_number_of_works_is_not_believed(server: Loopback, fault: str, cited: str):
    """All works that cite one, however many the service says they are, alone and in a group of two."""
    lasting(fault, server)
    catalogue = ask(server)
    assert len(catalogue.citing_works([cited])) == CITED[cited]
    assert len(ask(server).citing_works([cited, "W9"])) == CITED[cited]
    gaps = [omission.message for omission in catalogue.drain().left_out]
    assert len(gaps) == (1 if fault == "count above" else 0)


@pytest.mark.parametrize("fault", ["no count", "count 0", "count in words", "count below"])
def test_a_search_finds_as_much_whatever_number_is_stated(server: Loopback, fault: str):
    """The first 120 of 449."""
    asked = Formulation("keyword", "all", "heat", limit=120)
    calm = [hit.work.work_id for hit in ask(server).search(asked).hits]
    lasting(fault, server)
    assert [hit.work.work_id for hit in ask(server).search(asked).hits] == calm
    assert len(calm) == 120


def test_a_page_beyond_the_number_stated_is_asked_for_only_where_the_last_is_full(server: Loopback):
    """One more call where a list has a hundred works exactly, none where it has not."""
    ask(server).citing_works(["W1"])
    assert len(server.requests) == 2
    ask(server).citing_works(["W2"])
    assert len(server.requests) == 4


def test_missing_works_are_asked_for_one_by_one(server: Loopback):
    """A list of ids that stays short is made up by single records, which are free."""
    lasting("short", server)
    ids = [f"W{1000 + number}" for number in range(8)]
    catalogue = ask(server)
    assert [work.work_id for work in catalogue.works_by_id(ids)] == ids
    log = catalogue.drain()
    assert log.left_out == ()
    assert sum(call.usd for call in log.calls) == pytest.approx(0.0003)


def test_an_id_that_nobody_knows_is_no_gap(server: Loopback):
    """Where the number stated agrees, what is not there is not there."""
    catalogue = ask(server)
    assert len(catalogue.works_by_id(["W1000", "W1001", "W7"])) == 2
    assert catalogue.drain().left_out == ()
    assert len(server.requests) == 1


def test_a_gap_that_stays_is_told_and_ends_nothing(server: Loopback):
    """Three tries, then the fullest answer is what there is; asked once more, nothing is sent."""
    lasting("short", server)
    catalogue = ask(server)
    works = catalogue.citing_works(["W1"])
    log = catalogue.drain()
    assert 0 < len(works) < MANY
    assert [(omission.kind, omission.message) for omission in log.left_out] == [
        (
            "works not listed",
            f"OpenAlex counts {MANY} works citing W1; of the {MANY} asked for it lists {len(works)}",
        )
    ]
    asked = len(server.requests)
    assert asked == 6
    assert catalogue.citing_works(["W1"]) == works
    assert len(server.requests) == asked


def test_what_came_before_the_allowance_ended_is_kept_and_not_asked_again(server: Loopback):
    """A list that was short when there was no money to ask again; the next day it is made up by single records."""
    lasting("short", server)
    server.allowance = 0.0001
    ids = [f"W{1000 + number}" for number in range(8)]
    catalogue = ask(server)
    with pytest.raises(QuotaExhausted):
        catalogue.works_by_id(ids)
    (kept,) = catalogue.drain().answers
    server.spent = 0.0
    server.requests.clear()
    tomorrow = ask(server)
    tomorrow.recall({(kept.base_url, kept.path): kept.body})
    assert [work.work_id for work in tomorrow.works_by_id(ids)] == ids
    assert {path for path, _, _ in server.requests} == {f"/works/{work_id}" for work_id in ids[4:]}
