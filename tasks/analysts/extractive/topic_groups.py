"""Themes made without reading: the groups by topic words, those that are one theme under several names made one."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from storage.records.writing import ReadWork, Theme, ThemePath
from tasks.analysts.extractive.label_choice import choose_label
from tasks.analysts.extractive.label_field import Field
from tasks.analysts.extractive.label_holding import read_label_terms, read_text
from tasks.analysts.extractive.label_subjects import POSITIONS
from tasks.analysts.extractive.same_themes import join_same, send_home
from tasks.analysts.extractive.theme_naming import label_themes, name_themes
from tasks.analysts.extractive.title_phrases import content_of
from tasks.analysts.protocol import ThemeMaterial
from tasks.text.topics import list_facets
from tasks.themes.description import MergedThemes, MergeMaterial, describe_members, shape_theme, theme_text
from tasks.themes.remainders import dissolve_remainders
from tasks.themes.words import extract_terms

_REASONS = {
    "keep": "The group of works with these topic words is the theme.",
    "leftover": "Its group held together less than by chance, and most of its works are nearer to others; this is the "
    "nearest.",
    "merge": "One phrase names this theme and the work's group best, or its title holds the name of this theme alone.",
}


def keep_topic_groups(material: MergeMaterial) -> MergedThemes:
    """Return the groups by topic words as themes, large and near to the topic first, named by phrases of their titles.

    A group that is what the others left over is none: its works join the nearest. Groups that one phrase names best
    are one theme, and a work whose title holds the name of another theme, not of its own, is there.
    """
    grouping, corpus = material.grouping, material.corpus
    group_of = {assignment.work_id: assignment.group for assignment in grouping.assignments}
    groups: list[list[str]] = [[] for _ in grouping.groups]
    for work_id, group in group_of.items():
        groups[group].append(work_id)
    terms = {work_id: frozenset(extract_terms(theme_text(corpus[work_id]))) for work_id in group_of}
    left_over = dissolve_remainders(groups, [group.coherence for group in grouping.groups], terms)
    members = [
        [one for one, at in group_of.items() if left_over.get(one, at) == number] for number in range(len(groups))
    ]
    members = [works for works in members if works]
    field = Field.of(_gather(material, _shape(material, members)))
    members = join_same(members, lambda sets: _name_each(material, sets, field), terms)
    members = [list(theme.work_ids) for theme in _shape(material, members)]
    members = send_home(members, *_read_labels(material, members, field), _read_titles(corpus), terms)
    members = join_same(members, lambda sets: _name_each(material, sets, field), terms)
    unnamed = _shape(material, members)
    materials = _gather(material, unnamed)
    themes = tuple(
        replace(theme, label=label, description=description)
        for theme, (label, description) in zip(unnamed, name_themes(materials, field.regroup(materials)), strict=True)
    )
    themes = _put_nearest_first(themes, material)
    return MergedThemes(themes, tuple(path for theme in themes for path in _keep_works(theme, group_of, left_over)))


def _put_nearest_first(themes: Sequence[Theme], material: MergeMaterial) -> tuple[Theme, ...]:
    """Return the themes in the order in which a review on the topic tells them.

    That is by how many of the facets of the topic a work of the theme has, in the mean, its title counted again, times
    the log of the theme's size; by size where no work has any.
    """
    facets = [frozenset(content_of(facet)) for facet in list_facets(material.plan.topic)]

    def weigh(theme: Theme) -> float:
        works = [material.corpus[work_id] for work_id in theme.work_ids]
        texts = [read_label_terms(text) for work in works for text in (work.work.title, read_text(work))]
        return round(sum(facet <= text for facet in facets for text in texts) / len(works) * math.log1p(len(works)), 9)

    return tuple(sorted(themes, key=lambda theme: (-weigh(theme), -len(theme.work_ids), min(theme.work_ids))))


def _shape(material: MergeMaterial, members: Sequence[Sequence[str]]) -> list[Theme]:
    """Return the sets of works as unnamed themes, largest first; a whole group keeps the words it was found by."""
    grouping, corpus = material.grouping, material.corpus
    found: dict[int, set[str]] = {}
    for one in grouping.assignments:
        found.setdefault(one.group, set()).add(one.work_id)
    groups = {frozenset(works): grouping.groups[number] for number, works in found.items()}
    ranked = sorted(members, key=lambda works: (-len(works), min(works)))
    as_found = [groups.get(frozenset(works)) for works in ranked]
    if None in as_found:
        described = describe_members(ranked, corpus)
    else:
        described = [(group.words, group.coherence) for group in as_found if group]
    return [
        shape_theme(
            works,
            corpus,
            words,
            coherence,
            grouping.method,
            representatives=[one for group in grouping.groups for one in group.representative_ids if one in works],
        )
        for works, (words, coherence) in zip(ranked, described, strict=True)
    ]


def _gather(material: MergeMaterial, themes: Sequence[Theme]) -> list[ThemeMaterial]:
    return [
        ThemeMaterial(material.plan, theme, tuple(material.corpus[work_id] for work_id in theme.work_ids))
        for theme in themes
    ]


def _name_each(
    material: MergeMaterial, members: Sequence[Sequence[str]], known: Field
) -> list[tuple[frozenset[str], frozenset[str], frozenset[str]]]:
    """Return the terms of the label of each set of works, in order, as if the others had none yet.

    All of them, those that tell a theme from others, and all but how a position is called.
    """
    themes = _shape(material, members)
    materials = _gather(material, themes)
    field = known.regroup(materials)
    weak = field.list_weak(material.plan.topic)
    labels = {
        frozenset(one.theme.work_ids): frozenset(content_of(choose_label(one, field, place, ())))
        for place, one in enumerate(materials)
    }
    named = [labels[frozenset(works)] for works in members]
    return [(label, label - weak, label - POSITIONS) for label in named]


def _read_labels(
    material: MergeMaterial, members: Sequence[Sequence[str]], known: Field
) -> tuple[list[tuple[str, ...]], list[frozenset[str]]]:
    """Return the terms of the labels of the sets of works, largest first, and those of them that tell it from others.

    A label of words that tell nothing has no terms, unless it is a part of the topic.
    """
    materials = _gather(material, _shape(material, members))
    topic = material.plan.topic
    field = known.regroup(materials)
    weak = field.list_weak(topic) - POSITIONS
    facets = [frozenset(content_of(facet)) for facet in list_facets(topic) if " " in facet]
    labels = [content_of(label) for label in label_themes(materials, field)]
    telling = [frozenset(label) - weak for label in labels]
    return [
        label if own or frozenset(label) in facets else () for label, own in zip(labels, telling, strict=True)
    ], telling


def _read_titles(corpus: Mapping[str, ReadWork]) -> dict[str, tuple[str, ...]]:
    return {work_id: tuple(content_of(read.work.title)) for work_id, read in corpus.items()}


def _keep_works(theme: Theme, group_of: Mapping[str, int], left_over: Collection[str]) -> list[ThemePath]:
    """Return the path of each work: most works of a theme were one group; what came from another group was merged."""
    counts = Counter(group_of[work_id] for work_id in theme.work_ids if work_id not in left_over)
    largest = min(counts, key=lambda group: (-counts[group], group), default=None)
    paths = []
    for work_id in sorted(theme.work_ids):
        kept = "keep" if group_of[work_id] == largest else "merge"
        action = "leftover" if work_id in left_over else kept
        paths.append(ThemePath(work_id, theme.theme_id, group_of[work_id], None, action, _REASONS[action]))
    return paths
