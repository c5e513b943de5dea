"""Themes: grouping the corpus, naming each group and analysing it, as Prefect tasks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.manuscript import ReadWork, Theme, ThemeAnalysis
from storage.records import content_id
from tasks.analysts.protocol import Analyst, ThemeMaterial
from tasks.organization import Grouping, ThemeDocument, group_into_themes

_KEY_WORKS = 3


def theme_document(read: ReadWork) -> ThemeDocument:
    """Return what a work says for grouping: title, abstract and key findings."""
    findings = [finding.text for finding in read.summary.findings if finding.kind == "finding"]
    text = "\n".join((read.work.title, read.work.abstract or "", *findings))
    return ThemeDocument(read.work.work_id, text, read.work.title)


@task(cache_policy=NO_CACHE, persist_result=False)
def group_works(documents: Sequence[ThemeDocument], vectors: Sequence[Sequence[float]]) -> Grouping:
    """Return the works in groups, by BERTopic."""
    return group_into_themes(documents, np.asarray(vectors, dtype=np.float32))


def shape_themes(grouping: Grouping, corpus: Mapping[str, ReadWork]) -> list[Theme]:
    """Return the groups as unnamed themes, largest first; works in order of weight: citations received, then id."""
    members: dict[int, list[str]] = {}
    for assignment in grouping.assignments:
        members.setdefault(assignment.group, []).append(assignment.work_id)
    themes = []
    for number, group in enumerate(grouping.groups):
        works = sorted(members[number], key=lambda work_id: (-corpus[work_id].in_degree, work_id))
        keys = dict.fromkeys((*works[:_KEY_WORKS], *group.representative_ids))
        themes.append(
            Theme(
                theme_id=content_id("theme", *sorted(works)),
                label="",
                description="",
                words=group.words,
                coherence=group.coherence,
                work_ids=tuple(works),
                key_work_ids=tuple(keys),
                source=grouping.method,
            )
        )
    return themes


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def name_themes(materials: Sequence[ThemeMaterial], analyst: Analyst) -> list[tuple[str, str]]:
    """Return the analyst's label and description of every theme, in order."""
    return analyst.name_themes(materials)


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def analyse_theme(material: ThemeMaterial, analyst: Analyst) -> ThemeAnalysis:
    """Return the analyst's analysis of a theme."""
    return analyst.analyse_theme(material)
