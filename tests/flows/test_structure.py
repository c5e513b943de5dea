"""The structure loop: planted flaws are mended and nothing else, worse texts are undone, no step is repeated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from flows.bench.loopback.messages_server import LoopbackAnthropic, serve_anthropic
from flows.bench.loopback.scripted import SCRIPTS
from flows.bench.loopback.scripted.protocol import Asked, Script
from flows.bench.loopback.scripted.supervising_structure import script_cures
from flows.bench.structural_flaws import PlantedFlaw
from flows.loops.structure import describe, read_standing, structure
from flows.workbench import Workbench
from storage.ledger import WORKING_FILE, Ledger
from storage.supervision import read_notes
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.citation_forms import find_citations
from tasks.supervision.coherence import Coherence
from tasks.supervision.issues import Issue, StructureMaterial
from tasks.supervision.paragraphs import StandingSection
from tasks.supervision.spans import Rewriting, SpanMaterial
from tasks.supervision.structure_record import ITERATIONS
from tests.flows.planted_review import set_bench
from tests.flows.structured_review import plant, write_review

DECIDABLE = {"orphaned_content", "redundant_framing", "redundant_paragraphs"}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the ledger of a clean review, written once."""
    folder = tmp_path_factory.mktemp("written")
    with Ledger(folder) as ledger:
        write_review(ledger)
    return (folder / WORKING_FILE).read_bytes()


@pytest.fixture
def ledger(written: bytes, tmp_path: Path) -> Iterator[Ledger]:
    """Yield a ledger of its own with the clean review."""
    (tmp_path / WORKING_FILE).write_bytes(written)
    with Ledger(tmp_path) as opened:
        yield opened


def _texts(sections: Sequence[StandingSection]) -> dict[str, str]:
    return {section.section_id: section.markdown for section in sections}


def _cite(sections: Sequence[StandingSection]) -> Counter[str]:
    return Counter(form.citekey for section in sections for form in find_citations(section.markdown))


def _count(ledger: Ledger) -> list[int]:
    return [
        ledger.select(f"SELECT count(*) FROM {name}").item() for name in ("section", "claim", "edit", "supervision")
    ]


def _mend(ledger: Ledger, flaws: Sequence[PlantedFlaw], more: Mapping[str, Script] | None = None) -> LoopbackAnthropic:
    """Run the loop with the scripts that cure flaws, and return the server that was asked."""
    with serve_anthropic(SCRIPTS | script_cures(flaws) | (more or {})) as server:
        structure.fn(set_bench(ledger, server))
        return server


def test_a_model_mends_every_planted_flaw_and_touches_nothing_else(ledger: Ledger) -> None:
    """Three flaws of each of seven kinds mended, the review is the clean one again, byte for byte, claims and all.

    Each edit names the paragraphs it changes, and a second run does and pays nothing.
    """
    clean, flaws = plant(set_bench(ledger))
    assert Counter(flaw.kind for flaw in flaws).total() == 21
    planted = _texts(read_standing(set_bench(ledger)))
    _mend(ledger, flaws)
    after = read_standing(set_bench(ledger))
    assert planted != _texts(clean)
    assert _texts(after) == _texts(clean)
    assert [set(section.claims) for section in after] == [set(section.claims) for section in clean]
    assert ledger.select("SELECT * FROM unsupported_claim").is_empty()
    rounds = ledger.select("SELECT DISTINCT iteration, coherence FROM edit WHERE loop = 'structure'").rows()
    assert rounds == [(1, 1.0)]
    assert ledger.select("SELECT count(DISTINCT issue) FROM edit WHERE loop = 'structure'").item() == 7
    _check_edits(ledger)
    facts = _count(ledger)
    assert _mend(ledger, flaws).requests == []
    assert _count(ledger) == facts


def _check_edits(ledger: Ledger) -> None:
    """Check that between the two versions of an edit nothing differs but the places it names and what was put there."""
    versions = {
        (row[0], row[1]): row[2].strip().split("\n\n")
        for row in ledger.select("SELECT section_id, version, markdown FROM section").iter_rows()
    }
    edits = ledger.select("SELECT section_id, from_version, to_version, paragraphs FROM edit WHERE loop = 'structure'")
    for section_id, before, after, places in edits.iter_rows():
        was, now = versions[section_id, before], versions[section_id, after]
        kept = was if len(now) > len(was) else [block for place, block in enumerate(was) if place not in places]
        rest = iter(now)
        assert all(block in rest for block in kept)
        assert (after, was != now) == (before + 1, True)


