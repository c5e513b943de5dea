"""Names in prose: of several capitalised words, of capitals alone, and of authors that words are attributed to."""

from __future__ import annotations

import re

_CAPITALISED = r"[A-Z](?:[a-z][\w\u2019'-]*)?(?![\w-])"
_LINK = r"(?:of the|of|for the|for|de la|de|del|di|da|van der|van|von)"
_SEVERAL = re.compile(rf"(?<![\w-]){_CAPITALISED}(?:\s+(?:{_LINK}\s+)?{_CAPITALISED})+")
_ACRONYM = re.compile(r"(?<![\w-])(?=(?:\w*[A-Z]){2})[A-Z][A-Za-z]*[A-Z]s?(?:-?\d+)?(?![\w])")
_ROMAN = re.compile(r"[IVX]+")
_PARTICLE = r"(?:(?i:van|von|der|den|de|del|di|da|dos|du|la|le|ten|ter|el|al)\s+)*"
_NAME = rf"{_PARTICLE}[^\W\d_a-z][\w\u2019'-]*"
_YEAR = r"\s+\((?:\d{4}[a-z]?|n\.d\.)\)"
_AUTHORS = re.compile(rf"(?P<first>{_NAME})(?:(?:\s+and\s+{_NAME})?(?:\s+et al\.?)?{_YEAR}|\s+et al\b\.?)")
_TOKEN = re.compile(r"[^\W_]+")
_SHORTEST, _LONGEST_ACRONYM = 2, 10


def find_authors(sentence: str) -> list[str]:
    """Return the first author of each attribution, "Smith" of "Smith et al. (2019)" and of "Smith and Jones (2019)"."""
    return list(dict.fromkeys(match["first"] for match in _AUTHORS.finditer(sentence)))


def find_names(sentence: str) -> list[str]:
    """Return the names of several words and the acronyms of a sentence, authors apart.

    The first word of the sentence is no part of a name, since any word would be capitalised there.
    """
    text = _AUTHORS.sub(lambda match: "_" * len(match.group()), sentence)
    start = re.match(r"[\W_]*\w+[\u2019'-]?\w*", text)
    first = start.end() if start else 0
    names = [match.group() for match in _SEVERAL.finditer(text, first)]
    names += [
        match.group().removesuffix("s")
        for match in _ACRONYM.finditer(text)
        if not _ROMAN.fullmatch(match.group()) and _SHORTEST <= len(match.group()) <= _LONGEST_ACRONYM
    ]
    return list(dict.fromkeys(names))


def find_strange(names: list[str], text: str) -> list[str]:
    """Return the names that do not occur in a text, whatever its case, hyphens and plurals.

    An acronym also occurs where words with its letters as initials do, and a name where its initials do as an acronym.
    """
    words = [word.lower() for word in _TOKEN.findall(text)]
    joined = f" {' '.join(words)} "
    initials = "".join(word[0] for word in words)
    acronyms = {token.lower().removesuffix("s") for token in _ACRONYM.findall(text)}
    strange = []
    for name in names:
        own = [word.lower() for word in _TOKEN.findall(name)]
        plain = " ".join(own)
        found = f" {plain} " in joined or f" {plain}s " in joined or f" {plain.removesuffix('s')} " in joined
        if len(own) == 1:
            found = found or plain in initials or plain in acronyms
        else:
            capitals = "".join(word[0] for word in _TOKEN.findall(name) if word[0].isupper()).lower()
            found = found or (len(capitals) > 1 and capitals in acronyms)
        if not found:
            strange.append(name)
    return strange
