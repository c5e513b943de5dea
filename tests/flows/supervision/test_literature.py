"""The literature loop: an absent position gets a mini-review, with a theme of its own or room in those that stand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from flows.context.context import ReviewContext
from flows.organization import organization
from flows.snowballing import snowballing
from flows.summarization import summarization
from flows.supervision import flow as loop
from flows.supervision.flow import literature
from flows.synthesis import synthesis
from storage.core.canonical import hash_tables
from storage.writing.sections import read_integration, written_sections
from storage.writing.supervision import read_notes, read_stated_numbers
from storage.writing.themes import current_edition, read_analyses, read_themes
from tasks.citations.pandoc import find_citekeys
from tests.benchmarks.servers.messages_server import serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.flows.supervision.gap_world import CONCEPTS, open_bench, plant

pytestmark = pytest.mark.slow


def _outcome(bench: ReviewContext) -> str | None:
    return next(note.outcome for note in read_notes(bench.ledger, "literature") if note.action == "outcome")


def test_an_absent_position_gets_a_theme_and_a_section_of_its_own(
    written: Path, world: Path, copy_review: Callable[[Path], Path], monkeypatch
) -> None:
    """Between the last theme and the answers, with its works, analysis and path; a later run leaves all as it is."""
    monkeypatch.setattr(loop, "_LEAST_FOR_A_THEME", 2)
    home, topic = copy_review(written), CONCEPTS[4][0]
    with serve_anthropic(SCRIPTS) as server, open_bench(home, world, server) as bench:
        plant(bench, f"It is disputed by {topic}.")
        before, edition = written_sections(bench.ledger), current_edition(bench.ledger)
        literature.fn(bench)
        after, themes = written_sections(bench.ledger), read_themes(bench.ledger)
        (fresh,) = set(after) - set(before)
        assert list(after)[list(after).index("answers") - 1] == fresh
        assert after[fresh][0] == topic.title() == themes[-1].label
        assert set(themes[-1].work_ids) == {"W140", "W141"}
        assert themes[-1].theme_id in read_analyses(bench.ledger)
        keys = set(bench.ledger.select("SELECT citekey FROM corpus WHERE stage > 1000")["citekey"])
        assert set(find_citekeys(after[fresh][1])) == keys
        assert {row for row in _paths(bench) if row[0] == themes[-1].theme_id} == {
            (themes[-1].theme_id, "W140", "expansion"),
            (themes[-1].theme_id, "W141", "expansion"),
        }
        assert (_outcome(bench), current_edition(bench.ledger)) == ("integrated", edition)
        stated = read_stated_numbers(bench.ledger) or {}
        assert (stated["themes"], stated["corpus"]) == (4, 16)
        assert "The corpus holds 16 works" in after["methodology"][1]
        assert bench.ledger.select(
            "SELECT from_version, to_version FROM edit WHERE section_id = $name", name=fresh
        ).rows()[0] == (0, 1)
        assert bench.ledger.select("FROM unsupported_claim").is_empty()
        assert fresh not in read_integration(bench.ledger).pending
        asked, known = len(server.requests), hash_tables(bench.ledger)
        literature.fn(bench)
        now = hash_tables(bench.ledger)
        assert {name for name in now if now[name] != known[name]} == set()
        assert len(server.requests) == asked


def test_with_too_few_works_for_a_theme_a_section_is_extended(
    written: Path, world: Path, copy_review: Callable[[Path], Path]
) -> None:
    """Two works make no theme: they stand in the section that the gap names."""
    with serve_anthropic(SCRIPTS) as server, open_bench(copy_review(written), world, server) as bench:
        section_id = plant(bench, f"It leaves out the school of {CONCEPTS[1][0]}.", 1)
        before = written_sections(bench.ledger)
        literature.fn(bench)
        after = written_sections(bench.ledger)
        assert list(after) == list(before)
        keys = set(bench.ledger.select("SELECT citekey FROM corpus WHERE stage > 1000")["citekey"])
        assert keys <= set(find_citekeys(after[section_id][1]))
        gap = next(note for note in read_notes(bench.ledger, "literature") if note.action == "gap")
        assert (gap.issue_type, _outcome(bench)) == ("missing_school", "integrated")


def test_without_a_model_classics_that_nobody_judged_are(
    written: Path, world: Path, copy_review: Callable[[Path], Path]
) -> None:
    """Works that many corpus works cite and the search did not reach come in, found through a work that cites them."""
    with open_bench(copy_review(written), world) as bench:
        literature.fn(bench)
        found = bench.ledger.select(
            "SELECT c.work_id, bool_or(d.via_work_id IS NOT NULL) FROM corpus AS c JOIN discovery AS d USING (work_id) "
            "WHERE c.stage = 1001 AND d.stage = 1001 GROUP BY c.work_id ORDER BY c.work_id"
        )
        assert found.rows() == [("W200", True), ("W201", True)]
        keys = set(bench.ledger.select("SELECT citekey FROM corpus WHERE stage = 1001")["citekey"])
        told = {name for name, (_, text) in written_sections(bench.ledger).items() if keys & set(find_citekeys(text))}
        assert any(name.startswith("theme:") for name in told)
        assert _outcome(bench) == "integrated"
        assert bench.ledger.select("FROM missed_seminal").is_empty()


def test_the_phases_before_it_undo_nothing_when_they_run_again(
    written: Path, world: Path, copy_review: Callable[[Path], Path]
) -> None:
    """Selection, reading, organization and synthesis find all of it done: the review knows the same afterwards."""
    with open_bench(copy_review(written), world) as bench:
        literature.fn(bench)
        known = hash_tables(bench.ledger)
        for phase in (snowballing, summarization, organization, synthesis):
            phase.fn(bench)
        assert hash_tables(bench.ledger) == known


def _paths(bench: ReviewContext) -> list[tuple[str, str, str]]:
    rows = bench.ledger.select('SELECT theme_id, work_id, "action" FROM theme_path WHERE "action" = \'expansion\'')
    return [(row[0], row[1], row[2]) for row in rows.iter_rows()]
