"""How many cases, sites or texts a work looked at, where it counts no people: "39 project sites", "89 projects"."""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tasks.evidence.counted_units import COUNT, EQUALS, count
from tasks.evidence.data import Datum
from tasks.evidence.designs import speaks_of_others

_THING = r"case stud(?:y|ies)|cases|project sites|sites|projects|papers|articles|publications|studies|reports|measures|relationships|comparisons|households|respondents|schemes|program(?:me)?s|developments|documents|registers|polic(?:y|ies)|offsets|EIAs?|companies|firms|communities|villages|strategies|plans|partnerships|initiatives|interviews|protected areas|farms|plots|lakes|forests|reserves|experiments|databases|tools|frameworks|websites|statements|councils|municipalities|cities|surveys"
_WORD = r"(?:(?!(?:of|in|from|with|to|and|or|for|at|by|on|per|years?|months?|weeks?|days?|percent|million|billion|species|km|ha|different|other|main|key|major|more|times|types?|kinds?|categories|groups?)\b)[\w'\u2019\u2010/-]+ )"
_COUNTED = rf"{COUNT} (?P<kind>{_WORD}{{0,4}}?(?P<thing>{_THING}))\b(?!['\u2019-]| (?:years?|types?|areas|studies|groups?|countries)\b)"
_IN_ALL = r"(?:the |a total of |a sample of |a set of |data (?:from|on|for|of) |evidence (?:from|on) |over |more than |some |about |approximately |up to |all )*"
_DID = r"(?:analy[sz](?:ed?|es|ing)|review(?:ed|s|ing)?|examin(?:ed?|es|ing)|assess(?:ed|es|ing)?|compar(?:ed?|es|ing)|survey(?:ed|ing)|coded|compiled?|assembled?|collated|used?|using|evaluat(?:ed?|es|ing)|sampled?|studied|mapped|synthesi[sz](?:ed?|es|ing)|covers|covering|includes|including)"
_BEFORE = re.compile(
    rf"\b(?:{_DID}|(?:analys[ie]s|review|survey|sample|synthesis|database|comparison|data|evidence|interviews?|meta-analysis) (?:of|from|on|with|to|across)|(?:tested?|hypothes[ei]s|integrated|applied|implemented|conducted|undertaken|collected|sold) (?:\w+ ){{0,2}}?(?:across|into|in|from|by)) {_IN_ALL}$",
    re.IGNORECASE,
)
_FOUND_BEFORE = re.compile(rf"\bidentified {_IN_ALL}$", re.IGNORECASE)
_THAT = re.compile(r"^ (?:that|which|where|with)\b", re.IGNORECASE)
_AFTER = re.compile(
    r"^(?: \([^)]*\))?(?: (?!that\b|which\b)[\w-]+){0,4}? (?:were|was) (?:\w+ly )?(?:analy[sz]ed|reviewed|prepared|collected|coded|sampled|examined|assessed|surveyed|undertaken|selected|compared|evaluated|mapped|included|studied)\b",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:of (?:these|those|them|which|whom)|excluded|remaining|only|per|each|respectively|previous(?:ly)?|screened|retrieved|original|sub[-\u2010]?samples?|potential(?:ly)?|world's)\b",
    re.IGNORECASE,
)
_PATIENTS = re.compile(
    r"\b(?:patients|participants|subjects|volunteers|women|men|children|adolescents|adults|infants|in vitro|mice|rats)\b",
    re.IGNORECASE,
)
_FEWEST, _NEAR = 5, 22
_PEOPLE = frozenset({"respondents", "interviews"})
_WORKS = re.compile(r"(?:papers|articles|publications|studies|trials|literature)$", re.IGNORECASE)
_BEHIND = re.compile(rf"\s*(?P<unit>{_WORD}{{0,4}}?(?P<thing>{_THING}))\b", re.IGNORECASE)
_EQUALS = re.compile(rf"\b(?P<thing>{_THING})\b[^()]{{0,60}}\(\s?n\s?=\s?$", re.IGNORECASE)
_NUMBER = re.compile(COUNT, re.IGNORECASE)


def find_counted(sentences: Sequence[str]) -> tuple[int, Datum] | None:
    """Return how many cases, sites, texts or the like a text says it looked at, with which sentence says so.

    None where it speaks of people studied, where none is said to have been looked at, and where a later number is larger.
    """
    if any(map(_PATIENTS.search, sentences)):
        return None
    equations = [(place, match) for place, text in enumerate(sentences) for match in EQUALS.finditer(text)]
    if len(equations) == 1 and _EQUALS.search(sentences[equations[0][0]], 0, equations[0][1].start("figure")):
        place, match = equations[0]
        return (place, Datum("n", str(count(match)), *match.span())) if count(match) >= _FEWEST else None
    found = [each for place, text in enumerate(sentences) for each in _find(place, text)]
    if not found or any(int(other.value) > int(found[0][1].value) for _, other in found):
        return None
    return found[0]


def _find(place: int, text: str) -> Iterator[tuple[int, Datum]]:
    if speaks_of_others(text):
        return
    for match in re.finditer(_COUNTED, text, re.IGNORECASE):
        before, after = text[: match.start()], text[match.end() :]
        told = _BEFORE.search(before) or _AFTER.match(after) or (_FOUND_BEFORE.search(before) and _THAT.match(after))
        near = f"{before[-_NEAR:]} {match[0]} {after[:_NEAR]}"
        if told and count(match) >= _FEWEST and not _PART.search(near):
            yield place, Datum("n", str(count(match)), match.start(), match.end())


def name_counted(words: str, n: int) -> str:
    """Return what words count, as "households" of "118 households were asked"; empty where that is people or unclear.

    Works that were read are "studies".
    """
    for number in _NUMBER.finditer(words):
        if count(number) != n:
            continue
        found = _EQUALS.search(words, 0, number.start()) or _BEHIND.match(words, number.end())
        if found and found["thing"].lower() not in _PEOPLE:
            unit = found.groupdict().get("unit") or found["thing"]
            return "studies" if _WORKS.search(unit) else " ".join(unit.split()).removeprefix("such ")
    return ""
