"""Sixty flaws planted in a clean review: how many supervision finds and repairs, and what it touches besides.

Seven kinds of structure, four of theory, false numbers, swapped citations and duplicated paragraphs. The scripted
analyst finds flaws of structure because it knows them, those of fact and theory by what it is shown; what is measured
there is that the loops repair what was diagnosed and leave every other byte. The extractive analyst knows nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.core.ledger import Ledger
from storage.reading.reading import read_corpus
from storage.writing.supervision import read_steps
from tasks.revision.fact_rules import read_cited_texts
from tasks.revision.paragraphs import StandingSection, number_paragraphs, split_section
from tests.benchmarks.factual_flaws import plant_duplicates, plant_factual_flaws
from tests.benchmarks.rows import Row
from tests.benchmarks.servers.scripted.supervising_structure import script_cures
from tests.benchmarks.structural_flaws import PlantedFlaw, plant_flaws
from tests.benchmarks.supervised_copies import (
    copy_review,
    put_in_flaws,
    read_sections,
    supervise_review,
    write_clean_review,
)
from tests.benchmarks.theory_flaws import measure_theory

# Of each kind of structure, of each kind of fact, and duplicated paragraphs; with eight of theory they make sixty.
_STRUCTURAL, _FACTUAL, _DUPLICATED = 3, 10, 11
# What words and citations decide, so that no reader is needed.
_DECIDABLE = ("orphaned_content", "redundant_framing", "redundant_paragraphs")
_LEAST = 0.9
# Not the loop of the literature: what no search had met, the clean review does lack.
_PLANTED_FOR = ("theory", "structure", "editing", "facts")
Planter = Callable[[Sequence[StandingSection], int], tuple[tuple[StandingSection, ...], tuple[PlantedFlaw, ...]]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The sections before and after supervision of a flawed review, and places of paragraphs (section, place) found."""

    before: Sequence[StandingSection]
    after: Sequence[StandingSection]
    found: frozenset[tuple[str, int]]


def measure_supervise() -> list[Row]:
    """Return, by analyst and kind, flaws planted, found and repaired, paragraphs changed besides, false alarms."""
    rows = []
    with TemporaryDirectory(prefix="litreview-bench-") as home:
        clean = write_clean_review(Path(home))
        for scripted in (True, False):
            world = "scripted analyst" if scripted else "extractive analyst"
            rows += _measure_clean(world, clean, scripted=scripted)
            rows += _measure_structure(world, clean, scripted=scripted)
            rows += _measure_facts(world, clean, scripted=scripted)
        rows += measure_theory("scripted analyst", clean)
    return rows


def _measure_clean(world: str, clean: Path, *, scripted: bool) -> list[Row]:
    """Return how many alarms the loops raise on the clean review, and how many edits they make."""
    with TemporaryDirectory(prefix="litreview-bench-") as home:
        review = copy_review(clean, Path(home))
        supervise_review(review, _PLANTED_FOR, script_cures(()), scripted=scripted)
        with Ledger(review) as ledger:
            alarms = ledger.select("SELECT count(*) FROM supervision WHERE action IN ('issue', 'judge', 'gap')").item()
            changed = ledger.select("SELECT count(*) FROM edit WHERE loop <> 'integration'").item()
    most = 0 if scripted else 1
    return [
        Row(world, "clean review: false alarms", alarms, bound=most),
        Row(world, "clean review: edits", changed, bound=most),
    ]


def _measure_structure(world: str, clean: Path, *, scripted: bool) -> list[Row]:
    rows = []
    planters: tuple[tuple[Planter, int, str], ...] = (
        (plant_flaws, _STRUCTURAL, ""),
        (plant_duplicates, _DUPLICATED, "duplicated paragraphs"),
    )
    for plant, each, name in planters:
        with TemporaryDirectory(prefix="litreview-bench-") as home:
            review = copy_review(clean, Path(home))
            with Ledger(review) as ledger:
                before = read_sections(ledger)
                flawed, flaws = plant(before, each)
                put_in_flaws(ledger, before, flawed)
            supervise_review(review, ("structure",), script_cures(flaws), scripted=scripted, quality="high_quality")
            outcome = _read_outcome(review, flawed)
        kinds = dict.fromkeys(flaw.kind for flaw in flaws)
        for kind in kinds:
            of_kind = [flaw for flaw in flaws if flaw.kind == kind]
            found = sum(bool(outcome.found & set(flaw.paragraphs)) for flaw in of_kind)
            repaired = sum(not _stands(flaw, outcome.after) for flaw in of_kind)
            if scripted or kind in _DECIDABLE:
                rows += _tell(world, name or kind, len(of_kind), found, repaired, scripted=scripted)
        places = {place for flaw in flaws for place in flaw.paragraphs}
        rows.append(Row(world, f"{name or 'structure'}: other paragraphs changed", _count_changed(outcome, places), 0))
    return rows


