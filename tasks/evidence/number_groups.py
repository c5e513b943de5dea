"""The numbers of a sentence, result by result: an effect with the p value that stands with it, or a p value alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tasks.evidence.data import Datum
from tasks.evidence.effects import Printed, find_effects, find_p_values

# What may stand between an effect and its p value: marks, and what else a test is told by.
_BESIDE = re.compile(
    r"(?:[\s,;:()\[\]=<>\u00b1+\d.\u00b7%\u2212\u2013-]|\b(?:SE|SEM|SD|CI|t|z|Z|F|df|Q|R|n|N|Wald|chi|and|with|respectively|two|one|tailed|sided)\b|[\u03c7\u00b2\u03b2\u03b7]|I\u00b2|I2|R2)*",
)
_LONGEST = 60  # characters between the two
_CLOSES = re.compile(r"[)\]]")


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of one result, with the place they take; without data where they could not be read."""

    start: int
    end: int
    data: tuple[Datum, ...]


def read_numbers(text: str) -> list[Numbers]:
    """Return the numbers of each result that a sentence prints, in the order of the text.

    A p value is of the effect before it where only marks and test statistics stand between them, or of the effect that
    stands right behind it in the same brackets; of two such p values neither is taken. Where the sentence has one
    effect and one p value and no new clause begins between them, they are of one result.
    """
    effects, values = _leave_out_ranges(text, find_effects(text)), find_p_values(text)
    homes = [_find_home(text, value, effects) for value in values]
    if len(effects) == len(values) == 1 and not _begins_anew(text, effects[0], values[0]):
        homes = [0]
    groups = []
    for place, effect in enumerate(effects):
        own = [value for value, home in zip(values, homes, strict=True) if home == place]
        data = (*effect.data, *own) if len(own) == 1 else effect.data
        groups.append(_span(effect, own, data))
    alone = [value for value, home in zip(values, homes, strict=True) if home is None]
    groups += [Numbers(start, end, data) for start, end, data in _join(text, alone)]
    return sorted(groups, key=lambda one: one.start)


def _leave_out_ranges(text: str, effects: Sequence[Printed]) -> list[Printed]:
    """Return effects without the data of those that begin or end a range: "from d = 0.4 to d = 2.8"."""
    ends = [
        place
        for place, (one, other) in enumerate(pairwise(effects))
        if re.fullmatch(r"\W*(?:to|and up to)\W*", text[one.end : other.start])
    ]
    return [Printed(one.start, one.end) if {place, place - 1} & {*ends} else one for place, one in enumerate(effects)]


def _find_home(text: str, value: Datum, effects: Sequence[Printed]) -> int | None:
    for place, effect in enumerate(effects):
        if effect.start <= value.start < effect.end:
            return place
    before = [place for place, effect in enumerate(effects) if effect.end <= value.start]
    if before and _is_beside(text, effects[before[-1]].end, value.start):
        return before[-1]
    after = next((place for place, effect in enumerate(effects) if effect.start >= value.end), None)
    if after is not None:
        between = text[value.end : effects[after].start]
        if _is_beside(text, value.end, effects[after].start) and not _CLOSES.search(between):
            return after
    return None


def _is_beside(text: str, start: int, end: int) -> bool:
    return end - start <= _LONGEST and bool(_BESIDE.fullmatch(text, start, end))


def _begins_anew(text: str, effect: Printed, value: Datum) -> bool:
    """Return whether a clause, or a further term of a list, begins between an effect and a p value."""
    first, last = sorted([(effect.start, effect.end), (value.start, value.end)])
    if last[0] < first[1]:
        return False
    between = text[first[1] : last[0]]
    return bool(re.search(r";|\b(?:and|but|whereas|while|or|although|which)\b", between))


def _span(effect: Printed, own: Sequence[Datum], data: tuple[Datum, ...]) -> Numbers:
    start = min([effect.start, *(value.start for value in own)])
    return Numbers(start, max([effect.end, *(value.end for value in own)]), data)


def _join(text: str, values: Sequence[Datum]) -> Iterator[tuple[int, int, tuple[Datum, ...]]]:
    """Yield p values that stand alone; of those that stand beside each other in one place, the place without data."""
    place = 0
    while place < len(values):
        last = place
        while last + 1 < len(values) and _stand_together(text, values[last], values[last + 1]):
            last += 1
        data = (values[place],) if last == place or len({one.value for one in values[place : last + 1]}) == 1 else ()
        yield values[place].start, values[last].end, data
        place = last + 1


def _stand_together(text: str, one: Datum, other: Datum) -> bool:
    between = text[one.end : other.start]
    return not re.search(r"[()\[\];]|\b(?:for|in|on|with|of)\b", between) and len(between) <= _LONGEST // 2
