"""Where a study was done, where its text says so of its own sample: the country, and the kind of place before it."""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.evidence.data import Datum
from tasks.evidence.designs import pools_studies, speaks_of_others
from tasks.text.numbers import NUMERALS
from tasks.text.places import COUNTRY, PEOPLE_OF

_KIND = r"(?:hospitals?|clinics?|cent(?:re|er)s?|practices?|schools?|universit(?:y|ies)|colleges?|prisons?|villages?|towns?|cit(?:y|ies)|communit(?:y|ies)|districts?|provinces?|regions?|municipalit(?:y|ies)|counties|states?|farms?|forests?|wards?|departments?|units?|services?|parks?|reserves?|islands?|catchments?|watersheds?|markets?|firms?|compan(?:y|ies)|banks?|councils?|institutions?|organi[sz]ations?|plantations?|landscapes?|nursing homes|households?)"
_LIKE = r"(?:(?!(?:the|in|of|from|with|and|or|were|was|at|to|for|by|who|that|which|on|an?)\b)[\w\u2019'-]+ )"
_NUMBER = rf"(?:\d[\d,]*|{'|'.join(NUMERALS)}|(?:twenty|thirty|forty|fifty)(?:-\w+)?|several|multiple)"
_PLACES = rf"(?:the )?(?:(?:(?:north|south|east|west|central|rural|urban|coastal|upper|lower|north-?east|north-?west|south-?east|south-?west)(?:ern)? )*{COUNTRY}|[A-Z]\w+(?: [A-Z]\w+){{0,2}}, {COUNTRY})(?:(?:,| and|, and| or) (?:the )?{COUNTRY}){{0,4}}"
_PLACE = rf"(?:(?:an? |the )?(?:{_NUMBER} )?{_LIKE}{{0,4}}{_KIND} (?:in|of|across|throughout|from) )?(?:{_PLACES}|{_NUMBER} (?:\w+ )?countries\b)"
_BY = r"(?:in|at|from|across|within|throughout|of)"
# What was done to those studied, or where; of whom or what, and how many.
_DONE = r"(?:conducted|carried out|performed|undertaken|recruited|enrolled|collected|sampled|interviewed|surveyed|located|living|lived|residing|resident|attending|attended|working|operating|listed|based|admitted|treated|drawn|selected|gathered|held|implemented|set|obtained|invited|participated|took part)"
_UNIT = r"(?:patients|participants|subjects|adults|children|adolescents|women|men|males|females|girls|boys|individuals|people|persons|students|pupils|workers|employees|nurses|physicians|volunteers|respondents|households|families|mothers|infants|farmers|teachers|firms|companies|corporations|banks|residents|survivors|leaders|managers|stakeholders|experts|communities|villages|farms|hospitals|clinics|centers|centres|schools|practices|sites|plots|reports|councils|organi[sz]ations|institutions|municipalities|counties|cities|landowners|fishers|hunters|utilities|retailers|producers|businesses)"
_COUNT = rf"(?:\b{_NUMBER}|[Nn] ?= ?\d[\d,]*\)?)"
_STUDY = r"(?:stud(?:y|ies)|survey|trial|experiment|fieldwork|case stud(?:y|ies)|interviews?|data|evidence|sample|cohort|panel|questionnaires?|reports|analysis|investigation|project|records|ethnograph\w+)"
_SAMPLED = (
    re.compile(rf"\b{_DONE} (?:[\w,\u2019'-]+ ){{0,5}}?{_BY} (?P<where>{_PLACE})"),
    re.compile(
        rf"{_COUNT}[^.;:()]{{0,60}}?\b{_UNIT}(?: \([^)]*\))?(?: (?:[\w\u2019'-]+ ){{0,6}}?)?{_BY} (?P<where>{_PLACE})"
    ),
    re.compile(
        rf"{_COUNT} (?:{_LIKE}){{0,3}}?(?<![a-z]an )(?<!Native )(?P<where>{PEOPLE_OF} (?:{_LIKE}){{0,3}}?{_UNIT})\b"
    ),
)
# Of a sentence on the work itself: a study, or those studied, of a country.
_OWN = re.compile(
    r"\b(?:[Ww]e|[Oo]ur|[Tt]his|[Tt]he (?:present|current)|[Tt]he (?:study|paper|article|aim|purpose|objective|research|survey|sample|data|authors))\b"
)
_OF_OWN = (
    re.compile(rf"\b{_STUDY}\b(?: (?:[\w,\u2019'-]+ ){{0,7}}?)?{_BY} (?P<where>{_PLACE})"),
    re.compile(rf"\b{_UNIT}(?: \([^)]*\))?(?: (?:[\w\u2019'-]+ ){{0,4}}?)?{_BY} (?P<where>{_PLACE})"),
    re.compile(rf"(?<![a-z]an )(?<!Native )(?P<where>{PEOPLE_OF} (?:{_LIKE}){{0,3}}?{_UNIT})\b"),
)
_AIM = re.compile(
    r"\b(?:implications|relevan\w+|lessons|contribut\w+|results|findings|should|could|would|may|might)\b", re.IGNORECASE
)
_NAMES = re.compile(
    r"^(?:\s(?:[A-Z]\w+ )?(?:Study|Cohort|Survey|Twin|Birth|American)\b|\s(?:Journal|Association|Society|Academy|Institute|Classification|Scale|version|nut|pig|Act)\b|['\u2019]s\b)"
)
_LONGEST = 90
_KIND_BEFORE = re.compile(rf"\b(?:{_NUMBER} )?{_LIKE}{{0,2}}{_KIND} (?:in|of|across|throughout|from) $")


def find_setting(sentences: Sequence[str]) -> tuple[int, Datum] | None:
    """Return where a text says that its study was done, with which sentence says so; None where that is not plain.

    A place counts where those studied are said to be of it or the study to have been done there, not where it is only
    spoken of; a text on studies has none.
    """
    if pools_studies(sentences):
        return None
    own = [(place, text) for place, text in enumerate(sentences) if not speaks_of_others(text)]
    speaking = [(place, text) for place, text in own if _OWN.search(text) and not _AIM.search(text)]
    for cues, texts in ((_SAMPLED, own), (_OF_OWN, speaking)):
        for place, text in texts:
            for cue in cues:
                if (match := cue.search(text)) and not _NAMES.match(text[match.end("where") :]):
                    return _tell(place, text, *match.span("where"))
    return None


def _tell(place: int, text: str, start: int, end: int) -> tuple[int, Datum] | None:
    before = _KIND_BEFORE.search(text, max(0, start - _LONGEST), start)
    start = before.start() if before else start
    said = re.sub(r"^(?:the|an?) ", "", text[start:end])
    if len(said) > _LONGEST:
        return None
    return place, Datum("setting", " ".join(said.split()), end - len(said), end)
