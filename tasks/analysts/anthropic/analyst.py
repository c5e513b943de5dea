"""The analyst that reads and writes through a Claude model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storage.manuscript import Draft, Page, ReadWork, Summary, ThemeAnalysis, Transition, WrittenSection
from storage.records import Candidate, Formulation, Judgement, Method, Plan, Work
from tasks.analysts.anthropic import (
    analysis,
    clustering,
    frame,
    merging,
    queries,
    relevance,
    repairing,
    sections,
    summary,
    transitions,
)
from tasks.analysts.dialogue import Dialogue
from tasks.analysts.protocol import (
    CitationFault,
    MergedThemes,
    MergeMaterial,
    RelevanceContext,
    RepairMaterial,
    ReviewMaterial,
    SemanticGroup,
    ThemeMaterial,
)


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
