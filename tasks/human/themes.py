"""The question about the themes, before anything is written, and the themes that follow from the answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from storage.records.search import Plan
from storage.records.writing import ReadWork, Theme, ThemePath
from tasks.human.forms import Field, Form
from tasks.text.cleaning import escape_markdown, plain_text
from tasks.themes.description import MergedThemes, describe_members, shape_theme

_LONGEST_LABEL = 120
_KEY_WORKS = 3
_SOURCE = "; revised by a person"


def ask_for_themes(plan: Plan, edition: str, themes: Sequence[Theme], corpus: Mapping[str, ReadWork]) -> Form:
    """Return the form with a field for each theme, named by its id, whose text is the theme's label."""
    told = [
        f"The themes of the review of *{escape_markdown(plan.topic)}*, before anything is written about them.",
        "Change a name to rename a theme; give two the same name to merge them; empty it to drop a theme.",
        "The works of a dropped theme go to the theme that is nearest.",
    ]
    for place, theme in enumerate(themes, 1):
        works = "; ".join(escape_markdown(corpus[work_id].work.title) for work_id in theme.key_work_ids[:_KEY_WORKS])
        told += [
            f"**{place}. {escape_markdown(theme.label)}** ({len(theme.work_ids)} works)",
            escape_markdown(theme.description),
            f"Words: {escape_markdown(', '.join(theme.words))}. Key works: {works}.",
        ]
    fields = tuple(
        Field(theme.theme_id, f"{place}. {_label(theme)}", _label(theme)) for place, theme in enumerate(themes, 1)
    )
    return Form("themes", edition, "\n\n".join(told), fields)


def _label(theme: Theme) -> str:
    return plain_text(theme.label)[:_LONGEST_LABEL].strip()


@dataclass
class _Gathering:
    """Themes that become one: its label, what it is made of, and which theme each stray work comes from."""

    label: str
    parts: list[Theme]
    strays: dict[str, Theme]

    @property
    def work_ids(self) -> tuple[str, ...]:
        """Return its works, each once."""
        return tuple(dict.fromkeys((*(w for part in self.parts for w in part.work_ids), *self.strays)))


def revise_themes(
    themes: Sequence[Theme],
    paths: Sequence[ThemePath],
    changed: Mapping[str, Any],
    corpus: Mapping[str, ReadWork],
    vectors: Mapping[str, Sequence[float]],
) -> MergedThemes:
    """Return the themes as a person left them, largest first, and the path of every work into each of its themes.

    `changed` has new labels by theme id: themes of the same label, whatever its case, become one, and one without is
    dropped. Works left without a theme go to the one whose mean vector is nearest (cosine, of `vectors` by work id). If
    all are dropped the first stays, since works must be somewhere.
    """
    gatherings: dict[str, _Gathering] = {}
    dropped = []
    for theme in themes:
        label = str(changed.get(theme.theme_id, theme.label))[:_LONGEST_LABEL].strip()
        if not label:
            dropped.append(theme)
        else:
            gatherings.setdefault(label.casefold(), _Gathering(label, [], {})).parts.append(theme)
    if not gatherings:
        first = dropped.pop(0)
        gatherings[first.label.casefold()] = _Gathering(first.label, [first], {})
    kept = list(gatherings.values())
    _place_strays(kept, dropped, vectors)
    shaped = sorted(zip(_shape(kept, corpus), kept, strict=True), key=lambda pair: _by_weight(pair[0]))
    names = {part.label: gathering.label for gathering in kept for part in gathering.parts}
    gone = {theme.label for theme in dropped} - set(names)
    revised = tuple(replace(theme, relationships=_rename(theme.relationships, names, gone)) for theme, _ in shaped)
    earlier = {(path.theme_id, path.work_id): path for path in paths}
    return MergedThemes(
        revised,
        tuple(
            path
            for theme, (_, gathering) in zip(revised, shaped, strict=True)
            for path in _lead(theme, gathering, earlier)
        ),
    )


