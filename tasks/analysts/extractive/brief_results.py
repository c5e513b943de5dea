"""Results in a few words that say of what on what: exposure, outcome and direction as they were read in a finding."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from storage.records.writing import Finding, ReadWork
from tasks.analysts.extractive.objective_terms import text_of
from tasks.analysts.extractive.phrasing import Casing
from tasks.analysts.extractive.species import add_species
from tasks.analysts.extractive.turns import read_unit
from tasks.analysts.extractive.windows import find_window, keep_window
from tasks.analysts.passages import Line, cite_each
from tasks.evidence.named_sides import names_sides
from tasks.evidence.wording import Wording, has_short_form, learn_vocabulary
from tasks.text.words import spell

_PEOPLE = re.compile(
    r"\b(?:patients?|participants?|subjects?|people|persons?|individuals?|adults?|children|adolescents?|women|men|girls|"
    r"boys|males|females|infants|neonates|newborns|mothers|fathers|parents|offspring|counterparts|nurses|teachers|students|workers|athletes|users|survivors|controls|groups?|mice|rats|"
    r"those|wards|schools|farms|fields|regions|countries|cities)\b(?!\s(?:use|age|sex))",
    re.IGNORECASE,
)
_WHOM = re.compile(r"\b(?:in|among|of|for)\b")
_MOST_PARTS, _MOST_OUTCOMES = 6, 2
_SEVERAL = 2


@dataclass(frozen=True, slots=True)
class BriefResult:
    """A result of a finding whose exposure, outcome and direction are all known; a comparator may be."""

    work: ReadWork
    finding: Finding
    exposure: str
    comparator: str
    outcome: str
    direction: str


def list_brief(works: Sequence[ReadWork]) -> list[BriefResult]:
    """Return the results of works that name both what was compared or related and on what, in order.

    What turns ("however, ...") is none: a few words have no room for both halves.
    """
    return [result for work in works for result in _read(work)]


def _read(work: ReadWork) -> Iterator[BriefResult]:
    fields: dict[tuple[str, int], dict[str, str]] = {}
    for one in work.summary.extractions:
        fields.setdefault((one.finding_id, one.result), {})[one.field] = one.value
    for finding in work.summary.findings:
        if len(read_unit(finding)) > 1:
            continue
        for (finding_id, _), said in sorted(fields.items()):
            exposure, outcome = said.get("exposure_or_intervention"), said.get("outcome")
            direction = said.get("direction", "")
            against = said.get("comparator", "")
            if finding_id != finding.finding_id or direction not in _WAYS or not exposure or not outcome:
                continue
            if names_sides(exposure, against, outcome, direction):
                yield BriefResult(work, finding, exposure, against, outcome, direction)


def find_contrary(results: Sequence[BriefResult]) -> set[str]:
    """Return the ids of findings that go, on an outcome, against all that other works find on it."""
    read = _learn(results)
    shelves: dict[Wording, list[BriefResult]] = {}
    for one in results:
        if one.direction in _AGAINST and (wording := read(one.outcome, text_of(one.work.work))):
            shelves.setdefault(wording, []).append(one)
    contrary = set()
    for shelf in shelves.values():
        for one in shelf:
            others = {other.direction for other in shelf if other.work.citekey != one.work.citekey}
            if others == {_AGAINST[one.direction]}:
                contrary.add(one.finding.finding_id)
    return contrary


def _learn(results: Sequence[BriefResult]) -> Callable[[str, str], Wording]:
    terms = [term for one in results for term in (one.exposure, one.outcome)]
    return learn_vocabulary([text_of(one.work.work) for one in results], terms).read


_AGAINST = {"+": "-", "-": "+"}
_WAYS = {
    "+": ("more", "more", "higher", "larger", "longer"),
    "-": ("less", "fewer", "lower", "smaller", "shorter"),
    "0": ("no difference",) * 5,
}
# What is large or long.
_SIZE = re.compile(r"\b(?:circumferences?|sizes?|areas?|widths?|diameters?)\b", re.IGNORECASE)
_LENGTH = re.compile(r"\b(?:lengths?|durations?|half-li\w+|latenc\w+)(?: of\b|$)", re.IGNORECASE)
# What is high or low rather than much or little.
_LEVEL = re.compile(
    r"\b(?:rates?|risks?|levels?|scores?|concentrations?|pressures?|index|ratios?|incidences?|prevalences?|odds|mortality|"
    r"values?|temperatures?|probability|likelihood|volumes?|thresholds?|age|weight|sensitivity|specificity|quality|"
    r"measures?|measurements?|parameters?|circumferences?|mass|indices|heights?|percentages?|proportions?|counts?|"
    r"(?-i:[A-Z]{2,}))\b",
    re.IGNORECASE,
)
_MANY = re.compile(r"\w{3,}(?<!s)(?<!u)(?<!i)s(?:\s(?:of|in|for|from|to|on)\s.*)?$")


_ASSOCIATED = re.compile(r"\b(?:un)?(?:associat|correlat|relat(?:ed|ion)|link|predict)", re.IGNORECASE)


def say_way(direction: str, outcome: str) -> str:
    """Return "more", "fewer", "lower", "larger" or "longer", as the outcome asks for, or "no difference"."""
    if _SIZE.search(outcome):
        kind = 3
    elif _LENGTH.search(outcome):
        kind = 4
    else:
        kind = 2 if _LEVEL.search(outcome) else int(bool(_MANY.search(outcome)))
    return _WAYS[direction][kind]


def say_whole(result: BriefResult, casing: Casing) -> str:
    """Return "more burns with gloves", "no difference in burns between gloves and mittens (at 12 months)"."""
    outcome = _settle(result.outcome, result, casing)
    if result.direction == "0":
        way = "no association of" if _is_association(result) else "no difference in"
    else:
        way = say_way(result.direction, result.outcome)
    return _settle_in(result, f"{way} {outcome} {_say_sides(result, casing)}")


def _say_part(result: BriefResult, outcome: str, casing: Casing) -> str:
    """Return the same without its outcome, which has been named: "more with gloves"."""
    way = "no association" if _is_association(result) else say_way(result.direction, outcome)
    return _settle_in(result, f"{way} {_say_sides(result, casing)}")


def _settle_in(result: BriefResult, told: str) -> str:
    """Return what is told of a result with what animals it was found in, and when."""
    return keep_window(add_species(result.work.work, told), result.finding.text)


def _is_association(result: BriefResult) -> bool:
    """Return whether a result denies that two things go together rather than that groups differ."""
    compared = result.comparator or _PEOPLE.search(result.exposure)
    return result.direction == "0" and not compared and bool(_ASSOCIATED.search(result.finding.text))


def _say_sides(result: BriefResult, casing: Casing) -> str:
    exposure, comparator = (_settle(term, result, casing) for term in (result.exposure, result.comparator))
    if result.direction == "0" and comparator:
        return f"between {exposure} and {comparator}"
    where = "in" if _PEOPLE.search(exposure) or _PEOPLE.search(_WHOM.split(comparator)[0]) else "with"
    return f"{where} {exposure}" + (f" than {where} {comparator}" if comparator else "")


def _settle(term: str, result: BriefResult, casing: Casing) -> str:
    """Return a term as it stands within a sentence: without a capital that a start gave it."""
    lowered = casing.lower_first(term)
    first = re.match(r"[A-Z][a-z]+(?![\w\u2019'])", term)
    if lowered != term or not first or first[0].lower() in casing.names:
        return lowered
    return term[:1].lower() + term[1:] if result.finding.text.startswith(first[0]) else term


def tell_outcomes(lead: str, works: Sequence[ReadWork], casing: Casing) -> list[Line]:
    """Return for the outcomes that most works report on, at least two, which way their results point, and with what.

    The first sentence begins with `lead`, a further one says "there". Each work is told of once for an outcome.
    """
    results = list_brief(works)
    read = _learn(results)
    shelves: dict[Wording, dict[str, BriefResult]] = {}
    for one in results:
        if wording := read(one.outcome, text_of(one.work.work)):
            shelves.setdefault(wording, {}).setdefault(one.work.citekey, one)
    several = [shelf for shelf in shelves.values() if len(shelf) >= _SEVERAL]
    several.sort(key=lambda shelf: -len(shelf))
    return [
        _tell_outcome("There," if place else lead, list(shelf.values()), casing, read)
        for place, shelf in enumerate(several[:_MOST_OUTCOMES])
    ]


def _tell_outcome(
    lead: str, results: Sequence[BriefResult], casing: Casing, read: Callable[[str, str], Wording]
) -> Line:
    """Return a sentence on one outcome: what goes with more of it first, then with less, then with no difference."""
    names = (_settle(one.outcome, one, casing) for one in results)
    outcome = min(names, key=lambda name: (has_short_form(name), len(name)))
    ordered = sorted(results, key=lambda one: "+-0".index(one.direction))
    said: dict[tuple[str, Wording, str, str], str] = {}
    parts: list[tuple[str, ReadWork, Finding]] = []
    for one in ordered:
        window = find_window(one.finding.text)
        key = one.direction, read(one.exposure, text_of(one.work.work)), one.comparator, window
        if key in said or len(said) < _MOST_PARTS:
            parts.append((said.setdefault(key, _say_part(one, outcome, casing)), one.work, one.finding))
    return cite_each(f"{lead} {spell(len(parts))} works report on {outcome}:", parts)
