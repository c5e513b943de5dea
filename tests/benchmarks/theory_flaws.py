"""Flaws of theory planted in a clean review: a theme is said to rest on something that no section mentions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.core.errors import InputError
from storage.core.ledger import Ledger
from tasks.citations.pandoc import find_citekeys
from tests.benchmarks.rows import Row
from tests.benchmarks.servers.scripted.supervising_theory import THEORY_CUES
from tests.benchmarks.supervised_copies import copy_review, read_sections, supervise_review

# Matters of the embedded sample that works outside the review's corpus deal with.
_CONCEPTS = (
    "childhood maltreatment",
    "cognitive performance",
    "effort-reward imbalance",
    "adrenal insufficiency",
    "inhaled corticosteroids",
    "parental burnout",
    "executive function",
    "nail cortisol",
    "job stress",
    "wind turbine noise",
)
_COPIES = 2


def measure_theory(world: str, clean: Path) -> list[Row]:
    """Return, kind by kind, gaps planted, found and filled with new works, and citations lost on the way.

    Each copy of the review has a gap of every kind; the loop may go through as many rounds as the highest tier's.

    Raises:
        InputError: the review speaks of too many of the concepts.
    """
    found: list[str] = []
    filled: list[str] = []
    lost = 0
    with Ledger(clean) as ledger:
        text = " ".join(section.markdown for section in read_sections(ledger)).lower()
    concepts = [concept for concept in _CONCEPTS if concept not in text]
    if len(concepts) < _COPIES * len(THEORY_CUES):
        raise InputError("the review speaks of too many concepts to miss some of them; plant others")
    for start in range(0, _COPIES * len(THEORY_CUES), len(THEORY_CUES)):
        planted = list(zip(THEORY_CUES, concepts[start:], strict=False))
        with TemporaryDirectory(prefix="litreview-bench-") as home:
            review = copy_review(clean, Path(home))
            before = _plant(review, planted)
            supervise_review(review, ("theory",), {}, scripted=True, quality="high_quality")
            with Ledger(review) as ledger:
                notes = ledger.select(
                    "SELECT action, issue_type, topic, outcome, len(work_ids) FROM supervision"
                ).rows()
                after = {key for section in read_sections(ledger) for key in find_citekeys(section.markdown)}
        topics = {concept for _, concept in planted}
        found += [kind for action, kind, topic, *_ in notes if action == "gap" and topic in topics]
        filled += [
            kind
            for action, kind, topic, outcome, works in notes
            if action == "outcome" and topic in topics and outcome == "integrated" and works
        ]
        lost += len(before - after)
    rows = []
    for kind in THEORY_CUES.values():
        name = kind.replace("_", " ")
        rows += [
            Row(world, f"{name}: planted", _COPIES),
            Row(world, f"{name}: found", found.count(kind), bound=_COPIES),
            Row(world, f"{name}: works added and worked in", filled.count(kind), bound=_COPIES),
        ]
    return [*rows, Row(world, "theory: citations lost", lost, bound=0)]


def _plant(review: Path, planted: Sequence[tuple[str, str]]) -> set[str]:
    """Put a sentence with each cue and concept to the description of a theme; return the citekeys of the review."""
    with Ledger(review) as ledger:
        themes = ledger.select("SELECT theme_id FROM current_theme ORDER BY position")["theme_id"].to_list()
        for place, (cue, concept) in enumerate(planted):
            ledger.change(
                "UPDATE theme SET description = description || ' It ' || $cue || ' ' || $concept || '.' "
                "WHERE theme_id = $theme_id",
                cue=cue,
                concept=concept,
                theme_id=themes[place % len(themes)],
            )
        return {key for section in read_sections(ledger) for key in find_citekeys(section.markdown)}
