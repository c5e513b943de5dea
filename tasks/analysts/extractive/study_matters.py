"""What a work was on, or where, that a sentence taken from it does not say: an intervention, or a place.

"Walking was much improved" reads as a result of what its section is on; where its work gave something else, that is
said before it, in words of the title.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from storage.records.evidence import Extraction
from storage.records.search import Work
from tasks.analysts.extractive.populations import is_name
from tasks.evidence.titled_places import read_titled_place
from tasks.text.places import COUNTRY, PEOPLE_OF
from tasks.text.words import FUNCTION_WORDS, GENERIC_WORDS, content_stems

_STOP = r"(?:in|of|the|for|and|with|without|by|among|from|to|on|at|after|before|during|as|or|vs|versus|using|via|through|through|against|an?|is|are|was|does|do|not|its|their|compared|under|between|than|when|who|that|which|how|what|why|can|may)"
_WORD = rf"(?!{_STOP}\b)[^\W\d_][\w'\u2019+-]*"
_PHRASE = rf"(?P<what>{_WORD}(?: {_WORD}){{0,3}}?(?: (?:and|plus|or) {_WORD}(?: {_WORD}){{0,2}}?)?)"
_ENDS = rf"(?=\s*(?:$|[.,:;?!(\[]|\s[\u2013\u2014-]\s)|\s(?:{_STOP})\b)"
_STUDIED = r"(?:effects?|efficacy|effectiveness|impacts?|influence|safety|tolerability|use|benefits?|trials?|stud(?:y|ies)|comparison|evaluation|pharmacokinetics|pharmacology|administration|application)"
_TREATED = r"(?:treatment|management|therapy|prophylaxis|prevention|treat(?:ed|ing)|manag(?:ed|ing)|prevent(?:ed|ing))"
# Those with a condition, or what comes with one, are not treated with it.
_NOT_OF = "".join(
    rf"(?<!{word})"
    for word in (
        "associated", "patient", "patients", "people", "persons", "adults", "children", "women", "men", "individuals",
        "those", "subjects", "participants", "adolescents", "compared", "living", "combined", "along", "infants",
    )
)  # fmt: skip
_DOES = r"(?:reduces|improves|increases|decreases|prevents|protects|enhances|alters|affects|promotes|inhibits|lowers|raises|induces|relieves|does not|do not|reduce|improve|increase|decrease|prevent|enhance|promote)"
# What a title says was given or done: "treatment of X with this", "effects of this on X", "this for X", "this reduces X".
_GIVEN = (
    re.compile(rf"\b{_TREATED}\b[^.:;()]{{0,60}}?{_NOT_OF} with {_PHRASE}{_ENDS}", re.IGNORECASE),
    re.compile(
        rf"\b{_STUDIED}(?: and \w+)? of {_PHRASE}(?= (?:in|on|for|as|among|versus|vs|compared|after|during)\b)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^{_PHRASE} (?:for (?:the )?{_TREATED} of |in (?:the )?{_TREATED} (?:of )?|(?:compared|versus|vs)\b)",
        re.IGNORECASE,
    ),
    re.compile(rf"(?:^|[:.] ){_PHRASE} {_DOES}\b", re.IGNORECASE),
    # "Accounting for nature", "payments for services" are terms; what has a word before it is given for something.
    re.compile(rf"^(?=[^ ]+ (?!for\b)){_PHRASE}(?<!ing) for (?!an?\b)", re.IGNORECASE),
)
_OF_TREATMENT = re.compile(rf"\b(?:{_TREATED}|trials?)\b", re.IGNORECASE)
_HEADS = frozenset(
    """tools evidence guidelines guideline need needs case cases role strategies strategy options option treatment
    treatments therapy therapies management intervention interventions drugs drug medication medications agents care
    recommendations priorities opportunities principles criteria support dose doses placebo prophylaxis program
    programme programs programmes advances practice practices policies policy way ways steps reasons lessons prospects""".split()  # noqa: SIM905 -- a word list reads best as text
)
_PRAISES = re.compile(r"(?:recent|novel|new|current|future|[\w-]+ing)\b", re.IGNORECASE)
# How it was given is not what: "continuously infused".
_MANNER = re.compile(r"\b[\w-]+(?:ed|ly)\b")
_BRACKETS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
_MANY = rf"{COUNTRY}(?:(?:,| and|, and) (?:the )?{COUNTRY}){{0,3}}"
_ANY_PLACE = re.compile(rf"{COUNTRY}|{PEOPLE_OF}|\b(?:worldwide|global(?:ly)?|the world)\b")
_UNIT = re.compile(r"([a-z]{4,})\W*$")
_THE = re.compile(
    r"^(?:UK|U\.K\.|US|USA|U\.S\.|EU|United|European Union|Netherlands|Philippines|Maldives|Bahamas|Amazon\b|Caribbean|Middle East|DRC|Democratic|Gambia|Czech Republic|Russian Federation|Central African|Republic)"
)
_FEW = 4


def name_matter(work: Work, told: str, known: AbstractSet[str], extractions: tuple[Extraction, ...] = ()) -> str:
    """Return "In work on tolperisone" or "In Sierra Leone" where a sentence names neither; empty where nothing is missing.

    `known` are stems of what the section is on, which goes without saying. What was given is read from the title; the
    place from the title, or from where the study was done (`extractions`) where the sentence is on the same units.
    """
    where = _read_place(work)
    # Where a title has both a place and no treatment, what it is a use or an effect of is the topic, seen there.
    given = "" if where and not _OF_TREATMENT.search(work.title) else _read_given(work)
    named = set(content_stems(given))
    if set(content_stems(_MANNER.sub("", given))) - known:
        if named & set(content_stems(told)) or _names_form(given, told):
            return ""
        return f"In work on {given}"
    where = where or _read_setting(extractions, told)
    if not where or _ANY_PLACE.search(told) or set(content_stems(where)) & (known | set(content_stems(told))):
        return ""
    return where


def _read_given(work: Work) -> str:
    """Return what a title says was given or done, as running text has it; empty where that is not plain."""
    title = _BRACKETS.sub("", work.title).strip().rstrip(".")
    for cue in _GIVEN if work.authors else ():  # a work without authors is called by its title
        if match := cue.search(title):
            words = match["what"].split()
            if (
                _PRAISES.match(match["what"])
                or words[-1].lower() in _HEADS | GENERIC_WORDS
                or not content_stems(match["what"])
            ):
                return ""
            return _settle(" ".join(words), work)
    return ""


def _settle(phrase: str, work: Work) -> str:
    """Return words of a title as the abstract has them inside a sentence, else in lower case where they are no names."""
    found = re.search(rf"(?<=[a-z,;(] ){re.escape(phrase)}\b", work.abstract or "", re.IGNORECASE)
    if found:
        return found[0]
    words = phrase.split()
    if phrase.isupper():
        return phrase.lower() if len(words) > 1 else ""
    rest = [word if word[1:] != word[1:].lower() else word.lower() for word in words]
    inside = {word for word in words if is_name(word, work.abstract or "")}
    return " ".join(word if word in inside else low for word, low in zip(words, rest, strict=True))


def _names_form(given: str, told: str) -> bool:
    """Return whether a sentence has the initials of what was given: "CBT" of cognitive behavioural therapy."""
    initials = "".join(word[0] for word in given.split() if word.lower() not in FUNCTION_WORDS)
    return len(initials) > 1 and bool(re.search(rf"\b{re.escape(initials)}s?\b", told, re.IGNORECASE))


def _read_place(work: Work) -> str:
    """Return "In Sierra Leone" where a title names one place; empty where it names none or several apart."""
    where = read_titled_place(work.title, work.abstract or "")
    return _say_in(where) if where else ""


def _read_setting(extractions: tuple[Extraction, ...], told: str) -> str:
    """Return "Among Brazilian firms" or "In Brazil" where a study was of these and a sentence speaks of such at large."""
    for one in extractions:
        unit = _UNIT.search(one.value) if one.field == "setting" else None
        places = re.findall(_MANY, one.value) if one.field == "setting" else []
        if unit and re.match(PEOPLE_OF, one.value) and re.search(rf"\b{unit[1]}\b", told):
            return f"Among {one.value}"
        kinds = [word for word in content_stems(one.value) if len(word) >= _FEW]
        if len(places) == 1 and set(kinds[:-1]) & set(content_stems(told)):
            return _say_in(places[0])
    return ""


def _say_in(where: str) -> str:
    plain = where.removeprefix("the ")
    return f"In the {plain}" if where != plain or _THE.match(plain) else f"In {plain}"
