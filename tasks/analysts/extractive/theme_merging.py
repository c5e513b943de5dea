"""Themes made without reading: the groups by topic words as they are, with names out of titles."""

from __future__ import annotations

from dataclasses import replace

from storage.records.writing import Theme, ThemePath
from tasks.analysts.extractive.theme_naming import name_themes
from tasks.analysts.protocol import ThemeMaterial
from tasks.themes.description import shape_theme
from tasks.themes.records import MergedThemes, MergeMaterial

_REASON = "The group of works with these topic words is the theme."


def keep_topic_groups(material: MergeMaterial) -> MergedThemes:
    """Return each group by topic words as a theme, largest first, named by phrases of its works' titles."""
    grouping, corpus = material.grouping, material.corpus
    group_of = {assignment.work_id: assignment.group for assignment in grouping.assignments}
    members: list[list[str]] = [[] for _ in grouping.groups]
    for work_id, group in group_of.items():
        members[group].append(work_id)
    unnamed = [
        shape_theme(
            work_ids, corpus, group.words, group.coherence, grouping.method, representatives=group.representative_ids
        )
        for work_ids, group in zip(members, grouping.groups, strict=True)
    ]
    names = name_themes(
        [ThemeMaterial(material.plan, theme, tuple(corpus[work_id] for work_id in theme.work_ids)) for theme in unnamed]
    )
    themes = tuple(
        replace(theme, label=label, description=description)
        for theme, (label, description) in zip(unnamed, names, strict=True)
    )
    return MergedThemes(themes, tuple(path for theme in themes for path in _keep_works(theme, group_of)))


def _keep_works(theme: Theme, group_of: dict[str, int]) -> list[ThemePath]:
    return [
        ThemePath(work_id, theme.theme_id, group_of[work_id], None, "keep", _REASON)
        for work_id in sorted(theme.work_ids)
    ]
