"""The analysts that read and write through language models: those of a service, or one of the user's own."""

from __future__ import annotations

from dataclasses import dataclass

from storage.records.screening import Method
from tasks.analysts.llm import (
    answers,
    clustering,
    comparisons,
    criteria,
    eligibility,
    facts,
    gaps,
    integration,
    merged_themes,
    merging,
    own_fields,
    queries,
    relevance,
    repairing,
    rewriting,
    sections,
    structure,
    summary,
    transitions,
    translating,
)
from tasks.analysts.llm import imrad_sections as frame


@dataclass(frozen=True)
class AnthropicAnalyst:
    """Implements `tasks.analysts.protocol.Analyst`, where each method is described, by dialogues.

    Where a model refuses or gives two invalid answers, the extractive analyst's result stands in, with a remark.
    """

    name: str = "anthropic"
    method: Method = "llm"
    reads: bool = True

    propose_criteria = staticmethod(criteria.propose_criteria)
    formulate_queries = staticmethod(queries.formulate_queries)
    judge_relevance = staticmethod(relevance.judge_relevance)
    assess_eligibility = staticmethod(eligibility.assess_eligibility)
    summarise_work = staticmethod(summary.summarise_work)
    answer_items = staticmethod(own_fields.answer_items)
    cluster_works = staticmethod(clustering.cluster_works)
    merge_themes = staticmethod(merging.merge_themes)
    group_results = staticmethod(comparisons.group_results)
    analyse_theme = staticmethod(merged_themes.analyse_theme)
    write_theme = staticmethod(sections.write_theme)
    write_introduction = staticmethod(frame.write_introduction)
    write_methodology = staticmethod(frame.write_methodology)
    write_answers = staticmethod(answers.write_answers)
    write_discussion = staticmethod(frame.write_discussion)
    write_conclusions = staticmethod(frame.write_conclusions)
    write_abstract = staticmethod(frame.write_abstract)
    connect_sections = staticmethod(transitions.connect_sections)
    translate_passages = staticmethod(translating.translate_passages)
    repair_section = staticmethod(repairing.repair_section)
    find_gap = staticmethod(gaps.find_gap)
    integrate_works = staticmethod(integration.integrate_works)
    diagnose_structure = staticmethod(structure.diagnose_structure)
    rewrite_span = staticmethod(rewriting.rewrite_span)
    judge_coherence = staticmethod(structure.judge_coherence)
    edit_section = staticmethod(rewriting.edit_section)
    judge_assertions = staticmethod(facts.judge_assertions)
    correct_assertions = staticmethod(facts.correct_assertions)


@dataclass(frozen=True)
class LocalAnalyst(AnthropicAnalyst):
    """The same with a model of one's own."""

    name: str = "local"
