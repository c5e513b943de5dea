"""Where a study was done, where its title says so: "in Sierra Leone", "in the Gran Chaco", "the case of a town, Ghana"."""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.evidence.data import Datum
from tasks.evidence.designs import pools_studies
from tasks.text.places import COUNTRY, PEOPLE_OF
from tasks.text.words import FUNCTION_WORDS, content_stems

_MANY = rf"{COUNTRY}(?:(?:,| and|, and) (?:the )?{COUNTRY}){{0,3}}"
_IN_PLACE = re.compile(
    rf"\b(?:[Ii]n|[Aa]cross|[Ww]ithin|[Tt]hroughout|[Ff]rom|[Oo]f) (?:[a-z]+(?:ern)? )??(?P<where>(?:the )?(?:(?:[Nn]orth|[Ss]outh|[Ee]ast|[Ww]est|[Cc]entral|[Cc]oastal|[Rr]ural|[Uu]rban)[\w-]* )?{_MANY})(?!['\u2019]s|-| [A-Z])"
)
# "In the Gran Chaco": a name that the abstract has behind such a word as well.
_IN_NAMED = re.compile(
    r"(?<![\w-])(?:in|across|within|throughout) (?P<where>(?:the )?(?!Nature\b|Practice\b|Science\b)[A-Z][a-z\u00c0-\u024f]{2,}(?: [A-Z][a-z\u00c0-\u024f]{2,}){0,2})(?=\s*(?:$|[.,:;?!(]|\s[\u2013\u2014-]\s|\s(?:and|after|during|between|from|with|under|using|by)\s))"
)
# "In the Colombian Amazon", "around Mara National Reserve, Kenya": more than running text would begin with.
_NAME = r"[A-Z][\w\u2019'-]+(?: [A-Z][\w\u2019'-]+){0,4}"
_LARGER = (
    re.compile(rf"\b(?:in|around|at|near|of|from|across) (?:the )?(?P<where>{_NAME}, (?:(?:north|south|east|west|central)[\w-]* )?{COUNTRY})(?=$|[.,:;?!)])"),
    re.compile(rf"\b(?:in|across|throughout) (?:the )?(?P<where>{PEOPLE_OF} (?:Amazon|Andes|Alps|Arctic|Highlands|[A-Z]\w+))(?=$|[.,:;?!)])"),
    re.compile(rf"\b(?:in|around|near) (?P<where>(?:Mount|Lake|Cape|Mt\.?) {_NAME})(?=$|[.,:;?!)])"),
    re.compile(rf"\b(?:in|across) (?:[A-Z]\w+ )?(?P<where>(?:north|south|east|west|central)[\w-]* {COUNTRY})(?=$|[.,:;?!)])"),
    re.compile(rf", (?P<where>{COUNTRY})$"),
)  # fmt: skip
_TITLE_CASE = 0.6


def read_titled_place(title: str, abstract: str) -> str:
    """Return "Sierra Leone" or "the Chaco" where a title names one place; empty where it names none or several apart."""
    found = {match["where"] for match in _IN_PLACE.finditer(title)}
    if len(found) == 1:
        return found.pop()
    if found or _is_in_title_case(title):
        return ""
    named = _IN_NAMED.search(title)
    if named and re.search(rf"\b(?:in|of|across|the|throughout) {re.escape(_cut(named['where']))}\b", abstract):
        return named["where"]
    return ""


def find_titled_place(title: str, sentences: Sequence[str]) -> tuple[int, Datum] | None:
    """Return the place that a title names, with the sentence that has its name, else that which is nearest to the title.

    None where the title names none or several, and of a text that pools studies.
    """
    where = _cut(_read_larger(title) or read_titled_place(title, " ".join(sentences)))
    if not where or not sentences or pools_studies(sentences):
        return None
    for name in (where, *re.findall(COUNTRY, where)):
        for place, text in enumerate(sentences):
            if (start := text.find(name)) >= 0:
                return place, Datum("setting", where, start, start + len(name))
    words = frozenset(content_stems(title))
    nearest = max(range(len(sentences)), key=lambda place: len(words & {*content_stems(sentences[place])}))
    return nearest, Datum("setting", where, 0, len(sentences[nearest].rstrip(" .")))


def _read_larger(title: str) -> str:
    plain = title.strip().rstrip(".")
    return next((match["where"] for cue in _LARGER if (match := cue.search(plain))), "")


def _cut(where: str) -> str:
    return where.removeprefix("the ")


def _is_in_title_case(title: str) -> bool:
    words = [word for word in re.findall(r"[^\W\d_]{2,}", title)[1:] if word.lower() not in FUNCTION_WORDS]
    return bool(sum(word[0].isupper() for word in words) > _TITLE_CASE * len(words))