def _by_weight(theme: Theme) -> tuple[int, str]:
    return -len(theme.work_ids), min(theme.work_ids)


def _place_strays(kept: Sequence[_Gathering], dropped: Sequence[Theme], vectors: Mapping[str, Sequence[float]]) -> None:
    placed = {work_id for gathering in kept for work_id in gathering.work_ids}
    means = [np.mean([vectors[work_id] for work_id in gathering.work_ids], axis=0) for gathering in kept]
    centres = [mean / (float(np.linalg.norm(mean)) or 1.0) for mean in means]
    for theme in dropped:
        for work_id in theme.work_ids:
            if work_id not in placed:
                nearness = [round(float(centre @ np.asarray(vectors[work_id])), 9) for centre in centres]
                kept[nearness.index(max(nearness))].strays[work_id] = theme
                placed.add(work_id)


def _shape(kept: Sequence[_Gathering], corpus: Mapping[str, ReadWork]) -> list[Theme]:
    described = describe_members([sorted(gathering.work_ids) for gathering in kept], corpus)
    return [
        _compose(gathering, corpus, words, coherence)
        for gathering, (words, coherence) in zip(kept, described, strict=True)
    ]


def _compose(gathering: _Gathering, corpus: Mapping[str, ReadWork], words: tuple[str, ...], coherence: float) -> Theme:
    """Return the theme that a gathering makes: its only part, if kept whole, keeps everything but its label."""
    parts = gathering.parts
    if len(parts) == 1 and not gathering.strays:
        same = gathering.label == parts[0].label
        return replace(parts[0], label=gathering.label, source=parts[0].source + ("" if same else _SOURCE))
    theme = shape_theme(
        gathering.work_ids,
        corpus,
        words,
        coherence,
        parts[0].source + _SOURCE,
        named=[work_id for part in parts for work_id in part.key_work_ids],
    )
    return replace(
        theme,
        label=gathering.label,
        description=_join(part.description for part in parts),
        sub_themes=tuple(dict.fromkeys(name for part in parts for name in part.sub_themes)),
        relationships=_join(part.relationships for part in parts),
        conflicts=_join(part.conflicts for part in parts),
        gaps=_join(part.gaps for part in parts),
    )


def _join(texts: Iterable[str]) -> str:
    return " ".join(dict.fromkeys(text for text in texts if text))


def _rename(relationships: str, names: Mapping[str, str], gone: set[str]) -> str:
    """Return what is said about other themes under their new names; nothing if one of these themes is gone."""
    if any(label in relationships for label in gone):
        return ""
    for old in sorted(names, key=lambda label: (-len(label), label)):
        relationships = relationships.replace(old, names[old])
    return relationships


def _lead(theme: Theme, gathering: _Gathering, earlier: Mapping[tuple[str, str], ThemePath]) -> list[ThemePath]:
    """Return the path of each work into a theme: the one it had, with a person's changes."""
    paths = []
    merged = " and ".join(f"'{part.label}'" for part in gathering.parts)
    for work_id in sorted(theme.work_ids):
        stray = gathering.strays.get(work_id)
        origins = [stray] if stray else [part for part in gathering.parts if work_id in part.work_ids]
        before = [earlier[part.theme_id, work_id] for part in origins if (part.theme_id, work_id) in earlier]
        path = min(before, key=lambda step: step.action == "bridge", default=None)
        action, reason = (path.action, path.reason) if path else ("keep", "")
        if stray:
            action, reason = "leftover", f"A person dropped the theme '{stray.label}'; this one is nearest."
        elif len(gathering.parts) > 1:
            action, reason = "merge", f"A person merged the themes {merged}."
        groups = (path.topic_group, path.semantic_group) if path else (None, None)
        paths.append(ThemePath(work_id, theme.theme_id, *groups, action, reason))
    return paths
