"""Counts that a sentence states of a review, each held against what it counts.

A count is known by the words that stand around it (``counts.toml``). Of the matters that these words may name the most
particular comes first, and a number that is right for one that they name as well is not objected to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from tasks.procedure.facts import Facts
from tasks.procedure.patterns import compile_pattern, compile_words, read_table
from tasks.procedure.plain import Number, mask_numbers, read_as_told

# Matters of which large counts are met that read like a year.
_MANY = frozenset({"discovered", "screened", "not_reached", "findings", "quotes"})
_REMEMBERED = 4_096
_LIMITS = frozenset({"tier_works", "tier_stages", "query_limit"})
_BROUGHT = re.compile(r"this theme brings together \S+ works?(?: published (?:between \d{4} and|in) \d{4})?")


@dataclass(frozen=True, slots=True)
class Matter:
    """Something counted: the name of the number, how readers call it, and the patterns that it is known by."""

    name: str
    called: str
    patterns: tuple[re.Pattern[str], ...]
    given: re.Pattern[str]
    unless: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Objection:
    """What of a sentence is not so: the matter, and what the record says of it."""

    matter: str
    reason: str


def object_to_counts(plain: str, facts: Facts) -> Iterator[Objection]:
    """Yield what is wrong with the counts of a sentence as it reads."""
    masked, numbers = mask_numbers(plain)
    for place, matters in sorted(_assign(masked, plain).items()) if numbers else ():
        number, first = numbers[place], matters[0]
        if number.is_share or any(_holds(number, matter, facts) for matter in matters):
            continue
        if not number.could_be_year or first.name in _MANY:
            yield Objection(first.name, f"the ledger counts {facts.count(first.name):,} {first.called}")


def bears_out_counts(plain: str, facts: Facts) -> bool:
    """Return whether a clause, as it reads, states counts and each of them is right for what it counts first of all."""
    masked, numbers = mask_numbers(plain)
    assigned = _assign(masked, plain)
    return bool(numbers) and all(
        not number.is_share and place in assigned and _holds(number, assigned[place][0], facts)
        for place, number in enumerate(numbers)
    )


def object_to_extents(plain: str, section: str, facts: Facts) -> Iterator[Objection]:
    """Yield what is wrong with the works that a sentence counts to themes, by name or in a theme's own section."""
    for theme in facts.procedure.themes:
        named = re.search(rf"{re.escape(read_as_told(theme.label))} \((\d+)", plain)
        if named and int(named[1]) != theme.works:
            yield Objection("themes", f"the theme has {theme.works} works, says the ledger")
        brought = _BROUGHT.search(plain) if theme.label == section else None
        if not brought:
            continue
        (count, *years) = mask_numbers(brought[0])[1]
        if not count.holds_for(theme.works) or {int(y.value) for y in years} - {theme.first_year, theme.last_year}:
            span = f"{theme.first_year} to {theme.last_year}"
            yield Objection("themes", f"the theme has {theme.works} works of {span}, says the ledger")


@lru_cache(_REMEMBERED)
def list_counted(plain: str) -> frozenset[str]:
    """Return the names of all that a sentence may state a count of."""
    masked, _ = mask_numbers(plain)
    return frozenset(matter.name for matters in _assign(masked, plain).values() for matter in matters)


def _holds(number: Number, matter: Matter, facts: Facts) -> bool:
    """Return whether a count is right; "at most" gives a limit itself, "at least" one more than a threshold."""
    true = facts.count(matter.name)
    if matter.name in _LIMITS:
        return number.value == true
    if matter.name == "cited_by_over":
        return number.value == true + (number.bound == "at least")
    return number.holds_for(true)


@lru_cache(_REMEMBERED)
def _assign(masked: str, plain: str) -> dict[int, list[Matter]]:
    """Return by the place of each number what it may count, the most particular first."""
    assigned: dict[int, list[Matter]] = {}
    for matter in _read_matters():
        for place in _find(masked, plain, matter):
            assigned.setdefault(int(place), []).append(matter)
    return assigned


def _find(masked: str, plain: str, matter: Matter) -> Iterator[str]:
    if matter.given.search(plain) and not matter.unless.search(plain):
        yield from dict.fromkeys(match[1] for pattern in matter.patterns for match in pattern.finditer(masked))


@cache
def _read_matters() -> tuple[Matter, ...]:
    table = read_table("counts")
    fragments = table["fragments"]
    return tuple(
        Matter(
            row["name"],
            row["called"],
            tuple(compile_pattern(pattern, fragments) for pattern in row["patterns"]),
            compile_words(row.get("given", ""), fragments),
            compile_words(row.get("unless"), fragments),
        )
        for row in table["matter"]
    )
