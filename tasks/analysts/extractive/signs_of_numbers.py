"""Which way an effect points by its value, and whether the numbers of a result bear out a direction told in words."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.evidence.data import Datum
from tasks.evidence.effects import find_null, is_ratio

_LEVEL = 0.05
_SIGNED = frozenset({"beta", "r"})


def read_sign(data: Sequence[Datum]) -> Datum | None:
    """Return the direction of an association by its ratio, slope or correlation; None where that is not sure.

    Sure is what an interval without the value of no effect, or a p value below 0.05, bears out.
    """
    read = {one.field: one for one in data}
    measure = read["measure"].value if "measure" in read else ""
    if not ({"measure", "effect"} <= set(read) and (is_ratio(measure) or measure in _SIGNED)):
        return None
    null, effect = find_null(measure), read["effect"]
    if null is None or is_chance(data) is not False or float(effect.value) == null:
        return None
    return Datum("direction", "+" if float(effect.value) > null else "-", effect.start, effect.end)


def is_chance(data: Sequence[Datum]) -> bool | None:
    """Return whether an interval holds the value of no effect or a p value is 0.05 or more; None if neither is told."""
    read = {one.field: one.value for one in data}
    nothing = find_null(read.get("measure", ""))
    said: set[bool] = set()
    if nothing is not None and {"ci_low", "ci_high"} <= set(read):
        said.add(float(read["ci_low"]) <= nothing <= float(read["ci_high"]))
    if p := read.get("p"):
        figure = float(p.lstrip("<>\u2264\u2265"))
        if not p.startswith(("<", "\u2264")) or figure <= _LEVEL:
            said.add(figure > _LEVEL if p[0] in "<\u2264" else figure >= _LEVEL)
    return said.pop() if len(said) == 1 else None


def agrees(direction: str, data: Sequence[Datum]) -> bool:
    """Return whether numbers bear out a direction: none where they tell of chance, and of no difference where not."""
    chance = is_chance(data)
    if direction == "0":
        return chance is not False
    sign = read_sign(data)
    return not chance and (sign is None or sign.value == direction)
