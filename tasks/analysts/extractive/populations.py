"""Whom or what a work studied, in the words of its title: people with what they have, or animals, or cells.

A result that names nobody reads as if it held for people in general; that it was found in rats must be said.
"""

# ruff: noqa: E501 -- a list of words reads best on one line, as in a table

from __future__ import annotations

import re

from storage.records.search import Work

PEOPLE = frozenset(
    """women woman men man child children adolescent adult nurse student girl boy patient infant mother father parent
    farmer worker teacher people youth veteran participant subject person individual""".split()  # noqa: SIM905 -- a word list reads best as text
)
"""Stems of words for people."""

_HUMAN = r"(?:patients?|adults?|children|adolescents?|women|men|girls|boys|infants|neonates|newborns|mothers|fathers|parents|caregivers|students|pupils|nurses|workers|employees|teachers|physicians|veterans|soldiers|athletes|volunteers|participants|people|persons|individuals|survivors|outpatients|inpatients|residents|households|farmers|users|drivers|prisoners|refugees)"
# Animals that are kept in laboratories, stables and clinics.
_ANIMAL = r"(?:rats?|mice|mouse|rabbits?|guinea pigs?|hamsters?|gerbils?|pigs?|piglets?|swine|minipigs?|dogs?|cats?|horses?|mares|foals|ponies|sheep|lambs?|ewes|goats?|cows?|calves|cattle|heifers|bulls|chickens?|hens|broilers?|zebrafish|drosophila|macaques?|monkeys|marmosets?|baboons?|chimpanzees?|non-?human primates?|ferrets?|quails?|xenopus)"
_ANIMALS = re.compile(rf"\b{_ANIMAL}\b", re.IGNORECASE)
# An animal that is studied is the subject of what was done, counted, or a model; land that cattle graze is not.
_STUDIED = re.compile(
    rf"\b(?P<one>{_ANIMAL})\s(?:\([^)]*\)\s)?(?:were|was|received|underwent|showed|had|exhibited|treated|fed|injected)\b"
    rf"|\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty)\s(?:[\w-]+\s){{0,3}}?(?P<two>{_ANIMAL})\b"
    rf"|\b(?P<three>{_ANIMAL})\s(?:model|models)\b|\b(?:in|of)\s(?:adult |male |female |young |healthy |wild-?type )?(?P<four>{_ANIMAL})(?=\W*(?:$|[.:,;]))",
    re.IGNORECASE,
)
_HUMANS = re.compile(rf"\b(?:{_HUMAN}|humans?|clinical|respondents?|users)\b", re.IGNORECASE)
_CELLS = re.compile(
    r"\b(?:in vitro|ex vivo|cell lines?|cell cultures?|cultured (?:\w+ )?cells|explants?)\b", re.IGNORECASE
)
_IN_TITLE = re.compile(
    rf"\b(?:in|among|of|for)\s(?P<whom>(?:(?!(?:in|of|the|for|and|with|by|among|from|to|on|at|after|use)\b)[\w'\u2019-]+\s){{0,3}}?{_HUMAN}"
    rf"(?:\s(?:with|without|who|aged|after|undergoing|receiving|exposed to|living with|suffering from)\s[\w\s'\u2019,-]+?)?)(?=\s*(?:$|[.:;?!(]|\s[\u2013\u2014-]\s))",
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
    """Return "In rats", "In vitro" or "In adults with asthma" where a sentence names nobody; empty where it does.

    Animals and cells are read from title and abstract, people from the title alone; a work on people and animals alike
    gives nothing, as either may be meant.
    """
    known = f"{work.title}. {work.abstract or ''}"
    if not _HUMANS.search(known):
        if _ANIMALS.search(told):
            return ""
        studied = _STUDIED.search(known)
        if studied:
            return f"In {_count_many(next(filter(None, studied.groups())).lower())}"
        return "In vitro" if _CELLS.search(known) and not _CELLS.search(told) and "cell" not in told.lower() else ""
    if _HUMANS.search(told) or _is_shouted(work.title):
        return ""
    found = _IN_TITLE.search(work.title)
    whom = " ".join(found["whom"].split()) if found else ""
    if _GROWN.search(whom) and not _YOUNG.search(whom) and _YOUNG.search(work.abstract or ""):
        return ""  # adolescents, whom a title on adults leaves out, may be those of whom the sentence tells
    return f"In {_settle(whom, work.abstract or '')}" if whom and len(whom.split()) <= _LONGEST else ""


def _count_many(animal: str) -> str:
    """Return the plural of an animal's name."""
    if animal == "mouse":
        return "mice"
    alike = animal in {"mice", "swine", "sheep", "cattle", "drosophila", "zebrafish", "calves", "ponies", "xenopus"}
    return animal if alike or animal.endswith("s") else f"{animal}s"


def _settle(whom: str, abstract: str) -> str:
    """Return words of a title as running text has them: names and acronyms as they are, others in lower case."""
    return " ".join(
        word
        if len(word) == 1 or re.search(rf"[a-z,;] {re.escape(word)}\b", abstract)
        else "-".join(part if part[1:] != part[1:].lower() else part.lower() for part in word.split("-"))
        for word in whom.split()
    )


def _is_shouted(title: str) -> bool:
    letters = [char for char in title if char.isalpha()]
    return sum(map(str.isupper, letters)) > _ALL_CAPITALS * len(letters)
