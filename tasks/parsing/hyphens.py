"""Words that were divided at the end of a line, put together again."""

from __future__ import annotations

import re
from itertools import pairwise

from tasks.parsing.glyphs import LINE_HYPHEN, is_known, read_vocabulary

_ENDS_DIVIDED = re.compile(r"([^\W\d_]+)[-\u2010]$")
_ENDS_HYPHENED = re.compile(r"[^\W_][-\u2010]$")
_ENDS_JOINED = re.compile("[^\\W_][\u2013\u2014]$|(?:://|www\\.)\\S*/$")
_COMPOUND = re.compile(r"[-\u2010][^\W\d_]+[-\u2010]$")
_BEGINS = re.compile(r"^([^\W\d_]+)((?:-[^\W\d_]+)*)")
_SHORTEST_PART = 3


def join_lines(before: str, after: str, words: frozenset[str], compounds: frozenset[str]) -> str:
    """Return two successive lines as one.

    A hyphen between them stays if the document has the compound elsewhere and not the word, if the next line begins
    with a capital or a digit, or if both parts are words and the whole is none; else the word is one. `words` are those
    of the document in lower case, `compounds` its hyphenated words.
    """
    if before.endswith(LINE_HYPHEN):
        before = before[:-1] + "-"
    if _ENDS_HYPHENED.search(before):
        return (before if _keeps_hyphen(before, after, words, compounds) else before[:-1]) + after
    return before + after if not before or _ENDS_JOINED.search(before) else f"{before} {after}"


def _keeps_hyphen(before: str, after: str, words: frozenset[str], compounds: frozenset[str]) -> bool:
    parted, rest = _ENDS_DIVIDED.search(before), _BEGINS.match(after)
    if parted is None or rest is None or rest.group(1)[0].isupper():
        return True
    first, second = parted.group(1).lower(), rest.group(1).lower()
    as_word, as_compound = first + second in words, f"{first}-{second}" in compounds
    if as_word != as_compound:
        return as_compound
    both_known = min(len(first), len(second)) >= _SHORTEST_PART and {first, second} <= read_vocabulary()
    return bool(_COMPOUND.search(before)) or (both_known and not is_known(first + second, words))


def collect_compounds(texts: list[str]) -> frozenset[str]:
    """Return the hyphenated words of lines in lower case, two parts at a time."""
    found: set[str] = set()
    for text in texts:
        for compound in re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)+", text.lower()):
            parts = compound.split("-")
            found.update(f"{left}-{right}" for left, right in pairwise(parts))
    return frozenset(found)
