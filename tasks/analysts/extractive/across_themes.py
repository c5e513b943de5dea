"""What themes have in common: matters met in several of them, and findings from different themes on one matter."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.analysts.extractive.finding_allocation import Item, group_items, shared_phrases
from tasks.analysts.extractive.keyphrases import all_stems, fold, holds_phrase
from tasks.analysts.extractive.passages import Line, Paragraph, state
from tasks.analysts.extractive.phrasing import Writer, contrast
from tasks.analysts.extractive.themes_in_turn import works_of
from tasks.analysts.protocol import ReviewMaterial, ThemeMaterial
from tasks.text.words import join_phrases, spell

_MOST_MATTERS = 14
_NAMED = 3
_QUOTED = 2
_LEADS = (
    "One matter on which {themes} meet is {matter}.",
    "Works from {themes} also bear on {matter}.",
    "Another thread, {matter}, connects {themes}.",
    "On {matter}, findings come from {themes}.",
)


def relate_themes(material: ReviewMaterial) -> list[Line]:
    """Return a sentence or two on the matters that most themes touch, counted over titles and findings."""
    spread = _spread(material, shared_phrases(works_of(material), _MOST_MATTERS, material.plan.topic))
    everywhere = [phrase for phrase, labels in spread if len(labels) == len(material.themes)][:_NAMED]
    partly = [(phrase, labels) for phrase, labels in spread if len(labels) < len(material.themes)][:1]
    lines: list[Line] = []
    if everywhere:
        verb = "occurs" if len(everywhere) == 1 else "occur"
        lines.append(
            state(f"The themes are not closed to one another: {join_phrases(everywhere)} {verb} in all of them.")
        )
    for phrase, labels in partly:
        where = _list(labels) if len(labels) <= _NAMED else f"{spell(len(labels))} of them"
        lines.append(state(f"{'Besides, ' if everywhere else ''}{phrase} is shared by {where}."))
    return [Line(line.text[:1].upper() + line.text[1:]) for line in lines]


def tell_across(writer: Writer, material: ReviewMaterial, items: Sequence[Item], words: int) -> list[Paragraph]:
    """Return paragraphs of findings from at least two themes each that share a matter, about `words` words in all."""
    labels = {work.work.work_id: theme.theme.label for theme in material.themes for work in theme.works}
    fit = [item for item in items if item.stands_alone and item.grade < _QUOTED and writer.is_new(item.finding)]
    groups, _ = group_items(fit, material.plan.topic)
    paragraphs: list[Paragraph] = []
    for matter, group in groups:
        themes = list(dict.fromkeys(labels[item.work.work.work_id] for item in group))
        length = sum(len(item.finding.text.split()) + 4 for item in group)
        if len(themes) < 2 or length > words or " " not in matter:  # noqa: PLR2004 -- two themes make a synthesis
            continue
        words -= length + 10
        where = _list(themes) if len(themes) <= _NAMED else f"{spell(len(themes))} themes"
        lead = _LEADS[len(paragraphs) % len(_LEADS)].format(themes=where, matter=matter)
        lines = [state(lead)]
        for i, item in enumerate(group):
            link = contrast(group[i - 1].finding, item.finding) if i else ""
            lines.append(writer.tell(item.work, item.finding, link))
        paragraphs.append(lines)
    return paragraphs


def _list(labels: Sequence[str]) -> str:
    """Return labels in quotation marks, since many hold an "and" of their own."""
    return join_phrases([f"“{label}”" for label in labels])


def _spread(material: ReviewMaterial, phrases: Sequence[str]) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for phrase in phrases:
        folded = fold(phrase.split())
        labels = [theme.theme.label for theme in material.themes if _occurs(theme, folded)]
        if len(labels) > 1:
            found.append((phrase, labels))
    return sorted(found, key=lambda pair: -len(pair[1]))


def _occurs(theme: ThemeMaterial, phrase: tuple[str, ...]) -> bool:
    return any(
        holds_phrase(all_stems(text), phrase)
        for work in theme.works
        for text in (work.work.title, *(finding.text for finding in work.summary.findings))
    )
