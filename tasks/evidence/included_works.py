"""How many works a review says it included: not how many were found, screened or left out."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tasks.evidence.counted_units import INCLUDED, count
from tasks.evidence.data import Datum

_IN_ALL = r"(?:a total of |altogether |data from |the |about |over |all |findings (?:from|of) |results of )*"
_KEPT_BEFORE = re.compile(
    rf"\b(?:includ(?:ed|es|ing)|meta-analys[ie]s (?:of|on|with|included|comprised)|review (?:of|includes|included|involved|covers|comprised)|reviewed|analy[sz]ed|selected|synthesi[sz]ed|synthesis of|"
    rf"total of|data from|comprised|pooled|involved|based (?:up)?on|yielded|resulted in|analysis of) {_IN_ALL}$",
    re.IGNORECASE,
)
_KEPT_AFTER = re.compile(
    r"^(?:(?!\b(?:of which|of these|identified|retrieved|found|screened)\b)[^.;]){0,110}?\b(?:(?:were|was|are) (?:\w+ly |then |thus |also |considered )?(?:included|eligible|selected|reviewed|analy[sz]ed|retained|synthesi[sz]ed|appropriate|suitable|pooled|meta-analy[sz]ed|examined)|"
    r"(?:met|meeting|fulfill?(?:ed|ing)|satisf(?:ied|ying)|that met|which met) (?:[\w-]+ ){0,4}?criteria|met (?:[\w-]+ ){0,2}?eligibility|included in (?:the|this|our)|qualified)\b",
    re.IGNORECASE,
)
# "In the 32 included trials"; "Forty-seven trials evaluated seven drugs": of a review that has none besides.
_NAMED_KEPT = re.compile(r"\b(?:included|eligible)\b", re.IGNORECASE)
_TOLD = re.compile(
    r"^\s*(?:evaluated|involving|with|enrolling|representing|comprising|comparing|compared|reporting|on|of)\b",
    re.IGNORECASE,
)
_SOUGHT = re.compile(
    r"\b(?:retrieved|screened|citations|searche?[sd]?|excluded|duplicates|potentially|titles|of (?:these|those|which|the)|only|"
    r"previous|earlier|reported|showed|found|had|were (?:of|at)|quality|subset|each|needed|remaining|class|respectively|subgroup|random-effects|heterogeneity)\b",
    re.IGNORECASE,
)
_NEAR_BEFORE, _NEAR_AFTER, _FEWEST = 40, 12, 2


@dataclass(frozen=True, slots=True)
class _Candidate:
    place: int
    value: int
    start: int
    end: int


def find_included(sentences: Sequence[str], *, surely: bool = False) -> tuple[int, Datum] | None:
    """Return how many works a text says it included, with which sentence says so.

    None where none does or where two numbers could be meant; one that comes later and is less is of a part. `surely`
    asks for works that met criteria or were included.
    """
    found = [each for place, text in enumerate(sentences) for each in _find(place, text, surely=surely)]
    if not found or any(each.value > found[0].value for each in found):
        return None
    first = found[0]
    return first.place, Datum("n", str(first.value), first.start, first.end)


def _find(place: int, text: str, *, surely: bool) -> Iterator[_Candidate]:
    for match in INCLUDED.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        near = f"{re.split('[;:]', before)[-1][-_NEAR_BEFORE:]} {match[0]} {after[:_NEAR_AFTER]}"
        kept = _KEPT_AFTER.match(re.sub(r"\([^()]*\)", "", after))
        if count(match) < _FEWEST or _SOUGHT.search(near):
            continue
        told = _NAMED_KEPT.search(match[0]) or (
            _TOLD.match(after) and before.strip().lower() in {"", "there were", "we found"}
        )
        if kept or (not surely and told) or (not surely and _KEPT_BEFORE.search(before)):
            yield _Candidate(place, count(match), match.start(), match.end())
