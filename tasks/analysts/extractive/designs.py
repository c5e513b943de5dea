"""The methods part of a theme section: designs counted, then described in the works' own words."""

from __future__ import annotations

from collections.abc import Sequence

from storage.records.writing import Finding, ReadWork
from tasks.analysts.extractive.discourse_cues import DESIGNS, designs_named, states_aim
from tasks.analysts.extractive.finding_allocation import Item, items_of
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.passages import Line, Paragraph, chunk, cite, merge_short
from tasks.text.words import spell

_MOST_CITED = 10
_MOST_DESIGNS = 4
_COUNTED = (
    "{count} works of this theme refer to {design}",
    "{design} are named in {count}",
    "{count} mention {design}",
    "{design} appear in {count}",
)


def write_methods(writer: Writer, works: Sequence[ReadWork], words: int) -> list[Paragraph]:
    """Return paragraphs on the designs the sources name and on what single works did, about `words` words in all."""
    named = _works_by_design(works)
    counts = _count_designs(named)
    room = words - sum(line.words for line in counts)
    described = _describe(writer, works, named, room)
    return merge_short([counts, *chunk(described)])


def most_named(works: Sequence[ReadWork]) -> list[str]:
    """Return up to three designs, those that most works refer to first."""
    named = _works_by_design(works)
    return sorted(named, key=lambda name: (-len(named[name]), name))[:3]


def _works_by_design(works: Sequence[ReadWork]) -> dict[str, list[tuple[ReadWork, Finding]]]:
    named: dict[str, list[tuple[ReadWork, Finding]]] = {name: [] for name, _ in DESIGNS}
    for work in works:
        seen: set[str] = set()
        for finding in work.summary.findings:
            for name in designs_named(finding.quote.text):
                if name not in seen:
                    named[name].append((work, finding))
                    seen.add(name)
    return {name: support for name, support in named.items() if len(support) > 1}


def _count_designs(named: dict[str, list[tuple[ReadWork, Finding]]]) -> list[Line]:
    lines: list[Line] = []
    for name in sorted(named, key=lambda name: (-len(named[name]), name))[:_MOST_DESIGNS]:
        support = named[name]
        shown = support[:_MOST_CITED]
        few = len(shown) < len(support)
        pattern = "{count} works refer to {design}, among them those cited here" if few else _COUNTED[len(lines)]
        text = pattern.format(count=spell(len(support)), design=name)
        lines.append(cite(text[:1].upper() + text[1:], shown))
    return lines


def _describe(
    writer: Writer, works: Sequence[ReadWork], named: dict[str, list[tuple[ReadWork, Finding]]], words: int
) -> list[Line]:
    """Return sentences on methods, those on the counted designs first."""
    items = [item for item in items_of(works, "theme", "method") if writer.is_new(item.finding)]
    lines: list[Line] = []
    room = words
    for item in _order(items, named):
        if room > 0 and item.stands_alone and writer.is_new(item.finding):
            lines.append(writer.tell(item.work, item.finding))
            room -= lines[-1].words
    return lines


def _order(items: Sequence[Item], named: dict[str, list[tuple[ReadWork, Finding]]]) -> list[Item]:
    done: set[str] = set()
    ordered: list[Item] = []
    for name in sorted(named, key=lambda name: (-len(named[name]), name))[:_MOST_DESIGNS]:
        group = [item for item in items if name in designs_named(item.finding.quote.text)]
        group = [item for item in group if item.finding.finding_id not in done][:3]
        ordered += group
        done |= {item.finding.finding_id for item in group}
    rest = [item for item in items if item.finding.finding_id not in done]
    return [*ordered, *sorted(rest, key=lambda item: states_aim(item.finding.text))]
