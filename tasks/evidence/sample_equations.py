"""How many units a study has, where its text says so as "N = 120", of the whole or of its arms."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from tasks.evidence.counted_units import EQUALS, PEOPLE, count
from tasks.evidence.data import Datum

_BETWEEN_ARMS = re.compile(r"\b(?:or|and|versus|vs|plus|compared)\b|[,;]", re.IGNORECASE)
# "Randomly assigned to receive the drug (N = 15) or not": what stands behind the treatment is an arm.
_ARM_BEFORE = re.compile(
    r"\b(?:assigned|allocated|randomi[sz]ed|received|receiving|given)\b[^.;()]{0,60}\W*$", re.IGNORECASE
)
_GROUP_BEFORE = re.compile(
    r"\b(?:group|arm|cohort|placebo|controls?|subset|sub\w+|completers|cases|non-\w+|women|men|males|females)\W*$",
    re.IGNORECASE,
)
_PART_BEFORE = re.compile(
    r"\b(?:complet(?:ed|ers)|drop-?outs?|withdr[ae]w|died|excluded|remaining|of (?:these|those|whom)|reported|responders|screened|subset|sub-?samples?|sub-?groups?|previous(?:ly)?|separate|also|elders|pilot)\b",
    re.IGNORECASE,
)
_WHOLE_BEFORE = re.compile(
    rf"\b(?:{PEOPLE}|sample|survey|study|population|panel|interviews|\w+ans|[A-Z]\w+ (?:Study|Cohort|Survey|Panel|Ageing|Aging))\W*$",
    re.IGNORECASE,
)
_ARMS = re.compile(r"\b(?:randomi[sz]ed|randomly|allocated|assigned)\b", re.IGNORECASE)
_ARM = re.compile(r"[(\[][^()\[\]]{0,12}?(?<![A-Za-z])[Nn]\s?=\s?(\d{1,4})[^()\[\]\d]{0,15}[)\]]")
_SEXES = re.compile(
    r"[(\[](?P<one>\d[\d,]*) (?:fe)?males?[,;]?(?: and)? (?P<two>\d[\d,]*) (?:fe)?males?[)\];,]|[(\[](?P<three>\d[\d,]*) (?:wo)?men[,;]?(?: and)? (?P<four>\d[\d,]*) (?:wo)?men[)\];,]",
    re.IGNORECASE,
)
_FEWEST, _MOST_ARMS = 5, 4
_FACTORS = re.compile(r"\b(?:factorial|pens?|plots|blocks|replicates|cages)\b", re.IGNORECASE)


def find_equation(sentences: Sequence[str]) -> tuple[int, Datum] | None:
    """Return the one "N = 120" of a text; a small n counts where it is alone and follows no group."""
    found = [(place, text, match) for place, text in enumerate(sentences) for match in EQUALS.finditer(text)]
    large = [each for each in found if each[2]["letter"] == "N"]
    chosen = large or found
    if len({count(match) for _, _, match in chosen}) != 1 or _tells_arms(chosen):
        return None
    place, text, match = chosen[0]
    before = text[max(0, match.start() - 40) : match.start()]
    if _ARM_BEFORE.search(text[: match.start()]) or _PART_BEFORE.search(before):
        return None
    if re.match(r"\W*(?:in|per|for|from|at) (?:each|every)\b|\W*per\b", text[match.end() :]):
        return None
    if not large and (not _WHOLE_BEFORE.search(before) or _GROUP_BEFORE.search(before) or count(match) < _FEWEST):
        return None
    return place, Datum("n", str(count(match)), match.start(), match.end())


def add_up_arms(sentences: Sequence[str]) -> tuple[int, Datum] | None:
    """Return the sum of the arms of the one sentence that allocates people to them, each with its n, or of both sexes."""
    for place, text in enumerate(sentences):
        arms = [*_ARM.finditer(text)]
        equations = [*EQUALS.finditer(text)]
        if 1 < len(arms) <= _MOST_ARMS and len(arms) == len(equations) and _are_arms(text, arms):
            total = sum(int(arm[1]) for arm in arms)
            return place, Datum("n", str(total), arms[0].start(), arms[-1].end())
        if len(sexes := [*_SEXES.finditer(text)]) == 1:
            total = sum(int(each.replace(",", "")) for each in sexes[0].groups() if each)
            return place, Datum("n", str(total), *sexes[0].span())
    return None


def _are_arms(text: str, arms: Sequence[re.Match[str]]) -> bool:
    """Return whether people were allocated to all of these, each of some size."""
    allocated = _ARMS.search(text[: arms[0].start()]) and not _FACTORS.search(text)
    return bool(allocated) and all(int(arm[1]) >= _FEWEST for arm in arms)


def _tells_arms(found: Sequence[tuple[int, str, re.Match[str]]]) -> bool:
    """Return whether two equations in a row stand in one sentence, each beside an arm of the same size."""
    return any(
        place == other and bool(_BETWEEN_ARMS.search(text, one.end(), two.start()))
        for (place, text, one), (other, _, two) in pairwise(found)
    )
