"""The results that a sentence states, one by one: what is related to what, which way, and the numbers of each."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tasks.analysts.extractive.directions import find_direction, leaves_open, tells_no_way
from tasks.analysts.extractive.relation_parts import read_relation_parts, read_relations_stated
from tasks.analysts.extractive.signs_of_numbers import agrees, read_sign
from tasks.analysts.extractive.turned_predicates import Turned, find_turned
from tasks.analysts.extractive.turns import takes_back
from tasks.evidence.data import Datum
from tasks.evidence.named_sides import is_named
from tasks.evidence.number_groups import Numbers, read_numbers
from tasks.text.lone_sentences import loses_signs

_Span = tuple[int, int]
# Between a term and the numbers in brackets right behind it.
_BEHIND = re.compile(r"[\s,]*(?:[(\[][\s\w:,;-]{0,30})?[\s(\[]*$")
_AGAINST = re.compile(
    r"\b(?:versus|vs|than|compared (?:with|to)|as against|in comparison (?:with|to)|to (?:an? |the )?(?:\w+ ){0,4}?|baseline|controls?|placebo)(?=\W|$)",
    re.IGNORECASE,
)
_OF_ALL = re.compile(r"\b(?:all|each|both|for each|in all)(?: (?:\w+ ){0,2}(?:at )?)?[\s,:]*$", re.IGNORECASE)

# What a sentence says of its own result: that it was none, or did not last.
_TAKES_BACK = re.compile(
    r"\b(?:this|these|those|that|such|the|both) (?:\w+ ){0,2}?(?:differences?|effects?|associations?|relations?(?:hips?)?|correlations?|increases?|decreases?|reductions?|changes?|improvements?|trends?|findings?|results?|benefits?|gains?)\b(?! (?:of|between|in|on)\b)[^.;]{0,40}?\b(?:not|no longer|non-?significant|insignificant|disappear\w*|attenuat\w*|lost|fail\w*|vanish\w*|transient|short-lived|borderline|marginal\w*)\b|n['\u2019]t\b"
    r"|\b(?:they|it|this|which|these|those) (?:(?:is|are|was|were) (?:\w+ )?(?:not|non-?significant|insignificant|no longer)|(?:did|do|does) not)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"(?:;|,?\s(?:and|but|whereas|while|which))\s(?:[\w()-]+ ){1,8}?(?:was|were|is|are|had|has|have|did|\w{3,}ed)\b",
    re.IGNORECASE,
)
_IN_A_ROW = re.compile(r"[\s,;]*(?:and|or|to)?[\s,;]*")
_TO_BRACKET = re.compile(r"[^()\[\]]{0,40}(?:\([^()]{0,10}\)[^()\[\]]{0,40})?[)\]]+(?!\s?=)|[)\]]+")
_NAMES_THEM = re.compile(r"(?:,?\s)?(?:for|in|among|with|at)\s[^,;()\[\]]{2,80}?(?=,|;|\.?$|\sand\s|\s?[(\[])")
_IN_TURN = re.compile(r"\brespectively\b", re.IGNORECASE)
_LEAD = re.compile(r"[\s,;.)\]]*(?:(?:and|or|but|as well as)\s+)?")


@dataclass(frozen=True, slots=True)
class ToldResult:
    """One result of a sentence, field by field; `place` is where its numbers stand with the words that name them.

    It is None where the sentence has numbers of one result alone. `part` is where the part of the sentence that states
    the result stands, None where it is the whole.
    """

    data: tuple[Datum, ...]
    place: _Span | None = None
    part: _Span | None = None


def read_results(text: str) -> list[ToldResult]:
    """Return the results of a sentence, each with what it relates, its direction and its numbers, as far as stated.

    Numbers of several results are given to the term that they stand right behind; those of which no term is known are
    a result of their own. Predicates that go opposite ways ("lower in A, and higher in B") have results of their own.
    """
    turned = find_turned(text)
    if turned:
        return [*read_results(turned.earlier), *(_move(one, turned) for one in read_results(turned.later))]
    directions = find_direction(text)
    related = read_relation_parts(text, directions[0].value) if directions else []
    results = [ToldResult((*one.terms, *directions), part=one.place) for one in related if _names_outcome(one.terms)]
    # Where "<" became a digit, what is left of a figure is none.
    numbers = [] if loses_signs(text) else read_numbers(text)
    if not directions:
        results = [*_read_by_parts(text, has_numbers=bool(numbers))]
    results = [
        one for one in results if not any(_holds(part, numbers) for part in one.data if part.field != "direction")
    ]
    if not numbers:
        return results or ([ToldResult((*directions,))] if directions else [])
    if len(numbers) == 1:
        return _give_one(text, numbers[0], results or [ToldResult((*directions,))])
    return _give_each(text, numbers, results, directions)


def _move(result: ToldResult, turned: Turned) -> ToldResult:
    """Return a result of the later predicate with its places in the whole text."""
    data = tuple(replace(one, start=turned.place(one.start), end=turned.place(one.end)) for one in result.data)
    place, part = (span and (turned.place(span[0]), turned.place(span[1])) for span in (result.place, result.part))
    return replace(result, data=data, place=place, part=part)


def _read_by_parts(text: str, *, has_numbers: bool) -> Iterator[ToldResult]:
    """Yield the results of a sentence that says more than one thing, part by part: each with its own direction.

    What a later part takes back, or leaves open, has none; without direction and numbers there is nothing to tell.
    """
    if tells_no_way(text) or _TAKES_BACK.search(text):
        return
    stated = read_relations_stated(text)
    related = [each for each in stated if each.terms]
    if (
        len(stated) == 1
        and not related
        and stated[0].sign
        and stated[0].is_whole
        and not leaves_open(text, stated[0].sign)
    ):
        yield ToldResult((Datum("direction", stated[0].sign, *stated[0].cue),))
    parts = list(dict.fromkeys(each.part for each in related))
    unnamed = {each.part for each in related if not _names_outcome(each.terms)}
    back = {earlier for earlier, later in pairwise(parts) if takes_back(later, earlier)}
    for each in related:
        if each.part in unnamed:
            continue
        if each.sign and each.part not in back and not leaves_open(each.part, each.sign):
            yield ToldResult((*each.terms, Datum("direction", each.sign, *each.cue)), part=each.place)
        elif has_numbers and not each.sign:
            yield ToldResult(each.terms, part=each.place)


def _names_outcome(terms: Sequence[Datum]) -> bool:
    return any(one.field == "outcome" and is_named(one.value) for one in terms)


def _give_one(text: str, numbers: Numbers, results: Sequence[ToldResult]) -> list[ToldResult]:
    """Return results with the numbers of one of them: that whose own words come last before these, or of all."""
    is_of_all = len(numbers.data) == 1 and numbers.data[0].field == "p" and _OF_ALL.search(text, 0, numbers.start)
    here = [place for place, one in enumerate(results) if one.part is None or _covers(one.part, numbers)]
    if not here:
        return [*results, ToldResult(numbers.data)] if numbers.data else [*results]
    nearest = here[_find_result(numbers, [results[place].data for place in here])]
    return [
        _sign(replace(one, data=(*one.data, *numbers.data)), numbers)
        if place == nearest or (is_of_all and place in here)
        else one
        for place, one in enumerate(results)
    ]


def _give_each(
    text: str, numbers: Sequence[Numbers], results: Sequence[ToldResult], directions: Sequence[Datum]
) -> list[ToldResult]:
    if _are_of_sides(text, numbers):
        return [*results] or ([ToldResult((*directions,))] if directions else [])
    told = [*results]
    own: list[ToldResult] = []
    homes = _find_homes(text, numbers, results)
    for group, place, home in zip(numbers, _find_places(text, numbers), homes, strict=True):
        if home is not None and told[home].place is None:
            told[home] = _sign(replace(told[home], data=(*told[home].data, *group.data), place=place), group)
        elif group.data:
            is_told = bool(directions) and not results and not _begins_anew(text, directions[0], group)
            way = directions if is_told and agrees(directions[0].value, group.data) else ()
            own.append(ToldResult((*way, *group.data), place))
    if directions and not told and not any(one.field == "direction" for each in own for one in each.data):
        told = [ToldResult((*directions,))]
    return [*told, *own]


def _begins_anew(text: str, direction: Datum, numbers: Numbers) -> bool:
    """Return whether a clause with a verb of its own begins between the words of a direction and numbers after it."""
    return bool(_CLAUSE.search(text, direction.end, max(direction.end, numbers.start)))


def _sign(result: ToldResult, numbers: Numbers) -> ToldResult:
    """Return a result of an association, without direction so far, with that which its effect has."""
    fields = {one.field for one in result.data}
    if "direction" in fields or not {"exposure_or_intervention", "outcome"} <= fields:
        return result
    sign = read_sign(numbers.data)
    return replace(result, data=(*result.data, sign)) if sign else result


def _holds(term: Datum, numbers: Sequence[Numbers]) -> bool:
    """Return whether numbers stand within a term, which is two then: "urea (r = 0.5), zinc (r = 0.4)"."""
    return any(term.start < each.start and each.end < term.end for each in numbers)


def _covers(part: _Span, numbers: Numbers) -> bool:
    return part[0] <= numbers.start < part[1]


def _find_result(numbers: Numbers, results: Sequence[Sequence[Datum]]) -> int:
    """Return which result numbers belong to: that whose own words come last before them."""
    ends = [
        max((part.end for part in parts if part.end <= numbers.start and not _is_shared(part, results)), default=0)
        for parts in results
    ]
    return ends.index(max(ends)) if ends else 0


def _is_shared(part: Datum, results: Sequence[Sequence[Datum]]) -> bool:
    return all(part in parts for parts in results)


def _find_term(text: str, numbers: Numbers, results: Sequence[ToldResult]) -> int | None:
    """Return which result has a term of its own that numbers stand right behind, None where none or several have."""
    near = [
        place
        for place, one in enumerate(results)
        if any(
            part.field != "direction"
            and part.end <= numbers.start
            and _BEHIND.fullmatch(text, part.end, numbers.start)
            and not (len(results) > 1 and _is_shared(part, [each.data for each in results]))
            for part in one.data
        )
    ]
    return near[0] if len(near) == 1 else None


def _find_homes(text: str, numbers: Sequence[Numbers], results: Sequence[ToldResult]) -> list[int | None]:
    """Return which result each of several numbers belongs to: in turn where they are told "respectively".

    Numbers that follow each other without a word between are of no term by their place.
    """
    if re.match(r"[\s,)\]]*respectively\b", text[numbers[-1].end :]):
        is_each = len(numbers) == len(results) and all(one.part == results[0].part for one in results)
        return [*range(len(results))] if is_each else [None] * len(numbers)
    in_a_row = {
        place
        for first, (one, other) in enumerate(pairwise(numbers))
        if _IN_A_ROW.fullmatch(text, one.end, other.start)
        for place in (first, first + 1)
    }
    return [None if place in in_a_row else _find_term(text, group, results) for place, group in enumerate(numbers)]


def _are_of_sides(text: str, numbers: Sequence[Numbers]) -> bool:
    """Return whether numbers are those of things compared, each of one side: "4.1 (95% CI …) versus 3.2 (…)"."""
    plain = [each for each in numbers if not any(one.field == "measure" and one.value != "%" for one in each.data)]
    values = [each for each in plain if any(one.field == "effect" for one in each.data)]
    return any(
        _AGAINST.search(text, one.end, other.start) and ";" not in text[one.end : other.start]
        for one, other in pairwise(values)
    )


def _find_places(text: str, numbers: Sequence[Numbers]) -> Iterator[_Span]:
    """Yield where numbers stand with the words that name them: from those before to their own end."""
    begin = 0
    for place, group in enumerate(numbers):
        last = numbers[place + 1].start if place + 1 < len(numbers) else len(text)
        rest = _TO_BRACKET.match(text, group.end, last)
        end = rest.end() if rest else group.end
        # "… in A and B, respectively": A alone names the first of the numbers, and not the last.
        after = None if _IN_TURN.search(text, group.end) else _NAMES_THEM.match(text[end:last])
        end += after.end() if after else 0
        words = text[begin:end]
        lead = _LEAD.match(words)
        told = words.rstrip(" ,;")
        if told.endswith(")") and told.count(")") > told.count("("):
            told = told[:-1]
        yield begin + (lead.end() if lead else 0), begin + len(told)
        begin = end
