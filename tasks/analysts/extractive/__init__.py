"""The analyst that needs no language model: it selects, trims and orders what the sources say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storage.records.search import Candidate, Formulation, Judgement, Method, Plan, Work
from storage.records.writing import Draft, Page, ReadWork, Summary, ThemeAnalysis, Transition, WrittenSection
from tasks.analysts.extractive import (
    abstract,
    conclusions,
    discussion,
    facts,
    gaps,
    integration,
    introduction,
    methodology,
    queries,
    relevance,
    repairing,
    section_editing,
    structure,
    summary,
    theme_analysis,
    theme_merging,
    theme_section,
)
from tasks.analysts.protocol import CitationFault, RelevanceContext, RepairMaterial, ReviewMaterial, ThemeMaterial
from tasks.revision.assertions import Assertion, Correction, FactMaterial, FactVerdict, Failure
from tasks.revision.gaps import Diagnosis, GapMaterial, IntegrationMaterial
from tasks.revision.issues import Coherence, Issue, StructureMaterial
from tasks.revision.spans import Editing, EditMaterial, Rewriting, SpanMaterial
from tasks.themes.records import MergedThemes, MergeMaterial, SemanticGroup

__all__ = ["ExtractiveAnalyst"]


@dataclass(frozen=True)
class ExtractiveAnalyst:
    """Implements `tasks.analysts.protocol.Analyst`, where each method is described."""

    name: str = "extractive"
    method: Method = "ranker"

    def formulate_queries(self, plan: Plan, vocabulary: Sequence[Work]) -> list[Formulation]:
        """Return keyword formulations made of the topic's words and those of its best hits."""
        return queries.formulate_queries(plan, vocabulary)

    def judge_relevance(self, context: RelevanceContext, candidates: Sequence[Candidate]) -> list[Judgement]:
        """Return judgements by BM25, embeddings and links."""
        return relevance.judge_relevance(context, candidates)

    def summarise_work(self, work: Work, pages: Sequence[Page]) -> Summary:
        """Return the summary of sentences selected by cue, centrality and place."""
        return summary.summarise_work(work, pages)

    def cluster_works(self, plan: Plan, corpus: Sequence[ReadWork]) -> tuple[SemanticGroup, ...]:
        """Return no groups: this analyst does not read for meaning."""
        del plan, corpus
        return ()

    def merge_themes(self, material: MergeMaterial) -> MergedThemes:
        """Return the groups by topic words as themes, each with a label of title phrases and a description."""
        return theme_merging.keep_topic_groups(material)

    def analyse_theme(self, material: ThemeMaterial) -> ThemeAnalysis:
        """Return the analysis in sentences of the sources."""
        return theme_analysis.analyse_theme(material)

    def write_theme(self, material: ThemeMaterial, analysis: ThemeAnalysis, words: int) -> Draft:
        """Return the section of a theme."""
        return theme_section.write_theme(material, analysis, words)

    def write_introduction(self, material: ReviewMaterial, words: int) -> Draft:
        """Return the introduction."""
        return introduction.write_introduction(material, words)

    def write_methodology(self, material: ReviewMaterial, words: int) -> Draft:
        """Return the methodology."""
        return methodology.write_methodology(material, words)

    def write_discussion(self, material: ReviewMaterial, words: int) -> Draft:
        """Return the discussion."""
        return discussion.write_discussion(material, words)

    def write_conclusions(self, material: ReviewMaterial, words: int) -> Draft:
        """Return the conclusions."""
        return conclusions.write_conclusions(material, words)

    def write_abstract(self, material: ReviewMaterial, words: int) -> Draft:
        """Return the abstract."""
        return abstract.write_abstract(material, words)

    def connect_sections(self, plan: Plan, sections: Sequence[WrittenSection]) -> tuple[Transition, ...]:
        """Return no transitions: no source holds sentences that lead from one theme to the next."""
        del plan, sections
        return ()

    def repair_section(
        self, material: RepairMaterial, heading: str, markdown: str, faults: Sequence[CitationFault]
    ) -> Draft:
        """Return the section with its sentences at fault on another source, without the citation, or dropped."""
        return repairing.repair_section(material, heading, markdown, faults)

    def find_gap(self, material: GapMaterial) -> Diagnosis:
        """Return a question that no paragraph answers, or works that the corpus cites and lacks."""
        return gaps.find_gap(material)

    def integrate_works(self, material: IntegrationMaterial) -> Draft | None:
        """Return the section with sentences of the new works."""
        return integration.integrate_works(material)

    def diagnose_structure(self, material: StructureMaterial) -> tuple[Issue, ...]:
        """Return what stands twice or under another theme."""
        return structure.diagnose_structure(material)

    def rewrite_span(self, material: SpanMaterial) -> Rewriting | None:
        """Return the paragraphs with what stands twice dropped."""
        return structure.rewrite_span(material)

    def judge_coherence(self, material: StructureMaterial) -> Coherence:
        """Return the share of paragraphs that no issue found affects."""
        return structure.judge_coherence(material)

    def edit_section(self, material: EditMaterial) -> Editing:
        """Return the paragraphs without what stands twice in a row or section."""
        return section_editing.edit_section(material)

    def judge_assertions(
        self, material: FactMaterial, heading: str, assertions: Sequence[Assertion]
    ) -> tuple[FactVerdict, ...]:
        """Return verdicts by rules about numbers, names and words."""
        del heading
        return facts.judge_assertions(material, assertions)

    def correct_assertions(
        self, material: FactMaterial, heading: str, markdown: str, failures: Sequence[Failure]
    ) -> tuple[Correction, ...]:
        """Return the findings' own sentences in the place of sentences that fail, or cuts."""
        del heading, markdown
        return facts.correct_assertions(material, failures)
