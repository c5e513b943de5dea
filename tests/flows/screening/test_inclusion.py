"""When the search has ended, works are included further down the scores: once, and none that somebody decided on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from flows.discovery import discovery
from flows.screening.inclusion import bound_in_force, include_expected
from flows.screening.judging import frame, judge_works
from flows.snowballing import diffusion_stage, settle_corpus, snowballing
from storage.screening.screening import add_decisions, scored_works
from storage.searching.snowballing import finished_stages, stop_reason
from tasks.screening.inclusion_bound import LOWEST
from tasks.screening.tasks import THRESHOLD
from tests.flows.conftest import make_record
from tests.flows.human.reviews import open_review

_TEXT = "street trees cool cities in summer heat while stars shine over ships and old books in quiet rooms"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with 90 works that cite each other and are the less about the topic the higher their number."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    records = []
    for number in range(1, 91):
        start = number // 10
        words = " ".join(_TEXT.split()[start : start + 7])
        cited = [f"https://openalex.org/W{other}" for other in range(max(1, number - 6), number)]
        title = f"{words}: plot {number} of the garden"
        records.append(make_record(number, title=title, abstract=f"{words} again.", referenced_works=cited))
    lines = "".join(f"{json.dumps(record)}\n" for record in records)
    (tmp_path / "works.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


def test_all_above_the_bound_are_included_and_nothing_is_decided_twice(folder: Path) -> None:
    """In the course of the search 0.6 holds; then the bound of what it judged. Going on decides nothing again."""
    with open_review(folder, "trees", analyst="extractive") as bench:
        discovery.fn(bench)
        assert bound_in_force(bench.ledger) == THRESHOLD
        snowballing.fn(bench)
        bound = bound_in_force(bench.ledger)
        assert LOWEST <= bound < THRESHOLD
        decided = bench.ledger.select(
            "SELECT score, verdict = 'include' AS included, reason, batch FROM screening_decision "
            "WHERE method = 'ranker'"
        )
        assert all(row["included"] == (row["score"] > bound) for row in decided.iter_rows(named=True))
        late = decided.filter(decided["included"] & (decided["score"] <= THRESHOLD))
        assert late.height
        assert all("set when the search had ended" in reason for reason in late["reason"])
        assert late["batch"].is_null().all()
        corpus = "SELECT count(*) FROM corpus"
        assert bench.ledger.select(corpus).item() == min(50, decided["included"].sum())
        everything = "SELECT count(*) FROM decision"
        once = bench.ledger.select(everything).item()
        snowballing.fn(bench)
        assert bench.ledger.select(everything).item() == once
        assert bound_in_force(bench.ledger) == bound


def test_what_a_person_left_out_stays_out_and_has_its_part_in_the_bound(folder: Path) -> None:
    """A run killed before the corpus was settled includes the same works as one that went through."""
    with open_review(folder, "trees", analyst="extractive") as bench:
        discovery.fn(bench)
        while stop_reason(bench.ledger) is None:
            diffusion_stage.fn(bench, finished_stages(bench.ledger))
        bound = bound_in_force(bench.ledger)
        waiting = scored_works(bench.ledger).filter("left_out").sort("score", descending=True)
        refused = waiting["work_id"][0]
        assert waiting["score"][0] > bound
        decision = judge_works(bench, 0, 0, {refused: 0.0}, frame(bench))[0]
        human = replace(decision, verdict="exclude", method="human", decided_by="Anna", batch=None, earlier=1)
        with bench.ledger.transaction():
            add_decisions(bench.ledger, [human])
        include_expected(bench)
        settle_corpus(bench)
        assert bound_in_force(bench.ledger) == bound
        added = bench.ledger.select("SELECT work_id FROM screening_decision WHERE reason LIKE '%search had ended%'")
        expected = waiting.filter((waiting["score"] > bound) & (waiting["work_id"] != refused))
        assert sorted(added["work_id"]) == sorted(expected["work_id"])


def test_what_is_judged_later_is_held_to_the_same_bound(folder: Path) -> None:
    """As by an update: a score that the search would have included at its end includes then too."""
    with open_review(folder, "trees", analyst="extractive") as bench:
        discovery.fn(bench)
        snowballing.fn(bench)
        bound = bound_in_force(bench.ledger)
        works = list(scored_works(bench.ledger)["work_id"])
        for decision in judge_works(bench, 9, 0, dict.fromkeys(works, 0.0), frame(bench)):
            assert decision.score is not None
            assert (decision.verdict == "include") == (decision.score > bound)
