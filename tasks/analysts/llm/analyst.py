"""The analyst that reads and writes through a Claude model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storage.records.search import Candidate, Formulation, Judgement, Method, Plan, Work
from storage.records.writing import Draft, Page, ReadWork, Summary, ThemeAnalysis, Transition, WrittenSection
from tasks.analysts.llm import (
    analysis,
    clustering,
    fact_correcting,
    fact_judging,
    gaps,
    integration,
    merging,
    queries,
    relevance,
    repairing,
    rewriting,
    section_editing,
    sections,
    structure,
    summary,
    transitions,
)
from tasks.analysts.llm import imrad_sections as frame
from tasks.analysts.protocol import CitationFault, RelevanceContext, RepairMaterial, ReviewMaterial, ThemeMaterial
from tasks.language_models.dialogue import Dialogue
from tasks.revision.assertions import Assertion, Correction, FactMaterial, FactVerdict, Failure
from tasks.revision.gaps import Diagnosis, GapMaterial, IntegrationMaterial
from tasks.revision.issues import Coherence, Issue, StructureMaterial
from tasks.revision.spans import Editing, EditMaterial, Rewriting, SpanMaterial
from tasks.themes.records import MergedThemes, MergeMaterial, SemanticGroup


@dataclass(frozen=True)
class AnthropicAnalyst:
    """Implements `tasks.analysts.protocol.Analyst`, where each method is described, by dialogues.

    Where a model refuses or gives no valid answer in two, the extractive analyst's result stands in, with a remark.
    """

    name: str = "anthropic"
    method: Method = "llm"

    def formulate_queries(self, plan: Plan, vocabulary: Sequence[Work]) -> Dialogue[list[Formulation]]:
        """Return keyword formulations in the words of the field."""
        return queries.formulate_queries(plan, vocabulary)

    def judge_relevance(self, context: RelevanceContext, candidates: Sequence[Candidate]) -> Dialogue[list[Judgement]]:
        """Return judgements against the plan's criteria."""
        return relevance.judge_relevance(context, candidates)

    def summarise_work(self, work: Work, pages: Sequence[Page]) -> Dialogue[Summary]:
        """Return the summary, its findings on verbatim quotes."""
        return summary.summarise_work(work, pages)

    def cluster_works(self, plan: Plan, corpus: Sequence[ReadWork]) -> Dialogue[tuple[SemanticGroup, ...]]:
        """Return groups of meaning."""
        return clustering.cluster_works(plan, corpus)

    def merge_themes(self, material: MergeMaterial) -> Dialogue[MergedThemes]:
        """Return the themes made of both groupings."""
        return merging.merge_themes(material)

    def analyse_theme(self, material: ThemeMaterial) -> Dialogue[ThemeAnalysis]:
        """Return the analysis of a theme."""
        return analysis.analyse_theme(material)

    def write_theme(self, material: ThemeMaterial, analysis: ThemeAnalysis, words: int) -> Dialogue[Draft]:
        """Return the section of a theme."""
        return sections.write_theme(material, analysis, words)

    def write_introduction(self, material: ReviewMaterial, words: int) -> Dialogue[Draft]:
        """Return the introduction."""
        return frame.write_introduction(material, words)

    def write_methodology(self, material: ReviewMaterial, words: int) -> Dialogue[Draft]:
        """Return the methodology."""
        return frame.write_methodology(material, words)

    def write_discussion(self, material: ReviewMaterial, words: int) -> Dialogue[Draft]:
        """Return the discussion."""
        return frame.write_discussion(material, words)

    def write_conclusions(self, material: ReviewMaterial, words: int) -> Dialogue[Draft]:
        """Return the conclusions."""
        return frame.write_conclusions(material, words)

    def write_abstract(self, material: ReviewMaterial, words: int) -> Dialogue[Draft]:
        """Return the abstract."""
        return frame.write_abstract(material, words)

    def connect_sections(self, plan: Plan, sections: Sequence[WrittenSection]) -> Dialogue[tuple[Transition, ...]]:
        """Return the transitions between sections."""
        return transitions.connect_sections(plan, sections)

    def repair_section(
        self, material: RepairMaterial, heading: str, markdown: str, faults: Sequence[CitationFault]
    ) -> Dialogue[Draft]:
        """Return the section with its sentences at fault written anew or dropped."""
        return repairing.repair_section(material, heading, markdown, faults)

    def find_gap(self, material: GapMaterial) -> Dialogue[Diagnosis | None]:
        """Return the gap that a model finds, thinking at its deepest."""
        return gaps.find_gap(material)

    def integrate_works(self, material: IntegrationMaterial) -> Dialogue[Draft | None]:
        """Return the section as a model rewrote it with new works."""
        return integration.integrate_works(material)

    def diagnose_structure(self, material: StructureMaterial) -> Dialogue[tuple[Issue, ...]]:
        """Return the issues of structure that a model finds."""
        return structure.diagnose_structure(material)

    def rewrite_span(self, material: SpanMaterial) -> Dialogue[Rewriting | None]:
        """Return the paragraphs that an issue affects, rewritten."""
        return rewriting.rewrite_span(material)

    def judge_coherence(self, material: StructureMaterial) -> Dialogue[Coherence]:
        """Return how well the review holds together."""
        return structure.judge_coherence(material)

    def edit_section(self, material: EditMaterial) -> Dialogue[Editing]:
        """Return the paragraphs of a section that language or argument asked to change."""
        return section_editing.edit_section(material)

    def judge_assertions(
        self, material: FactMaterial, heading: str, assertions: Sequence[Assertion]
    ) -> Dialogue[tuple[FactVerdict, ...]]:
        """Return verdicts by reading the works cited."""
        return fact_judging.judge_assertions(material, heading, assertions)

    def correct_assertions(
        self, material: FactMaterial, heading: str, markdown: str, failures: Sequence[Failure]
    ) -> Dialogue[tuple[Correction, ...]]:
        """Return corrections from the findings of works."""
        return fact_correcting.correct_assertions(material, heading, markdown, failures)
