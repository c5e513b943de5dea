"""The analyst that needs no language model: it selects, trims and orders what the sources say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from storage.records.data_items import DataItem
from storage.records.evidence import Comparison, Extraction, Result
from storage.records.screening import Method
from storage.records.search import Plan, Work
from storage.records.writing import Page, ReadWork, Summary, Transition, WrittenSection
from tasks.analysts.extractive import (
    answers,
    facts,
    frame,
    gaps,
    introduction,
    queries,
    relevance,
    repairing,
    section_editing,
    structure,
    summary,
    theme_analysis,
    theme_naming,
    theme_section,
    topic_groups,
)
from tasks.analysts.protocol import Eligibility
from tasks.evidence.comparisons import group_by_words
from tasks.revision.fact_rules import Assertion, Correction, FactMaterial, FactVerdict, Failure
from tasks.themes.description import SemanticGroup
from tasks.translation.passages import Passage

__all__ = ["ExtractiveAnalyst", "InstantAnalyst"]


@dataclass(frozen=True)
class ExtractiveAnalyst:
    """Implements `tasks.analysts.protocol.Analyst`, where each method is described."""

    name: str = "extractive"
    method: Method = "ranker"
    reads: bool = False

    def propose_criteria(self, plan: Plan) -> tuple[str, ...]:
        """Return no criteria: this analyst could not tell whether a work meets one."""
        del plan
        return ()

    formulate_queries = staticmethod(queries.formulate_queries)
    judge_relevance = staticmethod(relevance.judge_relevance)

    def assess_eligibility(self, plan: Plan, work: Work, pages: Sequence[Page]) -> Eligibility:
        """Return that nothing is known of the criteria: this analyst cannot tell whether a text meets one."""
        del plan, pages
        return Eligibility(work.work_id)

    def summarise_work(self, work: Work, pages: Sequence[Page], items: Sequence[DataItem] = ()) -> Summary:
        """Return sentences of the work; this analyst could not answer what the items ask."""
        del items
        return summary.summarise_work(work, pages)

    def answer_items(self, work: Work, pages: Sequence[Page], items: Sequence[DataItem]) -> tuple[Extraction, ...]:
        """Return nothing: this analyst could not answer what the items ask."""
        del work, pages, items
        return ()

    def cluster_works(self, plan: Plan, corpus: Sequence[ReadWork]) -> tuple[SemanticGroup, ...]:
        """Return no groups: this analyst does not read for meaning."""
        del plan, corpus
        return ()

    merge_themes = staticmethod(topic_groups.keep_topic_groups)
    name_themes = staticmethod(theme_naming.name_themes)

    def group_results(
        self, plan: Plan, results: Sequence[Result], known: Sequence[tuple[str, str]] = ()
    ) -> list[Comparison]:
        """Return results in comparisons by their words."""
        del plan
        grouped = {(each.finding_id, each.result): each for each in group_by_words(results, known)}
        return [
            grouped.get((each.finding_id, each.result), Comparison(each.finding_id, each.result, "", "", self.name))
            for each in results
        ]

    analyse_theme = staticmethod(theme_analysis.analyse_theme)
    write_theme = staticmethod(theme_section.write_theme)
    write_introduction = staticmethod(introduction.write_introduction)
    write_methodology = staticmethod(frame.write_methodology)
    write_answers = staticmethod(answers.write_answers)
    write_discussion = staticmethod(frame.write_discussion)
    write_conclusions = staticmethod(frame.write_conclusions)
    write_abstract = staticmethod(frame.write_abstract)

    def connect_sections(self, plan: Plan, sections: Sequence[WrittenSection]) -> tuple[Transition, ...]:
        """Return no transitions: no source holds sentences that lead from one theme to the next."""
        del plan, sections
        return ()

    def translate_passages(self, language: str, passages: Sequence[Passage]) -> Mapping[str, str]:
        """Return no translations: no source holds them."""
        del language, passages
        return {}

    repair_section = staticmethod(repairing.repair_section)
    find_gap = staticmethod(gaps.find_gap)
    integrate_works = staticmethod(section_editing.integrate_works)
    diagnose_structure = staticmethod(structure.diagnose_structure)
    rewrite_span = staticmethod(structure.rewrite_span)
    judge_coherence = staticmethod(structure.judge_coherence)
    edit_section = staticmethod(section_editing.edit_section)

    def judge_assertions(
        self, material: FactMaterial, heading: str, assertions: Sequence[Assertion]
    ) -> tuple[FactVerdict, ...]:
        """Return verdicts by rules about numbers, names and words."""
        del heading
        return facts.judge_assertions(material, assertions)

    def correct_assertions(
        self, material: FactMaterial, heading: str, markdown: str, failures: Sequence[Failure]
    ) -> tuple[Correction, ...]:
        """Return the findings' own sentences in place of sentences that fail, or cuts."""
        del heading, markdown
        return facts.correct_assertions(material, failures)


@dataclass(frozen=True)
class InstantAnalyst(ExtractiveAnalyst):
    """The same under another name, given hashed word vectors by the flows: for tests of faults and of overhead."""

    name: str = "instant"