def test_without_a_model_repeated_and_displaced_paragraphs_are_found(ledger: Ledger) -> None:
    """All planted flaws of the decidable kinds are found and treated, and on the clean review nothing is."""
    bench = set_bench(ledger)
    assert bench.analyst.diagnose_structure(describe(bench, read_standing(bench))) == ()
    clean, flaws = plant(bench)
    material = describe(bench, read_standing(bench))
    places = {one.number: (one.section_id, one.place) for one in material.paragraphs}
    found = {
        (issue.kind, places[number])
        for issue in bench.analyst.diagnose_structure(material)
        for number in issue.paragraphs
    }
    decidable = [flaw for flaw in flaws if flaw.kind in DECIDABLE]
    assert all(any((flaw.kind, place) in found for place in flaw.paragraphs) for flaw in decidable)
    assert {place for _, place in found} <= {place for flaw in decidable for place in flaw.paragraphs}
    structure.fn(bench)
    after = read_standing(bench)
    assert set(_cite(after)) == set(_cite(clean))
    assert ledger.select("SELECT * FROM unsupported_claim").is_empty()
    kinds = ledger.select(
        "SELECT issue, count(*) FROM edit WHERE to_version > from_version GROUP BY issue ORDER BY issue"
    )
    assert kinds.rows() == [("orphaned_content", 6), ("redundant_framing", 3), ("redundant_paragraphs", 3)]
    untouched = {text for section in after for text in section.markdown.strip().split("\n\n")}
    flawed = {text for flaw in flaws for text in flaw.texts} | {t for flaw in flaws for c in flaw.cures for t in c}
    assert {t for s in clean for t in s.markdown.strip().split("\n\n")} - flawed <= untouched


def test_a_clean_review_is_left_as_it_is(ledger: Ledger) -> None:
    """No version, no edit; two notes say that nothing was found."""
    structure.fn(set_bench(ledger))
    assert [note.action for note in read_notes(ledger, "structure")] == ["diagnosis", "end"]
    assert ledger.select("SELECT count(*) FROM edit").item() == 0


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
            return analyst.asked, _texts(read_standing(set_bench(ledger))), _count(ledger)

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
    assert _texts(after) == _texts(before)
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


def _find_citing(asked: Asked) -> dict[str, Any]:
    """Return the first paragraph that cites as one with a gap."""
    number = next(one["number"] for one in asked.blocks["document"] if "[@" in one["text"])
    told = {"severity": "low", "problem": "A step is missing.", "suggestion": "Add it.", "move_after": None}
    return {"issues": [{"kind": "logical_gap", "paragraphs": [number], **told}]}


def _drop_citations(asked: Asked) -> dict[str, Any]:
    """Return every span with the citations of its first paragraph gone."""
    spans = [
        {"span": span["span"], "paragraphs": ["Nothing need be cited here.", *span["paragraphs"][1:]]}
        for span in asked.blocks["spans"]
    ]
    return {"spans": spans, "note": "Shorter."}


def test_a_rewriting_that_loses_a_citation_is_rejected(ledger: Ledger) -> None:
    """Asked twice in vain, the section stays at its version, and the edit says that there is no usable rewriting."""
    before = read_standing(set_bench(ledger))
    scripts = {"StructureDiagnosis": _find_citing, "SpanRewriting": _drop_citations}
    with serve_anthropic(SCRIPTS | scripts) as server:
        structure.fn(set_bench(ledger, server))
        asked = [request for request in server.requests if "SpanRewriting" in str(request.body)]
    assert len(asked) == 2
    assert "citations must stay exactly" in str(asked[1].body)
    assert read_standing(set_bench(ledger)) == before
    edit = ledger.select("SELECT from_version = to_version, note FROM edit").row(0)
    assert edit == (True, "rejected: no usable rewriting was given")


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
        poor.setattr(Workbench, "saves", lambda *_: True)
        structure.fn(set_bench(ledger, analyst=analyst))
    assert analyst.asked == []
    structure.fn(set_bench(ledger, analyst=analyst))
    assert read_notes(ledger, "structure")[-1].action == "end"
