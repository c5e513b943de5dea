"""Short forms spelled out where a section first has them, in the words with which the works explain them.

The words stand in square brackets, as an editor's addition to what is quoted: "HEC [hypothesis of extended cognition]".
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from storage.records.search import Work
from storage.records.writing import ReadWork
from tasks.evidence.wording import read_short_forms
from tasks.text.words import content_stems

_SHORT = re.compile(
    r"(?<![\w(\[@.&/\u2010-\u2015-])(?P<short>[A-Z][A-Za-z]*[A-Z][A-Za-z]*?)(?P<many>s?)"
    r"(?![\w-]|['\u2019.]\w| ?[(\[]|/)"
)
_EVERYBODY_KNOWS = frozenset({"UK", "US", "USA", "EU", "UN", "DNA", "RNA", "HIV"})
_SEVERAL = 2
_LONGEST = 8  # words
_QUOTES = "\u2018\u2019\u201c\u201d'\"() "


def agree_on_short_forms(works: Iterable[ReadWork]) -> dict[str, str]:
    """Return the words for which the short forms stand that several works explain, and all of them alike."""
    read: dict[str, list[str]] = defaultdict(list)
    for work in works:
        for short, words in _explain(work.work).items():
            read[short].append(words)
    alike = {short: {frozenset(content_stems(words)) for words in said} for short, said in read.items()}
    return {short: said[0] for short, said in read.items() if len(said) >= _SEVERAL and len(alike[short]) == 1}


def spell_out(told: str, work: Work, agreed: dict[str, str], known: set[str]) -> str:
    """Return a sentence with its short forms explained where they first stand; those explained become `known`.

    The work's own words are taken, else those on which the works agree. What the sentence says anyway is not said
    twice.
    """
    own = _explain(work)
    said = set(content_stems(told))

    def explain(found: re.Match[str]) -> str:
        short = found["short"]
        words = own.get(short) or agreed.get(short, "")
        if not words or short in known | _EVERYBODY_KNOWS:
            return found[0]
        known.add(short)
        return found[0] if set(content_stems(words)) <= said else f"{found[0]} [{words}]"

    return _SHORT.sub(explain, told)


def count_spelled(works: Iterable[ReadWork], agreed: dict[str, str]) -> int:
    """Return how many words short forms take where the first result of each work is told."""
    known: set[str] = set()
    firsts = [(work.work, one.text) for work in works for one in work.summary.findings[:1] if one.kind == "finding"]
    return sum(len(spell_out(text, work, agreed, known).split()) - len(text.split()) for work, text in firsts)


def _explain(work: Work) -> dict[str, str]:
    found = read_short_forms(f"{work.title}. {work.abstract or ''}")
    return {
        short: _settle(words)
        for short, words in found.items()
        if len(words.split()) <= _LONGEST and _stands_for(short, words)
    }


def _stands_for(short: str, words: str) -> bool:
    """Return whether the letters of a short form begin words, in order and from the first, so that none was cut off."""
    parts = [part[:1].lower() for part in re.split(r"[\s/\u2010-\u2013-]+", words.strip(_QUOTES)) if part]
    initials = iter(parts)
    return parts[:1] == [short[0].lower()] and all(one.lower() in initials for one in short if one.isupper())


def _settle(words: str) -> str:
    """Return words as running text has them: their first letter is capital only where the others' are as well."""
    words = words.strip(_QUOTES)
    first, _, rest = words.partition(" ")
    names = first[1:] != first[1:].lower() or any(word[:1].isupper() for word in rest.split())
    return words if names else f"{words[:1].lower()}{words[1:]}"
