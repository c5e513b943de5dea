"""The methods part of a theme section: works counted by design, as the tables have it, then what single works did."""

from __future__ import annotations

from collections.abc import Sequence

from storage.records.evidence import DESIGNS
from storage.records.writing import Finding, ReadWork
from tasks.analysts.extractive.discourse_cues import states_aim
from tasks.analysts.extractive.finding_allocation import Item, items_of
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.passages import Line, Paragraph, chunk, cite_each, merge_short
from tasks.text.words import spell

_MOST_CITED = 10
_MOST_DESIGNS = 4
_DESCRIBED = 3  # works of a design, before those of others
_ALIKE = {
    "modelling or simulation": ("work of modelling or simulation", "works of modelling or simulation"),
    "method or tool": ("method or tool", "methods or tools"),
    "data set or benchmark": ("data set or benchmark", "data sets or benchmarks"),
    "theory or argument": ("work of theory or argument", "works of theory or argument"),
    "case report or series": ("case report or series", "case reports or series"),
    "economic analysis": ("economic analysis", "economic analyses"),
}

Support = list[tuple[ReadWork, Finding]]


def write_methods(writer: Writer, works: Sequence[ReadWork], words: int) -> list[Paragraph]:
    """Return paragraphs on the designs of the works and on what single works did, about `words` words in all."""
    named = _works_by_design(works)
    counts = _count_designs(named)
    room = words - sum(line.words for line in counts)
    described = _describe(writer, works, named, room)
    return merge_short([counts, *chunk(described)])


def most_named(works: Sequence[ReadWork]) -> list[str]:
    """Return up to three designs that several works have, in the plural, those of most works first."""
    named = _works_by_design(works)
    several = [name for name in _by_number(named) if len(named[name]) > 1]
    return [_name(name, 2) for name in several[:3]]


def _works_by_design(works: Sequence[ReadWork]) -> dict[str, Support]:
    """Return the works by the design that was extracted of each, with a finding that says it or the first."""
    named: dict[str, Support] = {}
    for work in works:
        stated = [one for one in work.summary.extractions if one.field == "design" and one.value in DESIGNS]
        for one in stated[:1]:
            findings = work.summary.findings
            saying = [each for each in findings if one.quote.text in each.quote.text]
            if findings:
                named.setdefault(one.value, []).append((work, (saying or list(findings))[0]))
    return named


def _by_number(named: dict[str, Support]) -> list[str]:
    return sorted(named, key=lambda name: (-len(named[name]), name))


def _count_designs(named: dict[str, Support]) -> list[Line]:
    if not named:
        return []
    parts: list[tuple[str, ReadWork, Finding]] = []
    for name in _by_number(named)[:_MOST_DESIGNS]:
        support = named[name]
        is_one = len(support) == 1
        of = f" {'work' if is_one else 'works'} of this theme" if not parts else ""
        told = f"{spell(len(support))}{of} {_be(name) if is_one else 'are '}{_name(name, len(support))}"
        told += ", among them" if len(support) > _MOST_CITED else ""
        parts += [(told, work, finding) for work, finding in support[:_MOST_CITED]]
    return [cite_each("By title and abstract,", parts)]


def _be(design: str) -> str:
    return "is an " if design[0] in "aeiou" else "is a "


def _name(design: str, count: int) -> str:
    plural = f"{design.removesuffix('y')}ies" if design.endswith("study") else f"{design}s"
    return _ALIKE.get(design, (design, plural))[count > 1]


def _describe(writer: Writer, works: Sequence[ReadWork], named: dict[str, Support], words: int) -> list[Line]:
    """Return sentences on methods, those on the counted designs first."""
    items = [item for item in items_of(works, "theme", "method") if writer.is_new(item.finding)]
    lines: list[Line] = []
    room = words
    for item in _order(items, named):
        if room > 0 and item.stands_alone and writer.is_new(item.finding):
            lines.append(writer.tell(item.work, item.finding))
            room -= lines[-1].words
    return lines


def _order(items: Sequence[Item], named: dict[str, Support]) -> list[Item]:
    ordered: list[Item] = []
    for name in _by_number(named)[:_MOST_DESIGNS]:
        keys = {work.citekey for work, _ in named[name]}
        ordered += [item for item in items if item.work.citekey in keys][:_DESCRIBED]
    done = {item.finding.finding_id for item in ordered}
    rest = [item for item in items if item.finding.finding_id not in done]
    return [*ordered, *sorted(rest, key=lambda item: states_aim(item.finding.text))]
