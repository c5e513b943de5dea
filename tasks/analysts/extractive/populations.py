"""Whom or what a work studied, in the words of its title: people with what they have, or animals, or cells.

A result that names nobody reads as if it held for people in general; that it was found in rats must be said.
"""

# ruff: noqa: E501 -- a list of words reads best on one line, as in a table

from __future__ import annotations

import re

from storage.records.search import Work
from tasks.analysts.extractive.species import find_species, name_species
from tasks.text.words import content_stems

PEOPLE = frozenset(
    """women woman men man child children adolescent adult nurse student girl boy patient infant mother father parent
    farmer worker teacher people youth veteran participant subject person individual""".split()  # noqa: SIM905 -- a word list reads best as text
)
"""Stems of words for people."""

_HUMAN = r"(?:patients?|adults?|children|adolescents?|women|men|girls|boys|infants|neonates|newborns|mothers|fathers|parents|caregivers|students|pupils|nurses|workers|employees|teachers|physicians|veterans|soldiers|athletes|volunteers|participants|people|persons|individuals|survivors|outpatients|inpatients|residents|households|farmers|users|drivers|prisoners|refugees)"
_HUMANS = re.compile(rf"\b(?:{_HUMAN}|humans?|clinical|respondents?|users)\b", re.IGNORECASE)
_IN_GLASS = re.compile(
    r"\b(?:in vitro|ex vivo|cell lines?)\b|\b(?:enzymatic|binding|chromogenic) assays?\b|\b(?:spiked|spiking)\b",
    re.IGNORECASE,
)
# What was studied in a sample, of whomever it is.
_OF_MATERIAL = re.compile(rf"{_IN_GLASS.pattern}|\b(?:samples?|specimens?|cells?|tissues?|cultures?)\b", re.IGNORECASE)
_IN_TITLE = re.compile(
    rf"\b(?:in|among|of|for)\s(?P<whom>(?:(?!(?:in|of|the|for|and|with|by|among|from|to|on|at|after|use)\b)[\w'\u2019-]+\s){{0,3}}?{_HUMAN}"
    rf"(?:\s(?:with|without|who|aged|after|undergoing|receiving|exposed to|living with|suffering from)\s[\w\s'\u2019,-]+?)?)(?=\s*(?:$|[.:;?!(]|\s[\u2013\u2014-]\s))",
    re.IGNORECASE,
)
# A condition that a title names without those who have it: "in acquired deafness".
_ILL = r"(?:diseases?|disorders?|syndromes?|deficienc(?:y|ies)|cancers?|carcinomas?|infections?|failure|injur(?:y|ies)|depression|asthma|diabetes|stroke|epilepsy|dementia|deafness|[\w-]*(?:itis|emia|aemia|philia|osis|oma|pathy|plegia|trophy|algia|phrenia|lepsy|uria))"
_WITH_CONDITION = re.compile(
    rf"\b(?:in|for|(?:treatment|management|prophylaxis|prevention|therapy|care) of)\s(?P<what>(?:(?!(?:in|of|the|for|and|with|without|by|among|from|to|on|at|after|use|an?|rare|\w+ing)\b)[\w'\u2019-]+\s){{0,3}}?{_ILL}(?:\s[A-Z]\b|\stype\s\w+)?)(?=\s*(?:$|[.:;?!(]|\s[\u2013\u2014-]\s))",
    re.IGNORECASE,
)
_GROWN = re.compile(r"\b(?:adults?|men|women)\b", re.IGNORECASE)
_YOUNG = re.compile(
    r"\b(?:adolescen\w+|teen\w*|youths?|young people|children|p(?:a)?ediatric|girls|boys|minors)\b"
    r"|(?<![\d.])(?:1[0-7]|[2-9])(?: ?(?:[-\u2010-\u2014]|to|and) ?\d+)? years?(?:[ -]old| of age)?\b|\baged (?:1[0-7]|[2-9])\b",
    re.IGNORECASE,
)
_LONGEST, _ALL_CAPITALS = 9, 0.6


def name_population(work: Work, told: str) -> str:
    """Return "In rats", "In vitro", "In adults with asthma" or "In viral asthma" where a sentence names nobody; empty where it does.

    Animals and cells are read from title and abstract (`species`), people from the title alone.
    """
    if find_species(work.title, work.abstract or ""):
        return name_species(work, told)
    if _HUMANS.search(told) or _OF_MATERIAL.search(told) or _is_shouted(work.title):
        return ""
    found = _IN_TITLE.search(work.title) or _WITH_CONDITION.search(work.title)
    whom = " ".join(found[1].split()) if found else ""
    if _GROWN.search(whom) and not _YOUNG.search(whom) and _YOUNG.search(work.abstract or ""):
        return ""  # adolescents, whom a title on adults leaves out, may be those of whom the sentence tells
    return f"In {_settle(whom, work.abstract or '')}" if whom and len(whom.split()) <= _LONGEST else ""


def asks_for_people(topic: str) -> bool:
    """Return whether a topic says that it is about humans, patients or other people."""
    return bool(set(content_stems(topic)) & (PEOPLE | {"human"}))


def is_of_people(work: Work, told: str) -> bool:
    """Return whether nothing in a sentence, or in title and abstract of its work, says that it holds for others.

    Others are animals, cells and samples to which something was added.
    """
    if _IN_GLASS.search(f"{work.title}. {told}"):
        return False
    return not find_species(work.title, work.abstract or "") and not find_species("", told)


def _settle(whom: str, abstract: str) -> str:
    """Return words of a title as running text has them: names and acronyms as they are, others in lower case."""
    return " ".join(
        word
        if len(word) == 1 or is_name(word, abstract)
        else "-".join(part if part[1:] != part[1:].lower() else part.lower() for part in word.split("-"))
        for word in whom.split()
    )


def is_name(word: str, abstract: str) -> bool:
    """Return whether an abstract has a word as it is inside its sentences, and nowhere in lower case instead."""
    lower = word.lower()
    if word != lower and re.search(rf"\b{re.escape(lower)}\b", abstract):
        return False
    return bool(re.search(rf"[a-z,;] {re.escape(word)}\b", abstract))


def _is_shouted(title: str) -> bool:
    letters = [char for char in title if char.isalpha()]
    return sum(map(str.isupper, letters)) > _ALL_CAPITALS * len(letters)
