"""Screening by an analyst that reads: it teaches the ranker, is audited, and stops with evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from flows.context.order import ReviewOrder
from flows.discovery import discovery
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.snowballing import snowballing
from storage.core.canonical import canonical_hash
from storage.records.screening import Candidate, Judgement
from tasks.analysts.protocol import RelevanceContext
from tasks.environment.settings import read_settings
from tests.benchmarks.gold_search import GoldReader
from tests.benchmarks.worlds import World, read_world

pytestmark = pytest.mark.slow

_NO_MORE = 40


@dataclass(frozen=True)
class Reader(GoldReader):
    """Judges as the published review did; `patience` batches are judged before the power is cut."""

    patience: list[int] | None = None

    def judge_relevance(self, context: RelevanceContext, candidates: Sequence[Candidate]) -> list[Judgement]:
        """Return the judgements, or break off."""
        if self.patience is not None:
            if not self.patience:
                raise KeyboardInterrupt
            self.patience.pop()
        return super().judge_relevance(context, candidates)


@pytest.fixture
def world(shared_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Return a world of 258 works, of which a published review included 15."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LITREVIEW_REVIEWS", str(tmp_path / "reviews"))
    return read_world(shared_data / "worlds" / "donners_2021")


def _search(world: World, name: str, patience: list[int] | None = None) -> dict[str, list[tuple[object, ...]]]:
    asked = ReviewOrder(
        topic=world.title, name=name, quality="standard", catalogue=str(world.works_file), analyst="instant"
    )
    with open_context(asked, read_settings(), Progress(quiet=True)) as bench:
        reading = replace(bench, analyst=Reader(gold=world.gold, patience=patience))
        try:
            discovery.fn(reading)
            snowballing.fn(reading)
        except KeyboardInterrupt:
            return {}
        queries = {
            "hash": canonical_hash,
            "relevant": "SELECT work_id FROM relevant ORDER BY 1",
            "methods": "SELECT DISTINCT method FROM decision WHERE phase = 'screening'",
            "audit": "SELECT work_id, stage FROM audit ORDER BY 1",
            "audited and screened": "SELECT count(*) FROM audit JOIN screening_decision USING (work_id)",
            "ranker": "SELECT stage, weights->>'citation_weight' FROM ranker ORDER BY 1",
            "stages": "SELECT stage, stop_p_value, missed_estimate, missed_upper FROM diffusion_stage ORDER BY 1",
            "looks": "SELECT stage, screened, p_value FROM stop_look ORDER BY ALL",
            "recall": "SELECT recall, low, high FROM recall_estimate",
            "unreached": "SELECT score FROM decision WHERE phase = 'cutoff' ORDER BY 1",
        }
        return {
            key: [(query(bench.ledger),)] if callable(query) else bench.ledger.select(query).rows()
            for key, query in queries.items()
        }


def test_a_reader_finds_what_was_included_and_says_how_sure_it_is(world: World):
    """All included works are found; the ranker's weights, the audit and the evidence of each stage are on record."""
    known = _search(world, "read")
    assert {row[0] for row in known["relevant"]} == world.gold
    assert known["methods"] == [("llm",)]
    assert [stage for stage, _ in known["ranker"]] == sorted({stage for stage, _, _ in known["looks"]})
    assert all(weight is not None for _, weight in known["ranker"])
    assert known["audit"]
    assert known["audited and screened"] == [(len(known["audit"]),)]
    for stage, p_value, missed, upper in known["stages"]:
        assert 0 <= p_value <= 1, stage
        assert 0 <= missed <= upper, stage
    ((recall, low, high),) = known["recall"]
    assert low <= recall <= high <= 1
    assert known["unreached"]
    assert all(0 < score < 1 for (score,) in known["unreached"])


def test_a_search_cut_short_anywhere_ends_as_if_it_never_was(world: World):
    """Interrupted after each of its first batches and resumed, the review draws the same audit and knows the same."""
    whole = _search(world, "whole")
    for cut in range(_NO_MORE):
        known = _search(world, "cut", [0] * (1 + cut % 2))
        if known:
            break
    assert known == whole
    assert cut > 1
