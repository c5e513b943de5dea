"""Animals, or tissue in a dish, that a work studied: what is found in these is never told as if it held for people."""

# ruff: noqa: E501 -- a list of words reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence

from storage.records.search import Work
from tasks.evidence.data import Datum

# Animals that are kept in laboratories, stables and clinics.
_ANIMAL = r"(?:rats?|mice|mouse|rabbits?|guinea pigs?|hamsters?|gerbils?|pigs?|piglets?|swine|minipigs?|dogs?|cats?|horses?|mares|foals|ponies|sheep|lambs?|ewes|goats?|cows?|calves|cattle|heifers|bulls|chickens?|hens|broilers?|zebrafish|drosophila|macaques?|monkeys?|marmosets?|baboons?|chimpanzees?|(?:non-?human )?primates?|ferrets?|quails?|xenopus)"
_ANIMALS = re.compile(rf"\b{_ANIMAL}\b", re.IGNORECASE)
_KINDS = r"(?:(?!and\b|or\b|for\b|by\b|the\b|to\b|people\b)[\w\u2010-]+ ){0,3}?"
# An animal that is studied is the subject of what was done, counted, or a model; land that cattle graze is not.
_STUDIED = re.compile(
    rf"\b(?P<one>{_ANIMAL})\s(?:\([^)]*\)\s)?(?:were|was|received|underwent|showed|had|exhibited|treated|fed|injected)\b"
    rf"|\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty)\s(?:[\w-]+\s){{0,3}}?(?P<two>{_ANIMAL})\b"
    rf"|\b(?P<three>{_ANIMAL})\s(?:[\w-]+ ){{0,3}}?(?:model|models)\b|\b(?:in|of)\s(?:adult |male |female |young |healthy |wild-?type |cynomolgus |rhesus |[\w\u2010]+-\w+ )?(?P<four>{_ANIMAL})(?=\W*(?:$|[.:,;]|(?:by|with|after|using|given|treated|that|co-)\b))",
    re.IGNORECASE,
)
_TITLED = re.compile(
    rf"\b(?P<model>{_ANIMAL})\s(?:[\w-]+ ){{0,3}}?models?\b|\bin {_KINDS}(?P<within>{_ANIMAL})(?=\s*(?:$|[.:,;?(]|(?:with|after|using|following|treated|fed|during|exposed)\b))",
    re.IGNORECASE,
)
_PEOPLE = r"(?:patients?|adults?|children|adolescents?|women|men|infants|neonates|newborns|volunteers|participants|people|persons|individuals|users|students)"
_WHOM = re.compile(rf"\b{_PEOPLE}\b", re.IGNORECASE)
_HUMANS = re.compile(rf"\b(?:{_PEOPLE}|humans?)\b", re.IGNORECASE)
# People who were counted or to whom something was done; those who might gain by it one day are not studied.
_PEOPLE_STUDIED = re.compile(
    rf"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|healthy)\s(?:[\w-]+\s){{0,3}}?{_PEOPLE}\b"
    rf"|\b{_PEOPLE}\s(?:with [\w ]{{1,40}} )?(?:\([^)]*\)\s)?(?:were|was|received|underwent|showed|had|completed|reported|slept)\b"
    rf"|\ball {_PEOPLE}\b|\bphase (?:I{{1,3}}|IV|[1-4])\b",
    re.IGNORECASE,
)
# Who reviews, comments or tells of a case names the animals of others.
_TELLS = re.compile(
    r"^[^.]*\b(?:review|overview|advances|perspectives?)\b|\b(?:this|mini-?|literature|systematic) ?review\b|\bwe review|\breported case\b|\bcase report\b|\bin this issue\b",
    re.IGNORECASE,
)
_CELLS = re.compile(
    r"\b(?:in vitro|ex vivo|cell lines?|cell cultures?|cultured (?:\w+ )?cells|explants?)\b", re.IGNORECASE
)
_ALIKE = frozenset({"mice", "swine", "sheep", "cattle", "drosophila", "zebrafish", "calves", "ponies", "xenopus"})


def find_species(title: str, abstract: str) -> str:
    """Return "in rats", "in vitro" or "in vitro or in mice" where a work studied these; empty where it studied people.

    Animals in the title hold; else the abstract must say that animals were studied, and of no people the like.
    """
    titled = "" if _HUMANS.search(title) else _find(_TITLED, title)
    if titled:
        return f"in {titled}"
    known = f"{title}. {abstract}"
    in_title = _CELLS.search(title)
    studied = "" if _HUMANS.search(title) or _PEOPLE_STUDIED.search(known) or _TELLS.search(known) else known
    cells = in_title or (_CELLS.search(studied) if studied else None)
    animals = _find(_STUDIED, known if in_title else studied)
    dish = ("ex vivo" if cells[0].lower() == "ex vivo" else "in vitro") if cells else ""
    return " or ".join(filter(None, (dish, f"in {animals}" if animals else "")))


def find_studied(title: str, sentences: Sequence[str]) -> tuple[int, Datum] | None:
    """Return the animals that a text studied, with which sentence names them; None of people and of what is in vitro."""
    species = find_species(title, " ".join(sentences))
    if "in " not in species.replace("in vitro", ""):
        return None
    animals = species.removeprefix("in vitro or ").removeprefix("ex vivo or ").removeprefix("in ")
    for place, text in enumerate(sentences):
        if match := re.search(rf"\b(?:{animals}|{animals.removesuffix('s')})\b", text, re.IGNORECASE):
            return place, Datum("population", animals, *match.span())
    return None


def name_species(work: Work, told: str) -> str:
    """Return "In rats" or "In vitro" where a work studied these and the sentence does not say so itself."""
    species = find_species(work.title, work.abstract or "")
    if not species or _ANIMALS.search(told) or _CELLS.search(told) or _WHOM.search(told):
        return ""
    if "in " not in species.replace("in vitro", "") and re.search(r"\bcells?\b", told):
        return ""
    return species[:1].upper() + species[1:]


def add_species(work: Work, told: str) -> str:
    """Return words on a result with what it was found in behind them: "more burns with gloves in rats"."""
    named = name_species(work, told)
    return f"{told} {named[:1].lower()}{named[1:]}" if named else told


def _find(pattern: re.Pattern[str], text: str) -> str:
    """Return the animals of the first match, many of them; a word in capitals is an acronym."""
    for match in pattern.finditer(text):
        animal = next(filter(None, match.groups()))
        if not animal.isupper():
            return _count_many(animal.lower())
    return ""


def _count_many(animal: str) -> str:
    """Return the plural of an animal's name."""
    if animal == "mouse":
        return "mice"
    return animal if animal in _ALIKE or animal.endswith("s") else f"{animal}s"
