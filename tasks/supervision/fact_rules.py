"""What a sentence states that the works it cites do not: numbers, units, names, authors, or all of its words.

No understanding is needed for any of it, and no analyst can overrule it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.citing_sentences import read_plain
from tasks.supervision.cited_texts import CitedText, CitedTexts
from tasks.supervision.named_entities import find_authors, find_names, find_strange
from tasks.supervision.quantities import find_missing, read_number

# An enumeration that cites many works says little of each: its words weigh too little to tell whose they are.
_MOST_WEIGHED = 2
# How much later a work appeared than one told before it, and how many works a sentence is about.
_LATER = re.compile(r"(?P<number>\w+) years? later, ")
_ESCAPE = re.compile(r"\\(?=[^\w\s])")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a sentence: of kind number, name, authors or citation, and the reason in words.

    `citekey` is the citation it is about, "" where it is about all.
    """

    kind: str
    reason: str
    citekey: str = ""


def find_faults(sentence: str, citekeys: Sequence[str], known: CitedTexts, own_words: str = "") -> list[Fault]:
    """Return what rules find wrong with a sentence; nothing for one whose citekeys are all unknown.

    `own_words` may be named without a source.
    """
    cited = [known.texts[key] for key in citekeys if key in known.texts]
    if not cited:
        return []
    plain = read_sentence(sentence)
    text = "\n".join(source.text for source in cited)
    stated = [quantity for source in cited for quantity in source.quantities]
    counted = [len(citekeys), *(source.year for source in cited if source.year)]
    numbers = find_missing(_cut_interval(plain, cited, known), stated, counted)
    names = find_strange(find_names(plain), f"{text}\n{own_words}")
    surnames = frozenset(name for source in cited for name in source.surnames)
    authors = [name for name in find_authors(plain) if not _is_author(name, surnames, text)]
    faults = []
    if numbers:
        faults.append(Fault("number", f"no cited text states {', '.join(numbers)}"))
    if names:
        faults.append(Fault("name", f"no cited text names {', '.join(names)}"))
    if authors:
        faults.append(Fault("authors", f"no cited work is by {', '.join(authors)}"))
    return [
        *faults,
        *(
            Fault("citation", f"@{found.citekey} does not say this, and @{found.other} does", found.citekey)
            for found in ([] if _tells_little(plain, citekeys) else known.evidence.find_misplaced(plain, citekeys))
        ),
    ]


def read_sentence(sentence: str) -> str:
    """Return a sentence as it reads: without citations, comments and the backslashes of Markdown."""
    return _ESCAPE.sub("", read_plain(sentence))


def _tells_little(plain: str, citekeys: Sequence[str]) -> bool:
    """Return whether a sentence has too few words of each of its works: it cites many, or says how many they are."""
    counted = any(read_number(word) == len(citekeys) for word in re.findall(r"\w+", plain))
    return (counted and len(citekeys) > 1) or len(citekeys) > _MOST_WEIGHED


def _cut_interval(plain: str, cited: Sequence[CitedText], known: CitedTexts) -> str:
    """Return a sentence without "Six years later," before it, if another work is six years older than one it cites."""
    match = _LATER.match(plain)
    if match is None:
        return plain
    gaps = {own.year - other.year for own in cited for other in known.texts.values() if own.year and other.year}
    return plain[match.end() :] if read_number(match["number"]) in gaps - {0} else plain


def _is_author(name: str, surnames: frozenset[str], text: str) -> bool:
    """Return whether a name is that of an author, or of somebody the text speaks of."""
    own = name.casefold()
    return any(own == known or own.endswith(f" {known}") or known.endswith(f" {own}") for known in surnames) or bool(
        re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    )
