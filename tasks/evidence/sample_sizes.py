"""How many units a study has, where its text says so of the whole study and not of a part of it."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tasks.evidence.counted_units import (
    ANYBODY,
    COUNT,
    PEOPLE,
    PLACES,
    UNITS,
    blank_brackets,
    count,
    in_brackets,
)
from tasks.evidence.data import Datum
from tasks.evidence.designs import pools_studies
from tasks.evidence.included_works import find_included
from tasks.evidence.sample_equations import add_up_arms, find_equation
from tasks.text.numbers import NUMERALS

_PAIR = re.compile(r"\s+and\s+(?:in |from |of |on |\w+ly )?", re.IGNORECASE)
_PAIRED = re.compile(
    r"(?:wom[ae]n|m[ae]n|girls?|boys?|males?|females?|controls?|patients?|cases?|volunteers?|participants?|adults?|children|adolescents|subjects?|individuals?|athletes|smokers)$",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:total (?:sample |number )?of|(?:sub)?sample of|cohort of|panel of|population of|series of|group of|enrol(?:led|ling)|recruit(?:ed|ing)|randomi[sz](?:ed|ing)|"
    r"randomly (?:assigned|allocated|selected)|includ(?:ed|es)|(?:study|trial|survey|sample|cohort|series|analysis) including|survey(?:ed|ing)|interview(?:ed|ing)|analy[sz](?:ed|ing)|involv(?:ed|ing)|"
    r"compris(?:ed|es|ing)(?: of)?|consist(?:ed|s|ing) of|(?:panel |survey )?(?:data|records?|databases?|responses|hair samples|samples) (?:were |was )?(?:of|on|from|for|pertaining to)|questionnaires? from|interviews with|studied|examined|"
    r"(?:assessed|evaluated|tested|determined|measured|investigated) (?:for|in|on)|assessed|monitored|sampled|followed(?: up)?|tested|investigated|evaluated|among|(?:reported|published|issued|disclosed) by(?: the top)?|the top|observations (?:from|of|on)|study (?:of|with|in|on|among)|trial (?:of|with|in)|survey (?:of|among|with)|analysis of|audit of|"
    r"(?:participants|subjects|patients|respondents) (?:were|was|included|comprised)(?: composed of)?|questionnaire (?:to|was completed by)|focus groups with|we (?:report|describe|present)(?: on| the \w+ of)?|experience (?:with|in)|observed|treatment of|performed (?:in|on|with)|conducted (?:in|with|on|among)|administered to|carried out (?:in|with|on|among)|obtained (?:from|in|for)|collected (?:from|in|for)|gathered from)"
    r"(?:\s+(?:a total of|about|approximately|over|all|altogether|the|up to|data (?:from|of|on)|in|on))?\s*$",
    re.IGNORECASE,
)
_WEAKLY_BEFORE = re.compile(
    r"\b(?:in|of|from|on|using|with|overall,?|altogether,?|(?:was|were) available for)\s*$", re.IGNORECASE
)
_STUDIED = re.compile(
    r"\b(?:determin(?:ed?|ing)|measur(?:ed|ing)|compar(?:ed?|ing)|investigat(?:ed?|ing)|examin(?:ed?|es|ing)|assess(?:ed|ing)?|evaluat(?:ed?|ing)|test(?:ed|ing)?|stud(?:ied|ying)|analy[sz](?:ed?|ing)|used|conducted|recorded|collected|"
    r"treated|explor(?:ed?|ing)|available|reviewed|applied|established|obtained|derived)\b",
    re.IGNORECASE,
)
_DONE = r"(?:assigned|allocated|randomi[sz]ed|enrol+ed|recruited|included|interviewed|surveyed|studied|selected|invited|sampled|examined|analy[sz]ed|evaluated|treated (?:with|for|by)|divided|entered|assessed|reviewed|offered|given|commenced|investigated|tested|approached|administered|followed)"
_AFTER = re.compile(
    rf"^[^.;]{{0,200}}?\b(?:were|was|have been|had been|who) (?:\w+ly |then |also |further |all ){{0,2}}{_DONE}\b|^[^.;]{{0,60}}?\b(?:participated|took part|completed|received|entered (?:the|this|a|an|into))\b",
    re.IGNORECASE,
)
_RANDOMISED = re.compile(
    r"^[^.;]{0,110}?\b(?:were|was) (?:\w+ ){0,2}?(?:randomi[sz]ed|randomly|assigned|allocated)|randomi[sz]ed\s+(?:a total of\s+)?$",
    re.IGNORECASE,
)
# What tells of a part stands beside the number; what tells of other studies may stand anywhere in the clause.
_TEST = r"(?:an? |the |all |both |online |self-?\w* |baseline |study |semi-?structured |\w+ ){0,3}?(?:questionnaires?|surveys?|interviews?|assessments?|measures|tests?|scales?|tasks?|instruments?|forms|inventor(?:y|ies))"
_PART = re.compile(
    rf"\b(?:complet(?:ed|ers)(?! {_TEST}\b)|dropp?ed|drop-?outs?|withdr[ae]w|died|deaths?|excluded|lost|refused|declined|remaining|"
    r"of (?:these|those|them|whom|which)|each|per|respectively|(?<!who )(?<!also )reported(?! by)|responded|responders|experienced|developed|discontinued|improved|outcomes? (?:data )?(?:for|of|from)|"
    r"adverse (?:events?|effects?|reactions?|drug)|in (?:the )?[\w-]+ (?:group|arm)|controls? group|(?:at|the) least(?! \d+ (?:years|months|weeks))|minimum|one in|out of|groups? of(?! \w+-)|arm|"
    r"positive|negative|screened|assessed for eligibility|approached|identified|retrieved|records|citations|eligible(?! for (?:the|this|our)\b)|(?:expansion|run-in|validation|replication|derivation|control|younger|older|second|same|larger|\d\w*|(?-i:[B-F])) cohort|another|other|only|future|required|needed|evaluable|per-protocol|(?:ABR|safety|efficacy) (?:population|analys[ie]s))\b",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:previous(?:ly)?|prior stud|earlier|worldwide|annually|every year|estimated|subset|sub[-\u2010]?samples?|sub-?groups?|sub-?stud(?:y|ies)|run-in|expansion|first (?:study|trial)|pivotal|original study|hypothetical|historical|normative|separate samples?|also (?:recruited|enrolled)|"
    r"of (?:these|those|them|whom|which)|in (?:the )?(?:placebo|control|intervention|treatment|experimental) (?:group|arm)|million|billion|population of \d)\b",
    re.IGNORECASE,
)
_NEAR_BEFORE, _NEAR_AFTER = 25, 45
_SHARE_AFTER = re.compile(r"^\s*[(\[]\s?\d+(?:[.,\u00b7]\d+)?\s?%\s*[)\],;]|^\s*(?:/|of|out of)\s?\d", re.IGNORECASE)
_SHARE_BEFORE = re.compile(
    rf"(?:\d\s?(?:of|/|out of)|[%)] of|\b(?:{'|'.join(NUMERALS)}) (?:of|out of)|\b(?:all|the|these|those|both|our))\s*(?:the )?$",
    re.IGNORECASE,
)
_OF_ALL = re.compile(
    r"\b(?:sample|total|cohort|panel|group|series|population|study|survey|trial|analysis|audit|treatment|data|consisted|consists|comprised|consisting|number|randomi[sz]ed|among|data (?:from|on|for))\s+(?:of\s+)?(?:all |the )?$",
    re.IGNORECASE,
)
# Beside a number of units: another group's. How old, how long or how much it was is none, and no year is.
_NO_GROUP = (
    r"(?!\s*-?\s*(?:years?|yr|months?|weeks?|days?(?! \w+ers\b)|hours?|h\b|minutes?|min\b|times|cm|mm|m\b|km|kg|mg|g\b|ml|"
    r"points?|items?|sessions?|visits?|waves?|-|occasions|countries|cent(?:re|er)s?|hospitals|sites|schools|villages|communities|regions|species|\d|of (?:these|those|them|whom)|(?:were|was) (?:then |finally )?(?:included|evaluable|analy[sz]ed|eligible|excluded)|completed))"
)
_YEAR = r"(?!(?:1[89]|20)\d\d\b)"
_LINK = r"(?:,|\band\b|\bplus\b|\bversus\b|\bvs\.?|\bwhile\b|\bwhereas\b|\b(?:compared|matched) (?:with|to))\s+(?:(?:and|in|of|from|with|against|an?|the|another|further)\s+)*"
_ANOTHER_AFTER = re.compile(
    rf"{_LINK}(?:{_YEAR}{COUNT}{_NO_GROUP}|(?:same|equal|similar) numbers?\b|as many\b)|\bwith \d+ (?:[\w-]+ ){{0,3}}?controls\b",
    re.IGNORECASE,
)
_ANOTHER_BEFORE = re.compile(rf"{_YEAR}{COUNT}{_NO_GROUP}[^.;]{{0,110}}?\s*(?:{_LINK}|with )$", re.IGNORECASE)
# Behind it those that were counted are told apart: these make up the number, and are none besides.
_APART = re.compile(
    r"[.;:]\s|\bincluding\b|\bincluded (?=\d)|\bof (?:whom|which|these|them)\b|\bi\.e\.|\bcomprising\b|\bdivided into\b|\branging\b|\baged?\b",
    re.IGNORECASE,
)
# "; 9, to placebo": the next arm of a sentence that counts its arms one by one.
_ARM_AFTER = re.compile(
    rf"^[^.;]*;\s+(?:and\s+|the\s+other\s+|another\s+)*{COUNT}(?:\s+(?!of\b|or\b)[\w-]+){{0,2}}?,?\s+(?:(?:were|was)\s+[\w ]{{0,30}})?(?:to|received|in|on)\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"\b(?:stud(?:y|ies)|experiments?|samples?|surveys?|cohorts?|part|phase) ?(?:1|2|I|II|one|two)\b(?! (?:trial|study|clinical|year|week|month))|\b(?:two|three|four|five|2|3|4) (?:independent |separate |online |different |large |prospective )?(?:studies|experiments|samples|surveys|cohorts|trials|data ?sets)\b|\b(?:validation|replication|derivation|discovery|training) (?:sample|cohort|set)\b",
    re.IGNORECASE,
)
_ANYBODY = re.compile(rf"\b(?:{ANYBODY})$", re.IGNORECASE)
_PLACE = re.compile(rf"(?:{PLACES})$", re.IGNORECASE)
_HUMANS = re.compile(
    r"\b(?:patients|participants|subjects|respondents|interviewees|interviews?|interviewed|adults|children|women|students|surveys|residents|households|n\s?=)\b",
    re.IGNORECASE,
)
_FEWEST = 5


@dataclass(frozen=True, slots=True)
class _Candidate:
    place: int
    value: int
    start: int
    end: int
    unit: str
    surely: bool
    randomised: bool


def find_sample_size(sentences: Sequence[str], *, is_review: bool) -> tuple[int, Datum] | None:
    """Return how many units a text says its study has, with which sentence says so; None where it does not.

    Of a review of studies it is how many were included. Two groups told together are added up, and so are arms that
    alone are counted. Numbers of parts (who completed, of these, a group's) are passed over; where two numbers could be
    meant, neither of them a part of the other, there is none.
    """
    if is_review:
        return find_included(sentences)
    if pools_studies(sentences) or find_included(sentences, surely=True):
        return None  # a review that does not say what it is
    found = [each for place, text in enumerate(sentences) for each in _find_units(place, text)]
    surely = [each for each in found if each.surely]
    several = any(map(_SEVERAL.search, sentences))
    equation = find_equation(sentences)
    if surely:
        return _choose([each for each in surely if each.randomised] or surely, equation, several=several)
    if equation:
        return equation
    return (_choose(found, None, several=several) if found else None) or (
        None if found or several else add_up_arms(sentences)
    )


def _choose(
    candidates: Sequence[_Candidate], equation: tuple[int, Datum] | None, *, several: bool
) -> tuple[int, Datum] | None:
    """Return the first number where it is the only one, or the whole of which the others are parts."""
    first = candidates[0]
    others = [each for each in candidates if each.value != first.value]
    if others and (several or any(each.value > first.value or not _may_be_part(each, first) for each in others)):
        return None
    if equation and several and equation[1].value != str(first.value):
        return None
    return first.place, Datum("n", str(first.value), first.start, first.end)


def _may_be_part(part: _Candidate, whole: _Candidate) -> bool:
    anybody = _ANYBODY.search(part.unit) and (part.unit != "patients" or _ANYBODY.search(whole.unit))
    return part.unit == whole.unit or bool(anybody)


def _find_units(place: int, text: str) -> Iterator[_Candidate]:
    plain = blank_brackets(text)
    matches = [match for match in UNITS.finditer(plain) if not in_brackets(text, match.start())]
    used = 0
    for number, match in enumerate(matches):
        if number < used:
            continue
        used, value, end = number + 1, count(match), match.end()
        if used < len(matches) and _belong(plain, match, matches[used]):
            used, value, end = used + 1, value + count(matches[used]), matches[used].end()
        before, after = plain[: match.start()], plain[end:]
        if (
            used < len(matches)
            and re.search(r"\band\b", plain[end : matches[used].start()])
            and not _APART.search(plain[end : matches[used].start()])
        ):
            return  # groups that cannot be added up with certainty
        if (
            value < _FEWEST
            or _is_part(text, plain, match, end)
            or (_PLACE.search(match["unit"]) and _HUMANS.search(text))
        ):
            continue
        if _ANOTHER_AFTER.search(_APART.split(after, maxsplit=1)[0]) or _ANOTHER_BEFORE.search(before):
            return
        if _ARM_AFTER.match(after):
            return
        surely = bool(_BEFORE.search(before) or _AFTER.match(after))
        told = (
            re.fullmatch(PEOPLE, match["unit"], re.IGNORECASE)
            and _WEAKLY_BEFORE.search(before)
            and _STUDIED.search(text)
        )
        if surely or told:
            randomised = bool(_RANDOMISED.match(after) or _RANDOMISED.search(before[-40:]))
            yield _Candidate(place, value, match.start(), end, match["unit"].lower(), surely, randomised)


def _is_part(text: str, plain: str, match: re.Match[str], end: int) -> bool:
    before, after = plain[: match.start()], plain[end:]
    behind = " ".join(re.split("[.;:]", after, maxsplit=1)[0].split())
    near = f"{before[-_NEAR_BEFORE:]} {match[0]} {behind[:_NEAR_AFTER]}"
    if _SHARE_AFTER.match(text[end:]) or _PART.search(near) or _ELSEWHERE.search(_around(text, match.start(), end)):
        return True
    return bool(_SHARE_BEFORE.search(before)) and not _OF_ALL.search(before)


def _belong(text: str, one: re.Match[str], other: re.Match[str]) -> bool:
    joined = bool(_PAIR.fullmatch(text[one.end() : other.start()]))
    return joined and bool(_PAIRED.search(one[0]) and _PAIRED.search(other[0]))


def _around(text: str, start: int, end: int) -> str:
    """Return the clause that a number stands in, between semicolons, without what stands in brackets."""
    begin = max(text.rfind(";", 0, start), text.rfind(": ", 0, start)) + 1
    stop = text.find(";", end)
    return re.sub(r"\([^()]*\)", "", text[begin : stop if stop >= 0 else len(text)])
