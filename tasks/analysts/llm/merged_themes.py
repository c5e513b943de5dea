"""Themes as the ledger keeps them, composed of gathered works and what a model said of each theme."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from storage.records.writing import Theme, ThemePath
from tasks.analysts.extractive.theme_naming import name_themes
from tasks.analysts.protocol import ThemeMaterial
from tasks.themes.contingency import Contingency
from tasks.themes.description import describe_members, shape_theme
from tasks.themes.merging import GatheredTheme
from tasks.themes.records import MergedThemes, MergeMaterial


@dataclass(frozen=True, slots=True)
class ThemeText:
    """What a model said of a theme, checked: empty where it said nothing that can stand."""

    label: str
    description: str
    citekeys: tuple[str, ...]
    sub_themes: tuple[str, ...]
    relationships: tuple[tuple[str, str], ...]
    conflicts: str
    gaps: str
    reason: str


def compose_themes(
    material: MergeMaterial, contingency: Contingency, gathered: Sequence[GatheredTheme], texts: Sequence[ThemeText]
) -> MergedThemes:
    """Return the themes, largest first, and the path of every work into each of its themes.

    Key works are those the model named that are in the theme, then the three heaviest and what represents its topic
    groups. A theme without a label is named as the extractive analyst does, as is one without a description described.
    """
    pairs = sorted(zip(_shape(material, contingency, gathered, texts), gathered, strict=True), key=_by_weight)
    themes = _name([theme for theme, _ in pairs], material)
    labels = {theme.label.casefold(): theme.label for theme in themes}
    related = tuple(
        replace(theme, relationships=_relate(theme, works, texts, labels))
        for theme, (_, works) in zip(themes, pairs, strict=True)
    )
    paths = []
    for theme, (_, works) in zip(related, pairs, strict=True):
        for work_id, (action, reason) in sorted(works.steps.items()):
            topic, semantic = contingency.cell_of[work_id]
            group = contingency.second[work_id] if action == "bridge" else semantic
            paths.append(ThemePath(work_id, theme.theme_id, topic, group, action, reason))
    return MergedThemes(related, tuple(paths))


def _by_weight(pair: tuple[Theme, GatheredTheme]) -> tuple[int, str]:
    return -len(pair[0].work_ids), min(pair[0].work_ids)


def _shape(
    material: MergeMaterial, contingency: Contingency, gathered: Sequence[GatheredTheme], texts: Sequence[ThemeText]
) -> list[Theme]:
    corpus, groups = material.corpus, material.grouping.groups
    source = f"{material.grouping.method}; merged with semantic groups by the anthropic analyst"
    id_of = {read.citekey: work_id for work_id, read in corpus.items()}
    themes = []
    described = describe_members([sorted(theme.steps) for theme in gathered], corpus)
    for theme, (words, coherence) in zip(gathered, described, strict=True):
        text = texts[theme.proposal] if theme.proposal is not None else None
        topics = sorted({contingency.cell_of[work_id][0] for work_id in theme.steps})
        typical = [work_id for topic in topics for work_id in groups[topic].representative_ids]
        shaped = shape_theme(
            theme.steps,
            corpus,
            words,
            coherence,
            source,
            named=[id_of[key] for key in (text.citekeys if text else ()) if id_of[key] in theme.steps],
            representatives=[work_id for work_id in typical if work_id in theme.steps],
        )
        if text:
            shaped = replace(
                shaped,
                label=text.label,
                description=text.description,
                sub_themes=text.sub_themes,
                conflicts=text.conflicts,
                gaps=text.gaps,
            )
        themes.append(shaped)
    return themes


def _name(themes: Sequence[Theme], material: MergeMaterial) -> list[Theme]:
    """Return the themes with a label and a description each, no two labels alike."""
    if all(theme.label and theme.description for theme in themes):
        return list(themes)
    materials = [
        ThemeMaterial(material.plan, theme, tuple(material.corpus[w] for w in theme.work_ids)) for theme in themes
    ]
    taken = {theme.label.casefold() for theme in themes}
    named = []
    for theme, (label, description) in zip(themes, name_themes(materials), strict=True):
        number, own = 2, label
        while not theme.label and own.casefold() in taken:
            own, number = f"{label} {number}", number + 1
        taken.add(own.casefold())
        named.append(replace(theme, label=theme.label or own, description=theme.description or description))
    return named


def _relate(theme: Theme, gathered: GatheredTheme, texts: Sequence[ThemeText], labels: dict[str, str]) -> str:
    """Return the relations to themes of the review that there are in the end, as "Label: how." sentences."""
    if gathered.proposal is None:
        return ""
    relations = [
        f"{labels[to.casefold()]}: {how.rstrip('.')}."
        for to, how in texts[gathered.proposal].relationships
        if to.casefold() in labels and labels[to.casefold()] != theme.label
    ]
    return " ".join(relations)
