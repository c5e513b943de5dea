"""The rounds of the structure loop: worse texts are undone, no step is repeated, and it ends where it must."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from flows.context.context import ReviewContext
from flows.supervision.structure import read_standing, structure
from storage.core.ledger import Ledger
from storage.core.places import WORKING_FILE
from storage.writing.supervision import read_notes
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.revision.issues import Coherence, Issue, Rewriting, SpanMaterial, StructureMaterial
from tasks.revision.structure_record import ITERATIONS
from tests.flows.planted_review import set_bench
from tests.flows.structured_review import plant
from tests.flows.supervision.structure.standing import count_rows, read_texts

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Mender(ExtractiveAnalyst):
    """The extractive analyst, which scores as it is told, keeps what it was asked, and is stopped at a step."""

    scores: tuple[float, ...] = ()
    stop: int = 0
    asked: list[tuple[Any, ...]] = field(default_factory=list)

    def _take(self, *step: Any) -> None:
        if self.stop and len(self.asked) + 1 == self.stop:
            raise KeyboardInterrupt
        self.asked.append(step)

    def diagnose_structure(self, material: StructureMaterial) -> tuple[Issue, ...]:
        """Return what is found."""
        self._take("diagnose", *(one.markdown for one in material.paragraphs))
        return super().diagnose_structure(material)

    def rewrite_span(self, material: SpanMaterial) -> Rewriting | None:
        """Return what is left."""
        self._take("rewrite", *material.issue.paragraphs)
        return super().rewrite_span(material)

    def judge_coherence(self, material: StructureMaterial) -> Coherence:
        """Return the next of the scores told, or the measured one."""
        self._take("judge", *(one.markdown for one in material.paragraphs))
        judged = sum(step[0] == "judge" for step in self.asked) - 1
        return Coherence(self.scores[judged], "told") if self.scores else super().judge_coherence(material)


def test_killed_at_any_step_it_goes_on_and_repeats_none(written: bytes, tmp_path: Path) -> None:
    """Whichever step it is stopped in, the steps of both runs together are those of a run that was not stopped."""

    def play(name: str, stop: int) -> tuple[list[tuple[Any, ...]], dict[str, str], list[int]]:
        (tmp_path / name).mkdir()
        (tmp_path / name / WORKING_FILE).write_bytes(planted)
        analyst = Mender(stop=stop)
        with Ledger(tmp_path / name) as ledger:
            if stop:
                with pytest.raises(KeyboardInterrupt):
                    structure.fn(set_bench(ledger, analyst=analyst))
            again = replace(analyst, stop=0)
            structure.fn(set_bench(ledger, analyst=again))
            return analyst.asked, read_texts(read_standing(set_bench(ledger))), count_rows(ledger)

    (tmp_path / WORKING_FILE).write_bytes(written)
    with Ledger(tmp_path) as ledger:
        plant(set_bench(ledger), 1)
    planted = (tmp_path / WORKING_FILE).read_bytes()
    whole = play("whole", 0)
    assert Counter(step[0] for step in whole[0]) == {"diagnose": 1, "judge": 2, "rewrite": 2}
    for stop in range(1, len(whole[0]) + 1):
        assert play(f"stopped{stop}", stop) == whole


def test_a_round_that_lowers_coherence_is_undone(ledger: Ledger) -> None:
    """The text before stands again as a version of its own, with its claims; the loop ends and says why."""
    bench = set_bench(ledger, analyst=Mender(scores=(0.7, 0.5)))
    plant(bench)
    before = read_standing(bench)
    structure.fn(bench)
    after = read_standing(bench)
    assert read_texts(after) == read_texts(before)
    assert [set(section.claims) for section in after] == [set(section.claims) for section in before]
    changed = {edit[0] for edit in ledger.select("SELECT section_id FROM edit WHERE issue <> 'undone'").iter_rows()}
    undone = ledger.select("SELECT section_id, from_version, to_version, note FROM edit WHERE issue = 'undone'").rows()
    assert {row[0] for row in undone} == changed
    assert all(made == start + 1 and "coherence fell from 0.70 to 0.50" in why for _, start, made, why in undone)
    assert {s.section_id: s.version for s in before} != {s.section_id: s.version for s in after}
    last = read_notes(ledger, "structure")[-1]
    assert (last.action, "undone" in (last.outcome or "")) == ("end", True)


@dataclass(frozen=True)
class Parter(ExtractiveAnalyst):
    """Finds the first paragraph of several sentences to sprawl, round after round, and parts it; scores as told."""

    scores: Iterator[float] = field(default_factory=lambda: iter((0.1, 0.2, 0.3, 0.4, 0.5)))

    def diagnose_structure(self, material: StructureMaterial) -> tuple[Issue, ...]:
        """Return the first paragraph that can be parted."""
        number = next(p.number for p in material.paragraphs if p.kind == "text" and ". " in p.markdown)
        return (Issue("content_sprawl", (number,), "low", "It sprawls.", "Part it."),)

    def rewrite_span(self, material: SpanMaterial) -> Rewriting:
        """Return the paragraph in two."""
        first, second = material.spans[0].paragraphs[0].markdown.split(". ", 1)
        return Rewriting(((f"{first}.", second),), (), "parted")

    def judge_coherence(self, material: StructureMaterial) -> Coherence:
        """Return the next score."""
        del material
        return Coherence(next(self.scores), "told")


@pytest.mark.parametrize(("quality", "rounds"), [("quick", 1), ("comprehensive", 3)])
def test_it_ends_at_the_limit_of_the_tier(ledger: Ledger, quality: str, rounds: int) -> None:
    """With an issue in every round and a score that stays below 0.8, it goes on as long as the tier has it."""
    assert ITERATIONS == {"quick": 1, "standard": 2, "comprehensive": 3, "high_quality": 3}
    bench = set_bench(ledger, analyst=Parter())
    structure.fn(replace(bench, plan=replace(bench.plan, quality=quality)))
    notes = read_notes(ledger, "structure")
    assert [note.iteration for note in notes if note.action == "round"] == list(range(1, rounds + 1))
    assert f"limit of {rounds} rounds" in (notes[-1].outcome or "")
    assert ledger.select("SELECT max(iteration) FROM edit").item() == rounds


def test_it_ends_once_the_review_is_coherent(ledger: Ledger) -> None:
    """A score of 0.8 in the first round leaves the second one of the tier unused."""
    structure.fn(set_bench(ledger, analyst=Parter(scores=iter((0.7, 0.8)))))
    assert (read_notes(ledger, "structure")[-1].outcome or "").startswith("coherent: 0.70 to 0.80")


def test_a_text_that_changed_meanwhile_is_diagnosed_anew(ledger: Ledger) -> None:
    """What was found in another version of a section is not treated in this one, and this one is judged first."""
    plant(set_bench(ledger))
    analyst = Mender(stop=4)
    with pytest.raises(KeyboardInterrupt):
        structure.fn(set_bench(ledger, analyst=analyst))
    ledger.change(
        "INSERT INTO section BY NAME SELECT * REPLACE (version + 1 AS version) FROM current_section "
        "WHERE section_id = 'discussion'"
    )
    structure.fn(set_bench(ledger, analyst=replace(analyst, stop=0)))
    steps = Counter(step[0] for step in analyst.asked)
    assert (steps["diagnose"], steps["judge"]) == (2, 3)
    assert [note.action for note in read_notes(ledger, "structure")].count("diagnosis") == 2


def test_a_spent_budget_leaves_the_loop_open(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is asked once rounds of supervision are to be left out; with money again it goes on."""
    plant(set_bench(ledger))
    analyst = Mender()
    with monkeypatch.context() as poor:
        poor.setattr(ReviewContext, "saves", lambda *_: True)
        structure.fn(set_bench(ledger, analyst=analyst))
    assert analyst.asked == []
    structure.fn(set_bench(ledger, analyst=analyst))
    assert read_notes(ledger, "structure")[-1].action == "end"
