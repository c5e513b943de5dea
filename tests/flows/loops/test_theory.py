"""The theory loop: planted gaps are found and closed, rounds are bounded, topics are never explored twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from flows.bench.loopback.messages_server import LoopbackAnthropic, serve_anthropic
from flows.bench.loopback.scripted import SCRIPTS
from flows.bench.loopback.scripted.protocol import Asked, Script, read_blocks
from flows.bench.loopback.scripted.supervising_theory import THEORY_CUES
from flows.loops.theory import ROUNDS, theory
from flows.workbench import Workbench
from storage.canonical import hash_tables
from storage.published import explain_work
from storage.reviews import count_works, review_numbers
from storage.sections import written_sections
from storage.supervision import read_notes
from storage.themes import current_edition
from tasks.citation_forms import find_citekeys
from tests.flows.loops.gap_world import CONCEPTS, NAME, open_bench, plant

ENDLESS = ("hollow stems", "thermal niches", "nocturnal moths", "fungal partners", "rotating mowers", "urban verges")


@pytest.fixture
def server() -> Iterator[LoopbackAnthropic]:
    """Yield a service that reads drafts for planted gaps."""
    with serve_anthropic(SCRIPTS) as loopback:
        yield loopback


def _always(topics: tuple[str, ...]) -> Script:
    """Return a script that always finds a gap: the topics in turn, whatever was explored."""
    turns = iter(range(1000))

    def find(asked: Asked) -> dict[str, Any]:
        topic = topics[min(next(turns), len(topics) - 1)]
        return {
            "verdict": "gap",
            "topic": topic,
            "issue_type": "unifying_threads",
            "rationale": "Something is missing.",
            "queries": [CONCEPTS[0][0]],
            "guidance": "Say more.",
            "sections": [asked.blocks["sections"][0]["ref"]],
        }

    return find


def _texts(bench: Workbench) -> dict[str, str]:
    return {name: text for name, (_, text) in written_sections(bench.ledger).items()}


def _outcomes(bench: Workbench) -> list[tuple[int, str | None]]:
    return [(note.iteration, note.outcome) for note in read_notes(bench.ledger, "theory") if note.action == "outcome"]


def _steps(server: LoopbackAnthropic) -> list[str]:
    """Return the title of the form of each answer asked for."""
    return [request.body["output_config"]["format"]["schema"]["title"] for request in server.requests]


@pytest.mark.parametrize("place", range(len(THEORY_CUES)))
def test_a_planted_gap_is_found_and_closed(
    written: Path, world: Path, copy_review: Callable[[Path], Path], server: LoopbackAnthropic, place: int
) -> None:
    """Of each kind: works enter the corpus with their path, the section named cites them and loses no citation."""
    (cue, kind), topic = list(THEORY_CUES.items())[place], CONCEPTS[place][0]
    home = copy_review(written)
    with open_bench(home, world, server) as bench:
        section_id = plant(bench, f"It {cue} {topic}.", place % 3)
        before, counts, edition = _texts(bench), count_works(bench.ledger), current_edition(bench.ledger)
        theory.fn(bench)
        after, now = _texts(bench), count_works(bench.ledger)
        gap = next(note for note in read_notes(bench.ledger, "theory") if note.action == "gap")
        assert (gap.topic, gap.issue_type, gap.section_ids) == (topic, kind, (section_id,))
        added = bench.ledger.select("SELECT work_id, citekey FROM corpus WHERE stage = 1001 ORDER BY work_id")
        assert added["work_id"].to_list() == [f"W1{place}0", f"W1{place}1"]
        gained = set(find_citekeys(after[section_id])) - set(find_citekeys(before[section_id]))
        assert gained
        assert gained <= set(added["citekey"])
        assert all(set(find_citekeys(before[name])) <= set(find_citekeys(after[name])) for name in before)
        assert bench.ledger.select("FROM unsupported_claim").is_empty()
        assert current_edition(bench.ledger) == edition
        assert (now["corpus"], now["expansion"]) == (counts["corpus"] + 2, 2)
        _assert_numbers_hold(bench, after)
        bench.publish()
    told = explain_work(home / NAME, f"W1{place}0")
    assert told["Found by"].select("stage", "strategy").rows()[0] == (1001, "expansion")
    assert told["Decisions"]["phase"].to_list() == ["expansion screening", "expansion"]
    assert section_id in bench_headings(told["Cited in"].height, section_id)


def bench_headings(cited: int, section_id: str) -> tuple[str, ...]:
    """Return the section where a work is cited, if it is."""
    return (section_id,) if cited else ()


def _assert_numbers_hold(bench: Workbench, texts: dict[str, str]) -> None:
    numbers = review_numbers(bench.ledger)
    assert f"The corpus holds {numbers['corpus']} works" in texts["methodology"]
    assert "further search, which brought two works" in texts["methodology"]
    assert f"The corpus holds {numbers['corpus']} works" in texts["abstract"]
    assert f"rests on {numbers['corpus']} works" in texts["conclusions"]
    assert f"the {numbers['corpus']} that form its corpus" in texts["introduction"]


@pytest.mark.parametrize("quality", ROUNDS)
def test_gaps_without_end_are_bounded_by_the_tier(
    written: Path, world: Path, copy_review: Callable[[Path], Path], quality: str
) -> None:
    """An analyst that always finds a gap is asked exactly as often as the tier has rounds; later runs ask nothing."""
    scripts = SCRIPTS | {"TheoryGap": _always(ENDLESS)}
    with serve_anthropic(scripts) as server, open_bench(copy_review(written), world, server) as opened:
        bench = replace(opened, plan=replace(opened.plan, quality=quality))
        for _ in range(2):
            theory.fn(bench)
        topics = [note.topic for note in read_notes(bench.ledger, "theory") if note.action == "gap"]
        expected = {"quick": 1, "standard": 2, "comprehensive": 3, "high_quality": 5}[quality]
        # Only the first expansion finds works that are not in the corpus yet: from then on rounds fail, and two end it.
        assert len(topics) == min(expected, 3)
        assert _steps(server).count("TheoryGap") == len(topics)
        assert len(set(topics)) == len(topics)
