"""Results of different works that point different ways on one exposure and outcome, told in one sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from storage.records.evidence import Consistency, Contradiction, Side
from storage.records.writing import Finding, ReadWork
from tasks.analysts.extractive.brief_results import say_way
from tasks.analysts.extractive.false_conflicts import takes_up_elsewhere
from tasks.analysts.passages import Line, cite_sides
from tasks.citations.authors import name_work
from tasks.text.words import content_stems, spell

_MOST, _MOST_OF_A_SIDE = 4, 4
# What stands for the absence of a thing: against it, or against nothing that is named, is the same comparison.
_CONTROL = re.compile(
    r"\b(?:placebo|controls?|no|none|without|untreated|non-?\w+|usual|sham|baseline|healthy|waiting[ -]?lists?)\b",
    re.IGNORECASE,
)


def tell_contrary(consistency: Consistency, works: Sequence[ReadWork]) -> list[Line]:
    """Return for up to four pairs of exposure and outcome a sentence that sets works against each other.

    Each work is told of with whom or what it studied and where, as far as that was read. Works that compared with
    different things are not at odds. What more works find comes first.
    """
    sources = {(work.citekey, one.finding_id): (work, one) for work in works for one in work.summary.findings}
    shelves: dict[tuple[str, str], list[Contradiction]] = {}
    for pair in consistency.contradictions:
        is_known = all((side.citekey, side.finding_id) in sources for side in (pair.one, pair.other))
        alike = is_known and _compare_alike(pair.one.comparator, pair.other.comparator)
        if alike and not any(_takes_up(pair, side, sources) for side in (pair.one, pair.other)):
            shelves.setdefault((pair.exposure, pair.outcome), []).append(pair)
    ranked = sorted(shelves.items(), key=lambda shelf: -len(shelf[1]))
    return [_tell(*name, pairs, sources) for name, pairs in ranked[:_MOST]]


def list_opposed(consistency: Consistency) -> set[frozenset[str]]:
    """Return the pairs of findings that point different ways."""
    return {frozenset((pair.one.finding_id, pair.other.finding_id)) for pair in consistency.contradictions}


def _takes_up(pair: Contradiction, side: Side, sources: dict[tuple[str, str], tuple[ReadWork, Finding]]) -> bool:
    """Return whether the work of a side without a difference has another result, with a direction, on the same."""
    named = set(content_stems(f"{pair.exposure} {pair.outcome}"))
    return side.direction == "0" and takes_up_elsewhere(*sources[side.citekey, side.finding_id], named)


def _compare_alike(one: str, other: str) -> bool:
    if one and other:
        return one.casefold() == other.casefold() or bool(_CONTROL.search(one) and _CONTROL.search(other))
    return not (one or other) or bool(_CONTROL.search(one or other))


def _tell(
    exposure: str,
    outcome: str,
    pairs: Sequence[Contradiction],
    sources: dict[tuple[str, str], tuple[ReadWork, Finding]],
) -> Line:
    ways: dict[str, dict[str, Side]] = {}
    for side in (side for pair in pairs for side in (pair.one, pair.other)):
        ways.setdefault(side.direction, {}).setdefault(side.citekey, side)
    sides = []
    for direction, of_works in sorted(ways.items(), key=lambda way: (-len(way[1]), "+-0".index(way[0]))):
        way = "no difference or association" if direction == "0" else f"{say_way(direction, outcome)} {outcome}"
        names = [_name(side, sources) for side in of_works.values()]
        if len(names) > _MOST_OF_A_SIDE:
            names[_MOST_OF_A_SIDE - 1 :] = [f"{spell(len(names) - _MOST_OF_A_SIDE + 1)} more"] * len(
                names[_MOST_OF_A_SIDE - 1 :]
            )
        sides.append(
            [
                (f"{'' if place else f'{way} '}in {name}", *sources[side.citekey, side.finding_id])
                for place, (name, side) in enumerate(zip(names, of_works.values(), strict=True))
            ]
        )
    return cite_sides(f"On {exposure} and {outcome}, results point different ways:", sides)


def _name(side: Side, sources: dict[tuple[str, str], tuple[ReadWork, Finding]]) -> str:
    """Return "Lee et al. (2019; nurses on shifts; Japan)"."""
    named = name_work(sources[side.citekey, side.finding_id][0].work)
    known = "; ".join(part for part in (side.population, side.setting) if part)
    return f"{named[:-1]}; {known})" if known and named.endswith(")") else named
