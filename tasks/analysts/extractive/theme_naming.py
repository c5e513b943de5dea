"""Names for themes, chosen together, and themes made without reading: the groups by topic words as they are."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from storage.records.writing import Theme, ThemePath
from tasks.analysts.extractive.finding_allocation import shared_phrases
from tasks.analysts.extractive.label_choice import choose_label
from tasks.analysts.extractive.label_field import Field
from tasks.analysts.extractive.theme_analysis import describe_span
from tasks.analysts.protocol import ThemeMaterial
from tasks.text.words import join_phrases, spell
from tasks.themes.description import MergedThemes, MergeMaterial, describe_members, shape_theme, theme_text
from tasks.themes.remainders import dissolve_remainders
from tasks.themes.words import extract_terms


def name_themes(materials: Sequence[ThemeMaterial]) -> list[tuple[str, str]]:
    """Return for each theme a label in sentence case and a sentence that says what it is about.

    The words of a label stand together in title or abstract of at least half of the theme's works, in any inflection
    and spelling. Among such phrases the one that tells the theme from the others best is chosen, never one of designs,
    times, statistics or people alone. Where none holds for half, the title of the work nearest to all is the label.
    """
    field = Field.of(materials)
    named: list[tuple[str, str]] = []
    for place, material in enumerate(materials):
        label = choose_label(material, field, place, [label for label, _ in named])
        named.append((label, _describe(material)))
    return named


def _describe(material: ThemeMaterial) -> str:
    works = material.works
    terms = shared_phrases(works, 3, material.plan.topic)
    terms = terms or list(dict.fromkeys(t for work in works for t in work.summary.themes))[:3]
    count = "One work" if len(works) == 1 else f"{spell(len(works)).capitalize()} works"
    span = describe_span(works)
    matter = f" whose titles and texts most often mention {join_phrases(terms)}" if terms else ""
    return f"{count}{f' {span},' if span and matter else f' {span}' if span else ''}{matter}."


_REASON = "The group of works with these topic words is the theme."
_LEFT_OVER = (
    "Its group held together less than by chance, and most of its works are nearer to others; this is the nearest."
)


def keep_topic_groups(material: MergeMaterial) -> MergedThemes:
    """Return each group by topic words as a theme, largest first, named by phrases of its works' titles.

    A group that is what the others left over is none: its works join the nearest.
    """
    grouping, corpus = material.grouping, material.corpus
    group_of = {assignment.work_id: assignment.group for assignment in grouping.assignments}
    groups: list[list[str]] = [[] for _ in grouping.groups]
    for work_id, group in group_of.items():
        groups[group].append(work_id)
    terms = {work_id: frozenset(extract_terms(theme_text(corpus[work_id]))) for work_id in group_of}
    moved = dissolve_remainders(groups, [group.coherence for group in grouping.groups], terms)
    home = {work_id: moved.get(work_id, group) for work_id, group in group_of.items()}
    kept = sorted(set(home.values()), key=lambda number: (-sum(at == number for at in home.values()), number))
    members = [[work_id for work_id, at in home.items() if at == number] for number in kept]
    described = [(grouping.groups[number].words, grouping.groups[number].coherence) for number in kept]
    if moved:
        described = describe_members(members, corpus)
    unnamed = [
        shape_theme(
            work_ids,
            corpus,
            words,
            coherence,
            grouping.method,
            representatives=grouping.groups[number].representative_ids,
        )
        for number, work_ids, (words, coherence) in zip(kept, members, described, strict=True)
    ]
    names = name_themes(
        [ThemeMaterial(material.plan, theme, tuple(corpus[work_id] for work_id in theme.work_ids)) for theme in unnamed]
    )
    themes = tuple(
        replace(theme, label=label, description=description)
        for theme, (label, description) in zip(unnamed, names, strict=True)
    )
    return MergedThemes(themes, tuple(path for theme in themes for path in _keep_works(theme, group_of, moved)))


def _keep_works(theme: Theme, group_of: Mapping[str, int], moved: Collection[str]) -> list[ThemePath]:
    return [
        ThemePath(
            work_id,
            theme.theme_id,
            group_of[work_id],
            None,
            *(("leftover", _LEFT_OVER) if work_id in moved else ("keep", _REASON)),
        )
        for work_id in sorted(theme.work_ids)
    ]
