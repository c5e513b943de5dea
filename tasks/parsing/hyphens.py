"""Words that were divided at the end of a line, put together again."""

from __future__ import annotations

import re

from tasks.parsing.lexicon import is_known, read_vocabulary

_ENDS_DIVIDED = re.compile(r"([^\W\d_]+)[-\u2010\u00ad\x02]$")
_COMPOUND = re.compile(r"[-\u2010][^\W\d_]+[-\u2010\x02]$")
_BEGINS = re.compile(r"^([^\W\d_]+)((?:-[^\W\d_]+)*)")
_SHORTEST_PART = 3


def join_lines(before: str, after: str, words: frozenset[str], compounds: frozenset[str]) -> str:
    """Return two successive lines as one.

    A hyphen between them stays if the document has the compound elsewhere and not the word, if the next line begins
    with a capital or a digit, or if both parts are words and the whole is none; else the word is one. `words` are those
    of the document in lower case, `compounds` its hyphenated words.
    """
    hyphened = before.endswith(("-", "\u2010", "\u00ad", "\x02"))
    if before.endswith("\x02"):
        before = before[:-1] + "-"
    if not hyphened:
        return f"{before} {after}" if before and after else before + after
    parted, rest = _ENDS_DIVIDED.search(before), _BEGINS.match(after)
    if parted is None or rest is None or rest.group(1)[0].isupper():
        return before + after
    first, second = parted.group(1).lower(), rest.group(1).lower()
    if first + second in words and f"{first}-{second}" not in compounds:
        return before[:-1] + after
    if f"{first}-{second}" in compounds and first + second not in words:
        return before + after
    if _COMPOUND.search(before):
        return before + after
    parts_known = min(len(first), len(second)) >= _SHORTEST_PART and {first, second} <= read_vocabulary()
    if parts_known and not is_known(first + second, words):
        return before + after
    return before[:-1] + after


def collect_compounds(texts: list[str]) -> frozenset[str]:
    """Return the hyphenated words of lines in lower case, two parts at a time."""
    found = set()
    for text in texts:
        for compound in re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)+", text.lower()):
            parts = compound.split("-")
            found.update(f"{left}-{right}" for left, right in zip(parts, parts[1:], strict=False))
    return frozenset(found)
