"""The key findings of a theme, grouped by the matters they share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tasks.analysts.extractive.brief_results import BriefResult, find_contrary, list_brief, say_whole
from tasks.analysts.extractive.finding_allocation import Item, group_items, items_of, pair_opposites
from tasks.analysts.extractive.harms_told import is_of_harm
from tasks.analysts.extractive.phrasing import Writer, contrast
from tasks.analysts.passages import Line, Paragraph, chunk, cite_each, merge_short, state
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
_FILLED = 0.89
_LONG_GAP, _SPELLED = 8, 12
_PAIR = 2
_IN_BRIEF, _BRIEF_SHARE = 5, 90  # results of a sentence; words of findings for each work told of in brief
_FEW_LEFT = 2  # works that are told of rather than counted, though there is no room left


def write_findings(writer: Writer, material: ThemeMaterial, words: int) -> list[Paragraph]:
    """Return paragraphs of findings, about `words` words: groups on one matter, single findings, then further works.

    Each work's best finding comes first, so that as many works as possible are cited before any is cited twice. What
    denies a relation stands beside what the same work affirms.
    """
    works, topic = material.works, material.plan.topic
    opposites = pair_opposites(works)
    items = [
        item
        for item in items_of(works, "theme", "finding")
        if writer.is_new(item.finding) and item.stands_alone and not is_of_harm(item)
    ]
    heard = _take(items, opposites, round(words * _FILLED))
    groups, single = group_items(heard, topic)
    large = [(matter, group) for matter, group in groups if len(group) > _PAIR]
    pairs = [(matter, group) for matter, group in groups if len(group) <= _PAIR]
    if len(pairs) % 2:
        single += pairs.pop()[1]
    teller = Teller(writer, opposites)
    paragraphs: list[Paragraph] = [_write_group(teller, i, matter, group) for i, (matter, group) in enumerate(large)]
    paragraphs += [_write_pairs(teller, pairs[i : i + 2]) for i in range(0, len(pairs), 2)]
    paragraphs += _write_single(teller, single)
    return merge_short([*paragraphs, _tell_others(writer, items, heard, words)])


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells findings, each followed by what the same work says to the contrary, if it does."""

    writer: Writer
    opposites: Mapping[str, Item]

    def tell(self, item: Item, link: str = "", *, again: bool = False) -> list[Line]:
        """Return the finding as a cited sentence, and the finding of its work that turned out the other way."""
        lines = [self.writer.tell(item.work, item.finding, link, again=again)]
        other = self.opposites.get(item.finding.finding_id)
        if other is not None and self.writer.is_new(other.finding):
            lines.append(self.writer.tell(other.work, other.finding, again=True))
        return lines


def _take(items: Sequence[Item], opposites: Mapping[str, Item], words: int) -> list[Item]:
    """Return the items to tell: one of each work first, the shortest where there is little room; opposites come along.

    Where works would be left out, each says what it found in its briefest result; the last two are not left out.
    """
    works = len({item.work.citekey for item in items})
    first: dict[str, Item] = {}
    for item in items:
        first.setdefault(item.work.citekey, item)
    if works and sum(_length(item, opposites) for item in first.values()) > words:
        for item in items:
            kept = first[item.work.citekey]
            if item.grade <= kept.grade and _length(item, opposites) < _length(kept, opposites):
                first[item.work.citekey] = item
    chosen = {item.finding.finding_id for item in first.values()}
    ordered = [*first.values(), *(item for item in items if item.finding.finding_id not in chosen)]
    taken: list[Item] = []
    texts: set[tuple[str, ...]] = set()
    for place, item in enumerate(ordered):
        if words <= 0 and not len(first) - _FEW_LEFT <= place < len(first):
            break
        if item.stems not in texts:
            other = opposites.get(item.finding.finding_id)
            taken.append(item)
            texts |= {item.stems} | ({other.stems} if other else set())
            words -= _length(item, opposites)
    return taken


def _length(item: Item, opposites: Mapping[str, Item]) -> int:
    other = opposites.get(item.finding.finding_id)
    return sum(len(each.finding.text.split()) + _PER_SENTENCE for each in (item, other) if each)


def _write_group(teller: Teller, index: int, matter: str, items: Sequence[Item]) -> Paragraph:
    lines = [state(_lead(index, matter, items))]
    earlier: Item | None = None
    for item in items:
        link = contrast(earlier.finding, item.finding) if earlier and earlier.work is not item.work else ""
        if earlier and not link and earlier.year and item.year - earlier.year >= _LONG_GAP:
            years = item.year - earlier.year
            link = f"{spell(years).capitalize()} years later," if years <= _SPELLED else "More than a decade later,"
        lines += teller.tell(item, link, again=earlier is not None and earlier.work is item.work)
        earlier = item
    return lines


def _write_pairs(teller: Teller, pairs: Sequence[tuple[str, list[Item]]]) -> Paragraph:
    lines: list[Line] = []
    for i, (matter, items) in enumerate(pairs):
        opening = (f"On {matter},", f"Regarding {matter},")[i % 2]
        for j, item in enumerate(items):
            link = contrast(items[0].finding, item.finding) if j else opening
            lines += teller.tell(item, link)
    return lines


def _lead(index: int, matter: str, items: Sequence[Item]) -> str:
    years = sorted(item.year for item in items if item.year)
    works = len({item.work.citekey for item in items})
    span = f", published between {years[0]} and {years[-1]}," if years and years[0] < years[-1] else ""
    pattern = _LEADS[index % len(_LEADS)]
    text = pattern.format(count=spell(works).capitalize(), few=spell(works), span=span, matter=matter)
    return text.replace(",.", ".")


def _write_single(teller: Teller, items: Sequence[Item]) -> list[Paragraph]:
    ordered = sorted(items, key=lambda item: (item.year, item.work.citekey))
    paragraphs: list[Paragraph] = []
    for part in chunk(ordered, size=4):
        lines: list[Line] = []
        earlier: Item | None = None
        for item in part:
            if teller.writer.is_new(item.finding):
                lines += teller.tell(item, again=earlier is not None and earlier.work is item.work)
                earlier = item
        paragraphs.append(lines)
    return paragraphs


def _tell_others(writer: Writer, items: Sequence[Item], heard: Sequence[Item], words: int) -> list[Line]:
    """Return what works found that there was no room to tell of, in a few words; often nothing.

    A result that goes against what the other works find on the same outcome is told in a sentence of its own.
    """
    cited = {item.work.citekey for item in heard}
    works = {item.work.citekey: item.work for item in items}
    results = list_brief(list(works.values()))
    contrary = find_contrary(results)
    by_finding = {item.finding.finding_id for item in items}
    first: dict[str, BriefResult] = {}
    for result in sorted(results, key=lambda one: one.finding.finding_id not in contrary):
        if result.work.citekey not in cited:
            first.setdefault(result.work.citekey, result)
    told = [*first.values()][: max(_IN_BRIEF, words // _BRIEF_SHARE)]
    apart = [one for one in told if one.finding.finding_id in contrary and one.finding.finding_id in by_finding]
    rest = [(say_whole(one, writer.casing), one.work, one.finding) for one in told if one not in apart]
    lines = [cite_each("In brief, further works report", part) for part in chunk(rest, _IN_BRIEF)]
    return [*lines, *(writer.tell(one.work, one.finding) for one in apart)]
