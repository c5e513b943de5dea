"""Passages that go through the themes of a review one after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest

from storage.records.writing import Finding, ReadWork
from tasks.analysts.extractive.casing import Casing
from tasks.analysts.extractive.finding_allocation import Item
from tasks.analysts.extractive.open_matters import asks_for_research, names_limit
from tasks.analysts.extractive.passages import Line, Paragraph, merge_short, state
from tasks.analysts.extractive.phrasing import Writer, contrast
from tasks.analysts.extractive.queries import strip_review_words
from tasks.analysts.extractive.sentences import Sentence
from tasks.analysts.protocol import ReviewMaterial, ThemeMaterial
from tasks.text.words import join_phrases, spell

_SLACK = 10


def works_of(material: ReviewMaterial) -> list[ReadWork]:
    """Return the works of all themes, each once, in the order of the themes."""
    return list({work.work.work_id: work for theme in material.themes for work in theme.works}.values())


def name_subject(material: ReviewMaterial) -> str:
    """Return the topic as a sentence can take it up: without ": a systematic review", a question in quotation marks.

    Its first letter is small unless the sources write that word with a capital.
    """
    topic = strip_review_words(material.plan.topic).strip()
    if topic.endswith("?"):
        return f"“{topic}”"
    return Casing.of(works_of(material)).lower_first(topic.rstrip(" .!"))


def go_through(
    writer: Writer,
    material: ReviewMaterial,
    choose: Callable[[ThemeMaterial], Sequence[Item]],
    words: int,
    leads: Sequence[str],
) -> list[Paragraph]:
    """Return one paragraph per theme that has something to tell, about `words` words in all.

    `choose` gives a theme's items, best first; `leads` are sentences with `{label}` that open the paragraphs in turn.
    Words go round: every theme gets its first sentence before one gets its second.
    Sentences stay in order of publication.
    """
    shelves = [
        [item for item in choose(theme) if item.stands_alone and writer.is_new(item.finding)]
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
    paragraphs: list[Paragraph] = []
    leading = 0
    for theme, items in told:
        lead = leads[leading % len(leads)].format(label=theme.theme.label) if len(items) > 1 else ""
        leading += bool(lead)
        paragraphs.append(_tell_theme(writer, lead, theme.theme.label, items))
    return merge_short(paragraphs)


def list_themes(material: ReviewMaterial) -> str:
    """Return the themes with their counts of works as an enumeration: "A (12 works), B (9) and C (4)"."""
    return join_phrases(
        [
            f"{theme.theme.label} ({len(theme.works)}{'' if i else ' work' if len(theme.works) == 1 else ' works'})"
            for i, theme in enumerate(material.themes)
        ]
    )


def count_open(material: ReviewMaterial) -> Line | None:
    """Return in how many texts cue words mark a sentence taken on further research or on limits; None without text."""
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
    share = f"{spell(count)} of the {spell(texts)} texts read"
    told = f"As far as cue words show, a sentence taken from {share} names {matter}"
    return state(told + "".join(f", and one from {spell(count)} names {matter}" for count, matter in more) + ".")


def _count_saying(material: ReviewMaterial, says: Callable[[Finding], bool]) -> int:
    return sum(any(map(says, work.summary.findings)) for work in works_of(material))


def _asks(finding: Finding) -> bool:
    # One sentence may do both: it is filed under one, and counted under each.
    return finding.kind == "future_work" or (finding.kind == "limitation" and asks_for_research(_closing(finding)))


def _limits(finding: Finding) -> bool:
    return finding.kind == "limitation" or (finding.kind == "future_work" and names_limit(_closing(finding)))


def _closing(finding: Finding) -> Sentence:
    """Return the words of a finding as a sentence that stands at the end of its text, where such matters are named."""
    return Sentence(0, len(finding.text), finding.text, "", 1.0)


def _tell_theme(writer: Writer, lead: str, label: str, items: Sequence[Item]) -> Paragraph:
    lines: list[Line] = [state(lead)] if lead else []
    earlier: Item | None = None
    for item in sorted(items, key=lambda item: (item.year, item.work.citekey)):
        if not writer.is_new(item.finding):
            continue
        link = "" if lead else f"On {label},"
        if earlier and earlier.work is not item.work:
            link = contrast(earlier.finding, item.finding)
        lines.append(
            writer.tell(item.work, item.finding, link, again=earlier is not None and earlier.work is item.work)
        )
        earlier = item
    return lines if earlier else []
