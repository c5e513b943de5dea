"""The key findings of a theme, grouped by the matters they share."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.analysts.extractive.finding_allocation import Item, group_items, items_of, shared_phrases
from tasks.analysts.extractive.keyphrases import (
    all_stems,
    candidate_phrases,
    content_runs,
    fold,
    holds_phrase,
    surface_forms,
)
from tasks.analysts.extractive.phrasing import Writer, contrast
from tasks.analysts.extractive.statements import is_acting
from tasks.analysts.passages import Line, Paragraph, chunk, cite, cite_each, merge_short, state
from tasks.analysts.protocol import ThemeMaterial
from tasks.text.words import spell

_LEADS = (
    "{count} works of this theme{span} address {matter}.",
    "A further line of work{span} deals with {matter}.",
    "The next group of findings concerns {matter}.",
    "{count} works{span} can be read together for what they say about {matter}.",
    "Findings on {matter} come from {few} works{span}.",
)
_PER_SENTENCE = 5
_LEAST_COVERED = 2
_MOST_COVERED = 8
_LONG_GAP = 8
_PAIR = 2


def write_findings(writer: Writer, material: ThemeMaterial, words: int) -> list[Paragraph]:
    """Return paragraphs of findings, about `words` words: groups on one matter, single findings, then further works.

    Each work's best finding comes first, so that as many works as possible are cited before any is cited twice.
    """
    works, topic = material.works, material.plan.topic
    items = [item for item in items_of(works, "theme", "finding") if writer.is_new(item.finding)]
    heard = _take(items, round(words * 0.87))
    groups, single = group_items(heard, topic)
    large = [(matter, group) for matter, group in groups if len(group) > _PAIR]
    pairs = [(matter, group) for matter, group in groups if len(group) <= _PAIR]
    if len(pairs) % 2:
        single += pairs.pop()[1]
    paragraphs: list[Paragraph] = [_write_group(writer, i, matter, group) for i, (matter, group) in enumerate(large)]
    paragraphs += [_write_pairs(writer, pairs[i : i + 2]) for i in range(0, len(pairs), 2)]
    paragraphs += _write_single(writer, single, after_groups=bool(paragraphs))
    further = _mention_others(
        items, heard, [*(matter for matter, _ in groups), *shared_phrases(works, 10, topic)], topic
    )
    return merge_short([*paragraphs, further])


def _take(items: Sequence[Item], words: int) -> list[Item]:
    taken: list[Item] = []
    texts: set[tuple[str, ...]] = set()
    for item in items:
        if words <= 0:
            break
        if item.stands_alone and item.stems not in texts:
            taken.append(item)
            texts.add(item.stems)
            words -= len(item.finding.text.split()) + _PER_SENTENCE
    return taken


def _write_group(writer: Writer, index: int, matter: str, items: Sequence[Item]) -> Paragraph:
    lines = [state(_lead(index, matter, items))]
    earlier: Item | None = None
    for item in items:
        link = contrast(earlier.finding, item.finding) if earlier and earlier.work is not item.work else ""
        if earlier and not link and earlier.year and item.year - earlier.year >= _LONG_GAP:
            link = f"{spell(item.year - earlier.year).capitalize()} years later,"
        lines.append(
            writer.tell(item.work, item.finding, link, again=earlier is not None and earlier.work is item.work)
        )
        earlier = item
    return lines


def _write_pairs(writer: Writer, pairs: Sequence[tuple[str, list[Item]]]) -> Paragraph:
    lines: list[Line] = []
    for i, (matter, items) in enumerate(pairs):
        opening = (f"On {matter},", f"Regarding {matter},")[i % 2]
        for j, item in enumerate(items):
            link = contrast(items[0].finding, item.finding) if j else opening
            lines.append(writer.tell(item.work, item.finding, link))
    return lines


def _lead(index: int, matter: str, items: Sequence[Item]) -> str:
    years = sorted(item.year for item in items if item.year)
    works = len({item.work.citekey for item in items})
    span = f", published between {years[0]} and {years[-1]}," if years and years[0] < years[-1] else ""
    pattern = _LEADS[index % len(_LEADS)]
    text = pattern.format(count=spell(works).capitalize(), few=spell(works), span=span, matter=matter)
    return text.replace(",.", ".")


def _write_single(writer: Writer, items: Sequence[Item], *, after_groups: bool) -> list[Paragraph]:
    ordered = sorted(items, key=lambda item: (item.year, item.work.citekey))
    lines = [
        writer.tell(item.work, item.finding, again=i > 0 and ordered[i - 1].work is item.work)
        for i, item in enumerate(ordered)
    ]
    paragraphs: list[Paragraph] = []
    start = 0
    for part in chunk(lines, size=4):
        years = [item.year for item in ordered[start : start + len(part)] if item.year]
        start += len(part)
        lead = _lead_single(len(paragraphs), years, after_groups=after_groups)
        paragraphs.append([state(lead), *part] if lead else part)
    return paragraphs


def _lead_single(index: int, years: Sequence[int], *, after_groups: bool) -> str:
    if not index and after_groups:
        return "Other findings stand by themselves and are given in order of publication." if len(years) > 1 else ""
    if not index:
        return ""
    if not years:
        return ""
    if years[0] == years[-1]:
        return f"Further findings date from {years[0]}."
    return (
        f"The findings that follow were published between {years[0]} and {years[-1]}.",
        f"Work from {years[0]} to {years[-1]} adds the following.",
    )[index % 2]


def _mention_others(items: Sequence[Item], heard: Sequence[Item], matters: Sequence[str], topic: str) -> list[Line]:
    """Return sentences that cite works not cited so far, by the matters they share or else by what each is about."""
    cited = {item.work.citekey for item in heard}
    lines: list[Line] = []
    for matter in matters:
        phrase = fold(matter.split())
        found = [i for i in items if i.work.citekey not in cited and holds_phrase(i.stems, phrase)]
        support = list({item.work.citekey: item for item in found}.values())[:_MOST_COVERED]
        if len(phrase) == 1 or len(support) < _LEAST_COVERED or len(lines) == len(_FURTHER):
            continue
        cited |= {item.work.citekey for item in support}
        text = _FURTHER[len(lines)].format(spell(len(support)).capitalize(), matter)
        lines.append(cite(text, [(item.work, item.finding) for item in support]))
    left = {item.work.citekey: item for item in reversed(items) if item.work.citekey not in cited}
    parts = [(matter, item) for item in reversed(left.values()) if (matter := _own_matter(item, topic))]
    openings = ("Individual works add", "Others deal with") if lines else ("Further works deal with", "Others add")
    for opening, part in zip(openings, (parts[:_LISTED], parts[_LISTED : 2 * _LISTED]), strict=True):
        if part:
            verb = opening if len(part) > 1 else "One more deals with"
            lines.append(cite_each(verb, [(matter, item.work, item.finding) for matter, item in part]))
    return lines


_FURTHER = ("{} further works mention {}", "{} others refer to {}", "{} more touch on {}")
_LISTED = 5


def _own_matter(item: Item, topic: str) -> str:
    """Return a phrase of a finding that says what its work is about, not made of the topic's words alone; else empty.

    Phrases that also occur in the title come first, and among those the longest.
    """
    plain = set(all_stems(topic))
    titled = candidate_phrases(item.work.work.title)
    whole = {fold(run) for run in content_runs(item.finding.text)}
    telling = [
        phrase
        for phrase in candidate_phrases(item.finding.text)
        if len(phrase) > 1 and not set(phrase) <= plain
        if phrase in titled or (phrase in whole and not any(map(is_acting, phrase)))
    ]
    telling.sort(key=lambda phrase: (phrase not in titled, -len(phrase), phrase))
    forms = surface_forms([item.finding.text])
    return next((forms[phrase] for phrase in telling if not _BEGINS_WITH_VERB.match(forms[phrase])), "")


# "Evidence supports hair cortisol": the words after the subject begin with its verb and do not name a matter.
_BEGINS_WITH_VERB = re.compile(
    r"(?:support|promot|manag|requir|affect|increas|reduc|improv|influenc|enhanc|protect|achiev|ensur|caus|encourag|"
    r"allow|enabl|involv|contribut|generat|includ|help|limit|produc|creat|lead|need|depend)(?:e?s|e)?\s",
    re.IGNORECASE,
)
