"""How many units a study has, where its text says so of the whole study and not of a part of it."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tasks.evidence.data import Datum, read_value
from tasks.evidence.designs import pools_studies
from tasks.text.numbers import NUMERALS
from tasks.text.quantities import SPELLED, spell_out

_PEOPLE = (
    r"patients?|participants?|subjects?|adults?|child(?:ren)?|adolescents?|wom[ae]n|m[ae]n|males?|females?|girls?|boys?|"
    r"individuals?|people|persons?|students?|pupils?|workers?|employees?|veterans?|nurses?|physicians?|doctors?|"
    r"clinicians?|volunteers?|respondents?|households?|famil(?:y|ies)|couples?|mothers?|infants?|newborns?|twins?|"
    r"caregivers?|farmers?|developers?|practitioners?|teachers?|firms?|compan(?:y|ies)|banks?|inpatients?|outpatients?|"
    r"controls?|residents?|survivors?|athletes?|consumers?|smokers?|"
    r"leaders?|managers?|executives?|experts?|stakeholders?|informants?|interviewees?|landowners?|fishers?|hunters?|"
    r"corporations?|utilities|businesses|retailers|investors?|"
    r"patienten|probanden|teilnehmer(?:innen)?|personen|kinder|frauen|m\u00e4nner|erwachsene|femmes|hommes|enfants|"
    r"adultes|sujets|pacientes|participantes|sujetos|mujeres|hombres|ni\u00f1os|adultos|estudiantes|pazienti|pacjent\u00f3w"
)
_THINGS = (
    r"fields?|farms?|plots?|sites?|colonies|hives?|counties|countries|cities|municipalities|provinces|repositories|mice|"
    r"rats?|dogs?|horses?|cows?|pigs?|sheep|nests?|orchards?|villages?|genotypes?|"
    r"(?:sustainability|annual|integrated|corporate|environmental|CSR|ESG|media|newspaper) reports?"
)
_STUDIES = (
    r"(?:primary |included |eligible |relevant |unique |published |clinical |controlled |randomi[sz]ed |original |"
    r"observational |cohort |prospective |empirical |case-control |cross-sectional |double-blind |placebo-controlled |"
    r"peer-reviewed |research |different |independent |individual |separate |longitudinal |intervention )*"
    r"(?:stud(?:y|ies)|trials?|RCTs?|articles?|papers?|publications?|reviews?)"
)
_FIGURE = r"(?P<figure>\d{1,3}(?:[,.'\u2019 \u00a0\u2009\u202f]\d{3})+(?![\d.,\u00b7]\d)|\d+(?![.,\u00b7]?\d))"
_COUNT = rf"(?<![\w,\u00b7$\u20ac\u00a3/-])(?<!\d\.)(?:{_FIGURE}|{SPELLED})(?!\s?[%\u2030]|[-\u2013]\d|\s?[\u00b1\u00d7]|\s+per ?cent)"
_STOPS = (
    r"of|in|from|with|to|and|or|were|was|are|is|had|have|than|years?|months?|weeks?|days?|hours?|minutes?|aged|at|for|by|on|per|"
    r"who|that|which|versus|vs|mg|kg|g|ml|km|times|points?|groups?|arms?|sessions?|visits?|items?|other|further|more|additional"
)
_DESCRIBED = rf"(?:\s+\(?(?!(?:{_STOPS})\b)[\w'\u2019/\u2010-\u2013-]+\)?,?){{0,6}}?\s+"
_UNITS = re.compile(
    rf"{_COUNT}{_DESCRIBED}(?P<unit>{_PEOPLE}|{_THINGS})\b(?!['\u2019\u2010-]?\s?(?:years?|days?|months?|groups?))",
    re.IGNORECASE,
)
_INCLUDED = re.compile(rf"{_COUNT}\s+{_STUDIES}\b", re.IGNORECASE)
_PAIR = re.compile(r"(?:\s*\([^()]*\))?\s+and\s+(?:in |from |of |\w+ly )?", re.IGNORECASE)
_PAIRED = re.compile(
    r"(?:wom[ae]n|m[ae]n|girls?|boys?|males?|females?|controls?|patients?|cases?|volunteers?|participants?|adults?|children|subjects?|individuals?)$",
    re.IGNORECASE,
)
_EQUALS = re.compile(rf"(?<![A-Za-z])(?P<letter>[Nn])\s?=\s?{_FIGURE}(?!\s?[%,.]?\d)")
_BEFORE = re.compile(
    r"\b(?:total (?:sample )?of|sample of|cohort of|panel of|population of|enrol(?:led|ling)|recruit(?:ed|ing)|randomi[sz](?:ed|ing)|"
    r"randomly (?:assigned|allocated)|includ(?:ed|es|ing)|survey(?:ed|ing)|interview(?:ed|ing)|analy[sz](?:ed|ing)|involv(?:ed|ing)|"
    r"compris(?:ed|es|ing)(?: of)?|consist(?:ed|s|ing) of|(?:panel |survey )?data (?:of|on|from|for)|questionnaires? from|interviews with|studied|examined|"
    r"assessed|monitored|sampled|followed(?: up)?|tested|investigated|evaluated|among|study of|trial of|survey of|analysis of)"
    r"(?:\s+(?:a total of|about|approximately|over|all|altogether|the|up to|data (?:from|of|on)))?\s*(?:\([^()]*\)\s*)?$",
    re.IGNORECASE,
)
_WEAKLY_BEFORE = re.compile(r"\b(?:in|of|from|on|using|overall,?|altogether,?)\s*$", re.IGNORECASE)
_STUDIED = re.compile(
    r"\b(?:determined|measured|compared|investigated|examined|assessed|evaluated|tested|studied|analy[sz]ed|used|conducted|recorded|collected)\b",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"^[^.;]{0,110}?\b(?:were|was|have been) (?:\w+ly |then |also |further |all ){0,2}(?:assigned|allocated|randomi[sz]ed|enrol+ed|recruited|included|"
    r"interviewed|surveyed|studied|selected|invited|sampled|examined|analy[sz]ed|evaluated|treated with|divided)\b"
    r"|^[^.;]{0,60}?\b(?:participated|took part|completed|received)\b",
    re.IGNORECASE,
)
# What tells of a part stands beside the number; what tells of other studies may stand anywhere in the clause.
_TEST = r"(?:an? |the |online |self-?\w* |baseline |study |\w+ )?(?:questionnaires?|surveys?|interviews?|assessments?|measures|tests?|scales?)"
_PART = re.compile(
    rf"\b(?:complet(?:ed|ers)(?! {_TEST}\b)|dropp?ed|drop-?outs?|withdr[ae]w|died|deaths?|excluded|lost|refused|declined|remaining|"
    r"of (?:these|those|them|whom|which)|each|per|respectively|reported|responded|responders|experienced|developed|discontinued|"
    r"adverse (?:events?|effects?|reactions?|drug)|in (?:the )?[\w-]+ (?:group|arm)|controls? group|(?:at|the) least(?! \d+ (?:years|months|weeks))|minimum|one in|out of|groups? of|arm|"
    r"positive|negative|screened|assessed for eligibility|identified|retrieved|records|citations|eligible|cohort(?! of\b)|pilot(?! (?:study|trial)\b)|another|other)\b",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:previous(?:ly)?|prior|earlier|worldwide|annually|every|estimated|subset|sub-?samples?|sub-?groups?|sub-?stud(?:y|ies)|run-in|expansion|hypothetical|historical|normative|separate samples?|also (?:recruited|enrolled)|"
    r"of (?:these|those|them|whom|which)|in (?:the )?(?:placebo|control|intervention|treatment|experimental) (?:group|arm)|million|billion)\b",
    re.IGNORECASE,
)
_NEAR_BEFORE, _NEAR_AFTER = 25, 45
_SHARE_AFTER = re.compile(r"^\s*[(\[]\s?\d+(?:[.,\u00b7]\d+)?\s?%|^\s*(?:/|of|out of)\s?\d", re.IGNORECASE)
_SHARE_BEFORE = re.compile(
    rf"(?:\d\s?(?:\([^)]*\)|\[[^\]]*\])?\s?(?:of|/|out of)|[%)] of|\b(?:{'|'.join(NUMERALS)}) (?:of|out of)|\b(?:all|the|these|those|both|our))\s*(?:the )?$",
    re.IGNORECASE,
)
_GROUP_BEFORE = re.compile(
    r"\b(?:group|arm|cohort|placebo|controls?|subset|sub\w+|completers|cases|non-\w+|women|men|males|females)\W*$",
    re.IGNORECASE,
)
_KEPT = re.compile(
    r"\b(?:includ(?:ed|es|ing)|met|meeting|fulfill?ed|meta-analys[ie]s of|analysis of|review of|reviewed|analy[sz]ed|selected|synthesi[sz]ed|"
    r"total of|data from|comprised|eligible|pooled)\b",
    re.IGNORECASE,
)
_SOUGHT = re.compile(
    r"\b(?:identified|retrieved|screened|records|citations|searche?[sd]?|excluded|duplicates|potentially|titles|of (?:these|those|which|the)|only|"
    r"previous|earlier|assess(?:ed|ing)|reported|showed|found|had|were (?:of|at)|quality|subset|each|needed)\b",
    re.IGNORECASE,
)
# Beside a number of units: another group's. How old, how long or how much it was is none.
_NO_GROUP = (
    r"(?!\s*-?\s*(?:years?|yr|months?|weeks?|days?(?! \w+ers\b)|hours?|h\b|minutes?|min\b|times|cm|mm|m\b|km|kg|mg|g\b|ml|"
    r"points?|items?|sessions?|visits?|waves?|occasions|countries|centres|centers|hospitals|sites|\d|of (?:these|those|them|whom)))"
)
_LINK = r"(?:,|\band\b|\bplus\b|\bversus\b|\bvs\.?|\bwhile\b|\bwhereas\b|\b(?:compared|matched) (?:with|to))\s+(?:(?:and|in|of|from|with|against|an?|the|another|further)\s+)*"
_ANOTHER_AFTER = re.compile(
    rf"{_LINK}(?:{_COUNT}{_NO_GROUP}|(?:same|equal|similar) numbers?\b|as many\b)", re.IGNORECASE
)
_ANOTHER_BEFORE = re.compile(rf"{_COUNT}{_NO_GROUP}[^.;]{{0,60}}?\s*{_LINK}$", re.IGNORECASE)
# "; 9, to placebo": the next arm of a sentence that counts its arms one by one.
_ARM_AFTER = re.compile(
    rf"^[^.;]*;\s+(?:and\s+|the\s+other\s+|another\s+)*{_COUNT}(?:\s+(?!of\b|or\b)[\w-]+){{0,2}}?,?\s+(?:(?:were|was)\s+[\w ]{{0,30}})?(?:to|received|in|on)\b",
    re.IGNORECASE,
)
_BETWEEN_ARMS = re.compile(r"\b(?:or|and|versus|vs|plus|compared)\b|[,;]", re.IGNORECASE)
# "Randomly assigned to receive the drug (N = 15) or not": what stands behind the treatment is an arm.
_ARM_BEFORE = re.compile(
    r"\b(?:assigned|allocated|randomi[sz]ed|received|receiving|given)\b[^.;()]{0,60}\W*$", re.IGNORECASE
)
_FEWEST, _FEWEST_STUDIES = 5, 2


@dataclass(frozen=True, slots=True)
class _Candidate:
    place: int
    value: int
    start: int
    end: int
    surely: bool


def find_sample_size(sentences: Sequence[str], *, is_review: bool) -> tuple[int, Datum] | None:
    """Return how many units a text says its study has, with which sentence says so; None where it does not.

    Of a review of studies it is how many were included. Two groups told together are added up. Numbers of parts (who
    completed, of these, a group's) are passed over, and where two numbers could be meant there is none.
    """
    studies = [each for place, text in enumerate(sentences) for each in _find_studies(place, text)]
    if is_review:
        found = studies
    elif pools_studies(sentences) or any("included" in sentences[each.place] for each in studies):
        return None  # a review that does not say what it is
    else:
        found = [each for place, text in enumerate(sentences) for each in _find_units(place, text)]
        found += _find_equations(sentences)
    for chosen in ([each for each in found if each.surely], found):
        if chosen:
            first = chosen[0]
            one = len({each.value for each in chosen}) == 1
            return (first.place, Datum("n", str(first.value), first.start, first.end)) if one else None
    return None


def _find_units(place: int, text: str) -> Iterator[_Candidate]:
    matches = [match for match in _UNITS.finditer(text) if not _in_brackets(text, match.start())]
    used = 0
    for number, match in enumerate(matches):
        if number < used:
            continue
        used, value, end = number + 1, _count(match), match.end()
        if used < len(matches) and _belong(text, match, matches[used]):
            used, value, end = used + 1, value + _count(matches[used]), matches[used].end()
        if used < len(matches) and re.search(r"\band\b", text[end : matches[used].start()]):
            return  # groups that cannot be added up with certainty
        before, after = text[: match.start()], text[end:]
        near = f"{before[-_NEAR_BEFORE:]} {match[0]} {re.split('[.;]', after, maxsplit=1)[0][:_NEAR_AFTER]}"
        is_part = _SHARE_AFTER.match(after) or _SHARE_BEFORE.search(before) or _PART.search(near)
        if value < _FEWEST or is_part or _ELSEWHERE.search(_around(text, match.start(), end)):
            continue
        if _ANOTHER_AFTER.search(re.split(r"[.;]\s", after, maxsplit=1)[0]) or _ANOTHER_BEFORE.search(before):
            return
        if _ARM_AFTER.match(after):
            return
        surely = bool(_BEFORE.search(before) or _AFTER.match(after))
        told = (
            re.fullmatch(_PEOPLE, match["unit"], re.IGNORECASE)
            and _WEAKLY_BEFORE.search(before)
            and _STUDIED.search(text)
        )
        if surely or told:
            yield _Candidate(place, value, match.start(), end, surely)


def _find_studies(place: int, text: str) -> Iterator[_Candidate]:
    for match in _INCLUDED.finditer(text):
        told = _around(text, match.start(), match.end())
        if _count(match) >= _FEWEST_STUDIES and _KEPT.search(told) and not _SOUGHT.search(told):
            yield _Candidate(place, _count(match), match.start(), match.end(), surely=True)


def _find_equations(sentences: Sequence[str]) -> list[_Candidate]:
    """Return the one "N = 120" of a text; a small n counts where it is alone and follows no group."""
    found = [(place, text, match) for place, text in enumerate(sentences) for match in _EQUALS.finditer(text)]
    large = [each for each in found if each[2]["letter"] == "N"]
    chosen = large or found
    if len({_count(match) for _, _, match in chosen}) != 1 or _tells_arms(chosen):
        return []
    place, text, match = chosen[0]
    before = text[max(0, match.start() - 40) : match.start()]
    if _ARM_BEFORE.search(text[: match.start()]) or _ELSEWHERE.search(before):
        return []
    if re.match(r"\W*(?:in|per|for|from|at) (?:each|every)\b|\W*per\b", text[match.end() :]):
        return []
    whole = re.search(rf"\b(?:{_PEOPLE}|sample|\w+ans)\W*$", before, re.IGNORECASE)
    if not large and (not whole or _GROUP_BEFORE.search(before) or _PART.search(before) or _count(match) < _FEWEST):
        return []
    return [_Candidate(place, _count(match), match.start(), match.end(), surely=True)]


def _tells_arms(found: Sequence[tuple[int, str, re.Match[str]]]) -> bool:
    """Return whether two equations in a row stand in one sentence, each beside an arm of the same size."""
    return any(
        place == other and bool(_BETWEEN_ARMS.search(text, one.end(), two.start()))
        for (place, text, one), (other, _, two) in pairwise(found)
    )


def _count(match: re.Match[str]) -> int:
    words = match.groupdict().get("words")
    return int(spell_out(words)) if words else int(read_value("n", match["figure"]) or 0)


def _belong(text: str, one: re.Match[str], other: re.Match[str]) -> bool:
    joined = bool(_PAIR.fullmatch(text[one.end() : other.start()]))
    return joined and bool(_PAIRED.search(one[0]) and _PAIRED.search(other[0]))


def _in_brackets(text: str, place: int) -> bool:
    return text.count("(", 0, place) > text.count(")", 0, place) or text.count("[", 0, place) > text.count(
        "]", 0, place
    )


def _around(text: str, start: int, end: int) -> str:
    """Return the clause that a number stands in, between semicolons, without what stands in brackets."""
    begin = max(text.rfind(";", 0, start), text.rfind(": ", 0, start)) + 1
    stop = text.find(";", end)
    return re.sub(r"\([^()]*\)", "", text[begin : stop if stop >= 0 else len(text)])
