"""What answers if a model gives no valid answer: a rule-based analyst, known by its name and what it is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, cast

from storage.records.evidence import Comparison, Result
from storage.records.search import Formulation, Plan, Work
from storage.records.writing import Draft, Page, Summary, ThemeAnalysis
from tasks.analysts.protocol import CitationFault, RepairMaterial, ReviewMaterial, ThemeMaterial
from tasks.analysts.registry import BY_RULE, make_analyst
from tasks.revision.issues import Editing, EditMaterial, Issue, Rewriting, SpanMaterial, StructureMaterial
from tasks.themes.description import MergedThemes, MergeMaterial


class StandIn(Protocol):
    """The part of `tasks.analysts.protocol.Analyst` that is asked here, of an analyst that answers without a dialogue.

    Besides, it names themes: a label and a description each, no two labels alike.
    """

    formulate_queries: Callable[[Plan, Sequence[Work]], list[Formulation]]
    summarise_work: Callable[[Work, Sequence[Page]], Summary]
    merge_themes: Callable[[MergeMaterial], MergedThemes]
    name_themes: Callable[[Sequence[ThemeMaterial]], list[tuple[str, str]]]
    group_results: Callable[[Plan, Sequence[Result], Sequence[tuple[str, str]]], list[Comparison]]
    analyse_theme: Callable[[ThemeMaterial], ThemeAnalysis]
    write_theme: Callable[[ThemeMaterial, ThemeAnalysis, int], Draft]
    write_introduction: Callable[[ReviewMaterial, int], Draft]
    write_answers: Callable[[ReviewMaterial, int], Draft]
    write_discussion: Callable[[ReviewMaterial, int], Draft]
    write_conclusions: Callable[[ReviewMaterial, int], Draft]
    repair_section: Callable[[RepairMaterial, str, str, Sequence[CitationFault]], Draft]
    diagnose_structure: Callable[[StructureMaterial], tuple[Issue, ...]]
    rewrite_span: Callable[[SpanMaterial], Rewriting | None]
    edit_section: Callable[[EditMaterial], Editing]


def stand_in() -> StandIn:
    """Return the analyst that answers instead."""
    return cast("StandIn", make_analyst(BY_RULE))
