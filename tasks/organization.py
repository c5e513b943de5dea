"""Themes: grouping the corpus in two ways, merging them and analysing each theme, as Prefect tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.records.evidence import Comparison, Result
from storage.records.search import Plan
from storage.records.writing import ReadWork, ThemeAnalysis
from tasks.analysts.protocol import Analyst, ThemeMaterial
from tasks.language_models.dialogue import Asked
from tasks.text.synonyms import unfold
from tasks.themes.bertopic import Grouping, ThemeDocument, group_into_themes
from tasks.themes.description import MergedThemes, MergeMaterial, SemanticGroup, theme_text


def theme_document(read: ReadWork, names: Sequence[tuple[str, str]]) -> ThemeDocument:
    """Return what a work says for grouping: title, abstract and key findings, with (name, alias) unfolded."""
    return ThemeDocument(read.work.work_id, unfold(theme_text(read), names), read.work.title)


def unfold_result(result: Result, names: Sequence[tuple[str, str]]) -> Result:
    """Return a result with (name, alias) unfolded in what it relates, as in a code name for a substance."""
    return replace(result, exposure=unfold(result.exposure, names), outcome=unfold(result.outcome, names))


@task(cache_policy=NO_CACHE, persist_result=False)
def group_works(documents: Sequence[ThemeDocument], vectors: Sequence[Sequence[float]]) -> Grouping:
    """Return the works in groups by topic words, by BERTopic."""
    return group_into_themes(documents, np.asarray(vectors, dtype=np.float32))


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def cluster_works(plan: Plan, corpus: Sequence[ReadWork], analyst: Analyst) -> Asked[tuple[SemanticGroup, ...]]:
    """Return the analyst's groups by meaning; none if it cannot read."""
    return analyst.cluster_works(plan, corpus)


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def merge_themes(material: MergeMaterial, analyst: Analyst) -> Asked[MergedThemes]:
    """Return the themes that the analyst makes of both groupings."""
    return analyst.merge_themes(material)


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def group_results(
    plan: Plan, results: Sequence[Result], known: Sequence[tuple[str, str]], analyst: Analyst
) -> Asked[list[Comparison]]:
    """Return the comparison of every result, those known before included."""
    return analyst.group_results(plan, results, known)


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def analyse_theme(material: ThemeMaterial, analyst: Analyst) -> Asked[ThemeAnalysis]:
    """Return the analyst's analysis of a theme."""
    return analyst.analyse_theme(material)
