"""Counts of those studied, as texts have them: "eighty-six outpatients", "2,331 older adults", "N = 120"."""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.evidence.data import read_value
from tasks.text.quantities import SPELLED, spell_out

ANYBODY = (
    r"participants|subjects|individuals|people|persons|respondents|volunteers|patients|probands|informants|interviewees|"
    r"inpatients|outpatients|women|men|males|females|girls|boys|adults|children"
)
PEOPLE = (
    rf"{ANYBODY}|adolescents|youths|teenagers|students|pupils|workers|employees|veterans|soldiers|nurses|physicians|doctors|"
    r"clinicians|therapists|households|families|couples|dyads|mothers|fathers|parents|infants|newborns|neonates|toddlers|preschoolers|twins|"
    r"caregivers|carers|farmers|developers|practitioners|teachers|firms|companies|banks|users|visitors|tourists|"
    r"controls|residents|survivors|athletes|runners|players|consumers|smokers|drinkers|nationals|citizens|voters|migrants|refugees|prisoners|"
    r"leaders|managers|executives|experts|stakeholders|officials|landowners|fishers|fishermen|hunters|herders|pastoralists|villagers|"
    r"corporations|utilities|businesses|enterprises|retailers|investors|"
    r"patienten|probanden|teilnehmer(?:innen)?|personen|kinder|frauen|m\u00e4nner|erwachsene|femmes|hommes|enfants|"
    r"adultes|sujets|pacientes|participantes|sujetos|mujeres|hombres|ni\u00f1os|adultos|estudiantes|pazienti|pacjent\u00f3w"
)
PLACES = r"fields?|farms?|plots?|sites?|counties|countries|cities|municipalities|provinces|villages?|orchards?|lakes|ponds|streams|forests|islands|schools|hospitals|clinics"
THINGS = (
    rf"{PLACES}|colonies|hives?|repositories|mice|rats?|dogs?|horses?|cows?|pigs?|sheep|rabbits|birds|trees|nests?|genotypes?|transects|quadrats|"
    r"(?:sustainability|annual|integrated|corporate|environmental|CSR|ESG|media|newspaper) reports?"
)
STUDIES = (
    r"(?:primary |included |eligible |relevant |unique |published |clinical |controlled |randomi[sz]ed |original |(?:placebo-controlled|randomi[sz]ed|double[- ]blind|single[- ]blind|controlled|prospective), |crossover |open-label |appropriate |suitable |"
    r"observational |cohort |prospective |empirical |case-control |cross-sectional |double[- ]blind |placebo-controlled |qualitative |quantitative |scientific |"
    r"peer-reviewed |research |different |independent |individual |separate |longitudinal |intervention |journal |academic )*"
    r"(?:stud(?:y|ies)|trials?|RCTs?|articles?|papers?|publications?|reviews?)"
)
_FIGURE = r"(?P<figure>\d{1,3}(?:[,.'\u2019 \u00a0\u2009\u202f]\d{3})+(?![\d.,\u00b7]\d)|\d+(?![.,\u00b7]?\d))"
COUNT = rf"(?<![\w,\u00b7$\u20ac\u00a3/-])(?<!\d\.)(?:{_FIGURE}|{SPELLED})(?!\s?[%\u2030]|[-\u2013]\d|\s?[\u00b1\u00d7]|\s+per ?cent)"
_STOPS = (
    r"of|in|from|with|to|and|or|were|was|are|is|had|have|than|years?|months?|weeks?|days?|hours?|minutes?|aged|at|for|by|on|per|"
    r"stud(?:y|ies)|trials?|surveys?|interviews?|countries|cent(?:er|re)s|communities|covering|who|that|which|versus|vs|mg|kg|g|ml|km|times|points?|groups?|arms?|sessions?|visits?|items?|other|further|more|additional"
)
DESCRIBED = rf"(?:\s+\(?(?!(?:{_STOPS})\b)[\w'\u2019/\u2010-\u2013-]+\)?,?){{0,6}}?\s+"
UNITS = re.compile(
    rf"{COUNT}{DESCRIBED}(?P<unit>{PEOPLE}|{THINGS})\b(?!['\u2019\u2010-]?\s?(?:years?|days?|months?|groups?)|['\u2019]\s\w|-\w)",
    re.IGNORECASE,
)
"""A count with those whom it counts, as the group `unit`."""
INCLUDED = re.compile(
    rf"{COUNT}\s+(?:(?!case |stud|trial)[\w-]+ )?{STUDIES}\b(?! (?:participants|patients|subjects|data|registers|populations?|groups|arms|cent))",
    re.IGNORECASE,
)
"""A count of works."""
EQUALS = re.compile(rf"(?<![A-Za-z])(?P<letter>[Nn])\s?=\s?{_FIGURE}(?!\s?[%,.]?\d)")


def count(match: re.Match[str]) -> int:
    """Return the number that a match of one of these patterns says, in digits or in words."""
    words = match.groupdict().get("words")
    return int(spell_out(words)) if words else int(read_value("n", match["figure"]) or 0)


def in_brackets(text: str, place: int) -> bool:
    """Return whether a place of a text stands between brackets."""
    return text.count("(", 0, place) > text.count(")", 0, place) or text.count("[", 0, place) > text.count(
        "]", 0, place
    )


def blank_brackets(text: str) -> str:
    """Return a text of the same length with blanks for what stands in brackets, and the plain hyphen for others."""
    plain = text.translate({0x2010: "-", 0x2011: "-"})
    while (blanked := re.sub(r"\([^()]*\)|\[[^\[\]]*\]", lambda match: " " * len(match[0]), plain)) != plain:
        plain = blanked
    return plain