def _measure_facts(world: str, clean: Path, *, scripted: bool) -> list[Row]:
    with TemporaryDirectory(prefix="litreview-bench-") as home:
        review = copy_review(clean, Path(home))
        with Ledger(review) as ledger:
            before = read_sections(ledger)
            flawed, flaws = plant_factual_flaws(before, read_cited_texts(list(read_corpus(ledger).values())), _FACTUAL)
            put_in_flaws(ledger, before, flawed)
        supervise_review(review, ("facts",), {}, scripted=scripted)
        outcome = _read_outcome(review, flawed)
        with Ledger(review) as ledger:
            judged = set(ledger.select("SELECT topic FROM supervision WHERE action = 'judge'")["topic"])
    rows = []
    texts = {section.section_id: section.markdown for section in outcome.after}
    for kind in dict.fromkeys(flaw.kind for flaw in flaws):
        of_kind = [flaw for flaw in flaws if flaw.kind == kind]
        found = sum(flaw.planted in judged for flaw in of_kind)
        repaired = sum(flaw.planted not in texts[flaw.section_id] for flaw in of_kind)
        rows += _tell(world, kind, len(of_kind), found, repaired, scripted=scripted)
    alarms = len(judged - {flaw.planted for flaw in flaws})
    places = {(flaw.section_id, flaw.place) for flaw in flaws}
    return [
        *rows,
        Row(world, "facts: other sentences judged false", alarms, bound=0),
        Row(world, "facts: other paragraphs changed", _count_changed(outcome, places), bound=0),
    ]


def _tell(world: str, kind: str, planted: int, found: int, repaired: int, *, scripted: bool) -> list[Row]:
    name, least = kind.replace("_", " "), planted if scripted else _LEAST * planted
    return [
        Row(world, f"{name}: planted", planted),
        Row(world, f"{name}: found", found, bound=least),
        Row(world, f"{name}: repaired", repaired, bound=least),
    ]


def _read_outcome(review: Path, flawed: Sequence[StandingSection]) -> Outcome:
    places = {one.number: (one.section_id, one.place) for one in number_paragraphs(flawed)}
    with Ledger(review) as ledger:
        issues = [
            one.state["examined"]["issue"]
            for one in read_steps(ledger, "structure")
            if (one.step, one.iteration) == ("issue", 1)
        ]
        numbers = [number for issue in issues for number in issue["paragraphs"]]
        return Outcome(flawed, read_sections(ledger), frozenset(places[number] for number in numbers))


def _count_changed(outcome: Outcome, flawed: set[tuple[str, int]]) -> int:
    """Return how many paragraphs without a flaw no longer stand in their section, in their order, byte for byte."""
    after = {section.section_id: split_section(section.markdown)[1] for section in outcome.after}
    changed = 0
    for section in outcome.before:
        _, blocks, _ = split_section(section.markdown)
        sound = [text for place, text in enumerate(blocks) if (section.section_id, place) not in flawed]
        changed += sum((Counter(sound) - Counter(after[section.section_id])).values())
        wanted = Counter(sound)
        kept = [text for text in after[section.section_id] if text in wanted]
        changed += kept != [text for text in sound if text in set(kept)] and not changed
    return changed


def _stands(flaw: PlantedFlaw, sections: Sequence[StandingSection]) -> bool:
    """Return whether a flaw still stands as it was planted."""
    blocks = {section.heading: split_section(section.markdown)[1] for section in sections}
    wanted = Counter(zip(flaw.headings, flaw.texts, strict=True))
    if any(blocks[heading].count(text) < count for (heading, text), count in wanted.items()):
        return False
    if flaw.anchor is None:
        return True
    heading, behind = flaw.anchor
    place = blocks[flaw.headings[0]].index(flaw.texts[0])
    return flaw.headings[0] != heading or place == 0 or blocks[heading][place - 1] != behind
