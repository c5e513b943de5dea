"""Passages that go through the themes of a review one after another.

What themes have in common: matters found in several of them, and findings from different themes on one matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest

from storage.records.writing import Finding, ReadWork
from tasks.analysts.extractive.debates import contrast
from tasks.analysts.extractive.facet_names import read_main
from tasks.analysts.extractive.finding_allocation import Item
from tasks.analysts.extractive.keyphrases import all_stems, fold, holds_phrase
from tasks.analysts.extractive.label_subjects import names_subject
from tasks.analysts.extractive.open_matters import asks_for_research, names_limit
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.sentences import Sentence
from tasks.analysts.extractive.shared_matters import group_items, shared_phrases
from tasks.analysts.passages import Line, Paragraph, merge_short, state
from tasks.analysts.protocol import ReviewMaterial, ThemeMaterial
from tasks.text.words import join_phrases, spell

_SLACK = 10
_LEAD_INS = ("Under “{}”,", "For “{}”,", "Within “{}”,")


def lead_in(place: int, label: str) -> str:
    """Return "Under “label”," or another opening that names a theme, in turn by its place among those told of."""
    return _LEAD_INS[place % len(_LEAD_INS)].format(label)


def works_of(material: ReviewMaterial) -> list[ReadWork]:
    """Return the works of all themes, each once, in the order of the themes."""
    return list({work.work.work_id: work for theme in material.themes for work in theme.works}.values())


def choose_on_topic(material: ReviewMaterial) -> Callable[[Item], bool]:
    """Return what says whether what a finding is on (`Item.matter`) names what the topic is about."""
    names_main = read_main(material.plan.topic, works_of(material))
    return lambda item: names_main(item.matter)


def go_through(
    writer: Writer,
    material: ReviewMaterial,
    choose: Callable[[ThemeMaterial], Sequence[Item]],
    words: int,
) -> list[Paragraph]:
    """Return one paragraph per theme that has something to report, about `words` words in all.

    `choose` gives a theme's items, best first; the first sentence of each paragraph names its theme.
    Themes take turns: each gets its first sentence before any gets its second.
    Sentences stay in order of publication, those of works that pool studies before those of single studies.
    """
    shelves = [
        sorted(
            (item for item in choose(theme) if item.stands_alone and writer.is_new(item.finding)),
            key=lambda item: not item.is_pooled,
        )
        for theme in material.themes
    ]
    room = words - 9 * sum(bool(shelf) for shelf in shelves)
    chosen: list[list[Item]] = [[] for _ in shelves]
    for row in zip_longest(*shelves):
        for place, item in enumerate(row):
            length = len(item.finding.text.split()) + 4 if item else 0
            if item and 0 < length <= room + _SLACK:
                chosen[place].append(item)
                room -= length
    told = [(theme, items) for theme, items in zip(material.themes, chosen, strict=True) if items]
    paragraphs = [
        _tell_theme(writer, lead_in(place, theme.theme.label), items) for place, (theme, items) in enumerate(told)
    ]
    return merge_short(paragraphs)


def count_open(material: ReviewMaterial) -> Line | None:
    """Return how many texts have a sentence that cue words mark as on further research or limits; None without text."""
    texts = sum(work.summary.source != "title" for work in works_of(material))
    named = [
        (_count_saying(material, _asks), "a question for further research"),
        (_count_saying(material, _limits), "a limit of the evidence"),
    ]
    (count, matter), *more = [pair for pair in named if pair[0]] or [(0, "")]
    if not texts:
        return None
    if not count:
        return state(
            f"As far as cue words show, no sentence taken from the {spell(texts)} texts read names a question for "
            "further research or a limit of the evidence."
        )
    share = f" of the {spell(texts)} texts read" if texts > 1 else " text read"
    told = f"As far as cue words show, {_taken_from(count, share)} {matter}"
    return state(told + "".join(f", and {_taken_from(count)} {matter}" for count, matter in more) + ".")


def _taken_from(count: int, share: str = "") -> str:
    return f"sentences from {spell(count)}{share} name" if count > 1 else f"a sentence from one{share} names"


def _count_saying(material: ReviewMaterial, says: Callable[[Finding], bool]) -> int:
    return sum(any(map(says, work.summary.findings)) for work in works_of(material))


def _asks(finding: Finding) -> bool:
    # One sentence may do both: it is filed under one and counted under each.
    return finding.kind == "future_work" or (finding.kind == "limitation" and asks_for_research(_closing(finding)))


def _limits(finding: Finding) -> bool:
    return finding.kind == "limitation" or (finding.kind == "future_work" and names_limit(_closing(finding)))


def _closing(finding: Finding) -> Sentence:
    """Return a finding as a sentence at the end of its text, where such matters are named."""
    return Sentence(0, len(finding.text), finding.text, "", 1.0)


def _tell_theme(writer: Writer, lead: str, items: Sequence[Item]) -> Paragraph:
    lines: list[Line] = []
    earlier: Item | None = None
    for item in sorted(items, key=lambda item: (not item.is_pooled, item.year, item.work.citekey)):
        if not writer.is_new(item.finding):
            continue
        link = "" if earlier else lead
        if earlier and earlier.work is not item.work:
            link = contrast(earlier.finding, item.finding)
        lines.append(
            writer.tell(item.work, item.finding, link, again=earlier is not None and earlier.work is item.work)
        )
        earlier = item
    return lines


_MOST_MATTERS = 14
_NAMED = 3
_QUOTED = 2
_LEADS = (
    "Works from {themes} bear on {matter}.",
    "On {matter}, findings come from {themes}.",
    "Another thread, {matter}, connects {themes}.",
    "Findings on {matter} also come from {themes}.",
)


def relate_themes(material: ReviewMaterial) -> list[Line]:
    """Return a sentence or two on the matters that most themes touch on, counted over titles and findings."""
    shared = shared_phrases(works_of(material), _MOST_MATTERS, material.plan.topic)
    spread = _spread(material, [phrase for phrase in shared if names_subject(phrase)])
    everywhere = [phrase for phrase, labels in spread if len(labels) == len(material.themes)][:_NAMED]
    partly = [(phrase, labels) for phrase, labels in spread if len(labels) < len(material.themes)][:1]
    lines: list[Line] = []
    if everywhere:
        lines.append(state(f"The themes overlap: all of them touch on {join_phrases(everywhere)}."))
    for phrase, labels in partly:
        where = _list(labels) if len(labels) <= _NAMED else f"{spell(len(labels))} of them"
        lines.append(state(f"{where} {'also ' if everywhere else ''}touch on {phrase}."))
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
        if any(matter.casefold() in label.casefold() for label in labels.values()):  # a theme of its own
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
