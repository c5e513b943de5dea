"""Sentences that name, or mean, their own authors: the name goes there, and no frame names them twice."""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re

from storage.records.search import Work
from tasks.analysts.extractive.statements import agree, is_acting
from tasks.citations.authors import surname

_THE_AUTHORS = re.compile(r"\b[Tt]he (?:authors|researchers)\b(?![\u2019'])")
_THE_AUTHOR = re.compile(r"\b[Tt]he (?:author|researcher)\b(?![\u2019'])|(?<=according to )the authors\b")
_MOST_NAMED = 2
_VERB = r"(?P<before> (?:also |then |here |therefore |thus |further |\w+ly )?)(?P<verb>[a-z]+)\b"
# "Of the nine ponds, they identify three": they are who wrote it, the ponds do nothing.
_PRONOUN = re.compile(
    r"(?P<scene>(?:Of|In|From|Using|Drawing|Based|By|With|Through|Building|After|For)\b[^,;]{3,120}, )(?P<who>they|he|she)(?P<before> (?:also |then |\w+ly )?)(?P<verb>argue|claim|contend|conclude|propose|identif|suggest|maintain|show|introduce|develop|distinguish)(?P<ending>y|ies|ied|s|es|d|ed)?\b"
)

# What a paper does, said of its matter: "The logic of herds is replaced with that of single sheep".
_ACT = re.compile(
    r"(?:[A-Z][^,;]{0,50}, )?(?:[A-Z]|the |an? )[^,;]{2,110}? (?:is|are) (?:(?:also|then|further|first|\w+ly) )?(?:introduced|developed|proposed|identified|examined|tested|translated|replaced|unpacked|problemati[sz]ed|illustrated|explored|derived|laid out|set out|raised|compared|analy[sz]ed|distinguished|defended|elaborated|reconsidered|re-?framed|sketched|conceptuali[sz]ed|advanced)\b(?! (?:by (?!\w+ing\b)|as an? |as the ))"
)


def name_authors(body: str, work: Work, name: str, *, plural: bool) -> str:
    """Return the sentence with its authors named where it first says "the authors", their surname, or "they".

    Singular or plural must fit them; a sentence that names nobody comes back as it is.
    """
    if match := (_THE_AUTHORS if plural else _THE_AUTHOR).search(body):
        return f"{body[: match.start()]}{name}{body[match.end() :]}"
    if (match := _find_surnames(body, work)) and _does(match["verb"]):
        return f"{body[: match.start()]}{name}{body[match.end('who') :]}"
    if (match := _PRONOUN.match(body)) and (match["who"] == "they") is plural:
        verb = agree(f"{match['verb']}{match['ending'] or ''}", plural=plural)
        return f"{match['scene']}{name}{match['before']}{verb}{body[match.end() :]}"
    return body


def has_own_name(body: str, work: Work) -> bool:
    """Return whether a sentence says who says it: by a surname of its authors, or as it begins with its title."""
    names = _list_surnames(work)
    title = re.split(r"[:.?!]", work.title)[0].strip()
    if title.istitle() and " " in title and body.startswith(f"{title} "):
        return True
    return any(re.search(rf"(?<![\w(])(?:[A-Z][a-z]+ )?{re.escape(each)}\b(?!,? \(?\d)", body) for each in names)


def _find_surnames(body: str, work: Work) -> re.Match[str] | None:
    """Return where a sentence has its authors as a subject: "Lind argues", "Ann Lind and Okafor show", "Lind et al."."""
    called = [_call(author.name) for author in work.authors if author.name.strip()]
    if not called:
        return None
    who = " and ".join(called) if len(called) <= _MOST_NAMED else f"{called[0]} et al\\.?"
    return re.search(rf"(?<![\w(])(?P<who>{who}){_VERB}", body)


def _call(name: str) -> str:
    """Return a pattern for a name, with its first name or an initial before it or without."""
    first = name.split(maxsplit=1)[0]
    return rf"(?:(?:{re.escape(first)}|{re.escape(first[:1])}\.) )?{re.escape(surname(name))}"


def _list_surnames(work: Work) -> list[str]:
    return [surname(author.name) for author in work.authors if author.name.strip()]


def _does(verb: str) -> bool:
    return is_acting(verb) or (verb.endswith("s") and not verb.endswith(("ss", "us"))) or verb.endswith("ed")


def tells_act(body: str) -> bool:
    """Return whether a sentence tells in the passive what its own paper does, which it cannot be said to find."""
    return bool(_ACT.match(body))
