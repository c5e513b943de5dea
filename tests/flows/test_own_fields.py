"""Fields of a review's own: ordered once, asked of every work with its summary, stored, told, and part of the order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from flows.context.context import ReviewContext
from flows.discovery import discovery
from flows.human.questions import agree_on_plan
from flows.snowballing import snowballing
from flows.summarization import UNASKED_FIELDS as UNASKED
from flows.summarization import summarization
from storage.core.canonical import canonical_hash
from storage.core.errors import PlanMismatch
from storage.publication.published import read_published_order
from storage.reading.procedure import read_procedure
from storage.runs.reviews import review_numbers
from storage.writing.versions import exhibit_frames
from tasks.procedure.facts import Facts
from tasks.procedure.limits import tell_limits
from tasks.procedure.synthesis import UNASKED_FIELDS, tell_reading
from tasks.reporting.evidence_tables import describe_characteristics
from tests.benchmarks.servers.messages_server import serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.faults.world import write_world
from tests.flows.human.reviews import open_review

TREES, BEES = "Trees: Which street trees were measured in heat?", "Bees: What do bees eat?"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    write_world(tmp_path / "works.jsonl")
    return tmp_path


@contextmanager
def read_works(folder: Path, **changes: object) -> Iterator[ReviewContext]:
    """Yield a review whose works have been read."""
    with open_review(folder, "trees", **changes) as bench:
        agreed = agree_on_plan(bench)
        for phase in (discovery, snowballing, summarization):
            phase.fn(agreed)
        yield agreed


def test_every_work_is_asked_in_the_same_request(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a text answers is a datum with its quote; the review tells the fields; another order has another name."""
    with serve_anthropic(SCRIPTS) as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        with read_works(folder, analyst="anthropic", batch=False, extract=[TREES, BEES]) as bench:
            data = bench.ledger.select(
                "SELECT field, value, quote FROM evidence_field WHERE field IN ('Trees', 'Bees')"
            )
            asked = bench.ledger.select("SELECT step FROM llm_call")["step"]
            assert set(data["field"]) == {"Trees"}
            assert asked.value_counts().filter(step="summary")["count"].item() >= len(data) > 1
            assert {*asked} == {"queries", "criteria", "relevance", "summary"}
            assert all(value in quote.lower() for value, quote in data.select("value", "quote").iter_rows())
            studied = describe_characteristics(exhibit_frames(bench.ledger)["characteristics"])
            table = studied.draw() if studied else ""
            assert " | Trees | Bees |" in table
            assert table.count(f"| {data['value'][0]} |") > 0
            facts = Facts(review_numbers(bench.ledger), read_procedure(bench.ledger), by_model=True)
            assert "For “Trees” and “Bees”, fields of this review's own" in " ".join(facts.tell(tell_reading(facts)))
            assert not set(facts.tell(tell_limits(facts))) & {UNASKED_FIELDS}
            bench.publish()
    assert read_published_order(folder / "trees")["extract"] == [TREES, BEES]
    with pytest.raises(PlanMismatch, match="has the fields to extract 'Trees: "), open_review(folder, "trees"):
        pass


def test_an_analyst_by_rule_says_that_it_cannot_answer(folder: Path) -> None:
    """The problems of the review, its account of reading and its limits say so; nothing is extracted by these names."""
    with read_works(folder, extract=[TREES]) as bench:
        assert ("fields not extracted", UNASKED) in bench.ledger.select("SELECT kind, message FROM problem").rows()
        assert bench.ledger.select("SELECT count(*) FROM summary").item() > 0
        assert bench.ledger.select("SELECT count(*) FROM extraction WHERE field = 'Trees'").item() == 0
        facts = Facts(review_numbers(bench.ledger), read_procedure(bench.ledger))
        assert all(UNASKED_FIELDS in facts.tell(tell(facts)) for tell in (tell_reading, tell_limits))


def test_the_hash_is_that_of_before_where_there_are_none(folder: Path) -> None:
    """Whether or not criteria are stated before the column of the fields; and what is ordered changes it."""
    with open_review(folder, "trees") as bench:
        ledger = bench.ledger
        for criteria in ([], ["exclude design: case reports"]):
            ledger.change("UPDATE review SET criteria = $criteria, extract = []", criteria=criteria)
            none = canonical_hash(ledger)
            ledger.change("UPDATE review SET extract = $extract", extract=[TREES])
            assert canonical_hash(ledger) != none
            ledger.change("BEGIN; ALTER TABLE review DROP extract")
            assert canonical_hash(ledger) == none
            ledger.change("ROLLBACK")
