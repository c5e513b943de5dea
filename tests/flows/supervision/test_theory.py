"""The theory loop: planted gaps are found and closed, rounds are bounded, topics are never explored twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from flows.context.context import ReviewContext
from flows.supervision.flow import theory
from flows.verification import read_known, repair_citations
from storage.core.canonical import hash_tables
from storage.publication.published import explain_work
from storage.runs.reviews import count_works, review_numbers
from storage.writing.sections import written_sections
from storage.writing.supervision import read_notes
from storage.writing.themes import current_edition
from tasks.citations.pandoc import find_citekeys
from tasks.text.words import spell
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.benchmarks.servers.scripted.protocol import Asked, Script, read_blocks
from tests.benchmarks.servers.scripted.supervising_theory import THEORY_CUES
from tests.flows.supervision.gap_world import CONCEPTS, NAME, QUESTION, open_bench, plant

pytestmark = pytest.mark.slow

ENDLESS = (*(concept[0] for concept in CONCEPTS), "hollow stems", "thermal niches")


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
            "queries": [topic],
            "guidance": "Say more.",
            "sections": [asked.blocks["sections"][0]["ref"]],
        }

    return find


def _texts(bench: ReviewContext) -> dict[str, str]:
    return {name: text for name, (_, text) in written_sections(bench.ledger).items()}


def _outcomes(bench: ReviewContext) -> list[tuple[int, str | None]]:
    return [(note.iteration, note.outcome) for note in read_notes(bench.ledger, "theory") if note.action == "outcome"]


def _steps(server: LoopbackAnthropic) -> list[str]:
    """Return the title of the form of each answer asked for."""
    return [request.body["output_config"]["format"]["schema"]["title"] for request in server.requests]


def test_planted_gaps_of_each_kind_are_found_and_closed(
    written: Path, world: Path, copy_review: Callable[[Path], Path], server: LoopbackAnthropic
) -> None:
    """Works enter the corpus with their path, the section named cites them, and none loses a citation."""
    home = copy_review(written)
    with open_bench(home, world, server) as opened:
        bench = replace(opened, plan=replace(opened.plan, quality="high_quality"))
        planted = {
            cue: plant(bench, f"It {cue} {CONCEPTS[place][0]}.", place % 3) for place, cue in enumerate(THEORY_CUES)
        }
        before, corpus, edition = _texts(bench), count_works(bench.ledger)["corpus"], current_edition(bench.ledger)
        theory.fn(bench)
        after, counts = _texts(bench), count_works(bench.ledger)
        gaps = {note.issue_type: note for note in read_notes(bench.ledger, "theory") if note.action == "gap"}
        for place, (cue, kind) in enumerate(THEORY_CUES.items()):
            gap = gaps[kind]
            assert (gap.topic, gap.section_ids) == (CONCEPTS[place][0], (planted[cue],))
            added = bench.ledger.select(
                "SELECT work_id, citekey FROM corpus WHERE stage = $stage ORDER BY work_id", stage=gap.stage
            )
            assert added["work_id"].to_list() == [f"W1{place}0", f"W1{place}1"]
            assert set(added["citekey"]) & set(find_citekeys(after[planted[cue]]))
        assert _outcomes(bench) == [(number, "integrated") for number in range(1, 5)]
        assert all(set(find_citekeys(before[name])) <= set(find_citekeys(after[name])) for name in before)
        assert bench.ledger.select("FROM unsupported_claim").is_empty()
        assert bench.ledger.select("SELECT count(DISTINCT work_id) FROM theme_work").item() == counts["corpus"]
        assert current_edition(bench.ledger) == edition
        assert (counts["corpus"], counts["expansion"]) == (corpus + 8, 8)
        _assert_numbers_hold(bench, after)
        bench.publish()
    told = explain_work(home / NAME, "W100")
    assert told["Found by"].select("stage", "strategy").rows()[0] == (gaps["underlying_theory"].stage, "expansion")
    assert told["Decisions"]["phase"].to_list() == ["expansion screening", "expansion"]
    assert told["Cited in"].height == 1


def _assert_numbers_hold(bench: ReviewContext, texts: dict[str, str]) -> None:
    numbers = review_numbers(bench.ledger)
    assert f"The corpus holds {numbers['corpus']} works" in texts["methodology"]
    assert "four further searches, which brought eight works" in texts["methodology"]
    assert f"The corpus holds {numbers['corpus']} works" in texts["abstract"]
    assert f"rests on {numbers['corpus']} works" in texts["conclusions"]
    assert f"the {numbers['corpus']} that form its corpus" in texts["introduction"]


def test_gaps_without_end_are_bounded_by_the_tier(
    written: Path, world: Path, copy_review: Callable[[Path], Path]
) -> None:
    """An analyst that always finds another gap is asked once, twice, 3 and 5 times by tier, earlier runs counted."""
    scripts = SCRIPTS | {"TheoryGap": _always(ENDLESS)}
    with serve_anthropic(scripts) as server, open_bench(copy_review(written), world, server) as opened:
        for quality, rounds in (("quick", 1), ("quick", 1), ("standard", 2), ("comprehensive", 3), ("high_quality", 5)):
            bench = replace(opened, plan=replace(opened.plan, quality=quality))
            theory.fn(bench)
            topics = [note.topic for note in read_notes(bench.ledger, "theory") if note.action == "gap"]
            assert topics == list(ENDLESS[:rounds])
            assert _outcomes(bench) == [(number, "integrated") for number in range(1, rounds + 1)]
            assert _steps(server).count("TheoryGap") == rounds
        assert bench.ledger.select("FROM unsupported_claim").is_empty()


def test_a_topic_is_never_explored_twice(written: Path, world: Path, copy_review: Callable[[Path], Path]) -> None:
    """Who names a topic again, if in other order, is told so and asked once more; then the round has failed."""
    name = ENDLESS[0]
    again = (name, f"the {' '.join(reversed(name.split()))}")
    scripts = SCRIPTS | {"TheoryGap": _always(again)}
    with serve_anthropic(scripts) as server, open_bench(copy_review(written), world, server) as opened:
        bench = replace(opened, plan=replace(opened.plan, quality="high_quality"))
        theory.fn(bench)
        assert [note.topic for note in read_notes(bench.ledger, "theory") if note.action == "gap"] == [name]
        assert _outcomes(bench) == [(1, "integrated"), (2, "failed"), (3, "failed")]
        asked = [body for body in _asked(server) if "explored" in body]
        assert [body["explored"] for body in asked] == [[], *[[name]] * 4]
        assert ["explored before" in str(body.get("correction")) for body in asked] == [False, False, True, False, True]


def test_two_failures_in_a_row_end_the_loop_with_the_last_good_text(
    written: Path, world: Path, copy_review: Callable[[Path], Path]
) -> None:
    """Where nothing is found for two gaps running, a third is not asked about, and the themes read as before."""
    scripts = SCRIPTS | {"TheoryGap": _always(("quasar spectra", "sonnet metre", "tax treaties"))}
    with serve_anthropic(scripts) as server, open_bench(copy_review(written), world, server) as opened:
        bench = replace(opened, plan=replace(opened.plan, quality="high_quality"))
        before, corpus = _texts(bench), count_works(bench.ledger)["corpus"]
        theory.fn(bench)
        assert _outcomes(bench) == [(1, "failed"), (2, "failed")]
        assert _steps(server).count("TheoryGap") == 2
        assert count_works(bench.ledger)["corpus"] == corpus
        after = _texts(bench)
        assert {name for name in before if before[name] != after[name]} <= {"abstract", "methodology", "conclusions"}


def test_a_text_that_loses_a_citation_is_rejected(
    written: Path, world: Path, copy_review: Callable[[Path], Path]
) -> None:
    """The section stays, the edit says why, and the works are in the corpus and in the theme nearest to them."""

    def shorten(asked: Asked) -> dict[str, Any]:
        answer = SCRIPTS["IntegratedSection"](asked)
        citing = next(place for place, block in enumerate(answer["blocks"]) if "[@" in block)
        return answer | {"blocks": [*answer["blocks"][:citing], *answer["blocks"][citing + 1 :]]}

    scripts = SCRIPTS | {"IntegratedSection": shorten}
    with serve_anthropic(scripts) as server, open_bench(copy_review(written), world, server) as bench:
        section_id = plant(bench, f"It rests on the theory of {CONCEPTS[0][0]}.")
        before = _texts(bench)[section_id]
        theory.fn(bench)
        edits = bench.ledger.select(
            "SELECT from_version = to_version AS held, note FROM edit WHERE section_id = $name AND issue LIKE 'und%'",
            name=section_id,
        )
        assert edits["held"].to_list() == [True]
        assert "citations were lost" in edits["note"].item() or "no text that holds" in edits["note"].item()
        assert _outcomes(bench) == [(1, "failed")]
        assert find_citekeys(_texts(bench)[section_id]) == find_citekeys(before)
        placed = bench.ledger.select("SELECT work_id, action FROM theme_path WHERE action = 'expansion' ORDER BY 1")
        assert placed.rows() == [("W100", "expansion"), ("W101", "expansion")]


def test_a_draft_in_order_passes(
    written: Path, world: Path, copy_review: Callable[[Path], Path], server: LoopbackAnthropic
) -> None:
    """Without a gap one question is asked, at the highest effort, and nothing but two notes is written."""
    with open_bench(copy_review(written), world, server) as bench:
        repair_citations(bench, read_known(bench))
        before = hash_tables(bench.ledger)
        theory.fn(bench)
        after = hash_tables(bench.ledger)
        assert {name for name in before if before[name] != after[name]} == {"supervision"}
        assert [note.action for note in read_notes(bench.ledger, "theory")] == ["pass_through"]
    assert _steps(server) == ["TheoryGap"]
    body = server.requests[0].body
    assert (body["model"], body["output_config"]["effort"]) == ("claude-opus-5-5", "high")


def test_without_a_model_an_open_question_is_searched_for(
    asked: Path, world: Path, copy_review: Callable[[Path], Path]
) -> None:
    """Findings of the works found stand, with their citations, in the section of the theme nearest to them."""
    with open_bench(copy_review(asked), world, questions=(QUESTION,)) as bench:
        before = _texts(bench)
        theory.fn(bench)
        after = _texts(bench)
        gap = next(note for note in read_notes(bench.ledger, "theory") if note.action == "gap")
        assert (gap.topic, gap.issue_type) == (QUESTION.rstrip("?"), "foundational_concepts")
        assert gap.queries == ("functional redundancy species play",)
        assert _outcomes(bench) == [(1, "integrated")]
        keys = set(bench.ledger.select("SELECT citekey FROM corpus WHERE stage = 1001")["citekey"])
        grown = [name for name in before if set(find_citekeys(after[name])) & keys and name.startswith("theme:")]
        assert grown
        for name in before:
            assert set(find_citekeys(before[name])) <= set(find_citekeys(after[name]))
        works = bench.ledger.select(
            "SELECT count(*) FROM theme_work WHERE theme_id = $theme", theme=grown[0].removeprefix("theme:")
        ).item()
        assert f"This theme brings together {spell(works)} works" in after[grown[0]]
        notes = bench.ledger.select("SELECT note FROM edit WHERE section_id = $name ORDER BY to_version", name=grown[0])
        assert notes["note"].to_list()[1:] == ["written again from all its works"]
        assert bench.ledger.select("FROM unsupported_claim").is_empty()


def _asked(server: LoopbackAnthropic) -> list[dict[str, Any]]:
    """Return the data blocks of each question asked."""
    return [
        read_blocks("\n".join(part["text"] for message in request.body["messages"] for part in message["content"]))
        for request in server.requests
    ]
