"""A text as a language model would understand it whatever characters it is spelled with: folded, for matching only.

Models read through fullwidth and accented letters, look-alikes from other alphabets, invisible characters and digits
in the place of letters, so a rule about words has to as well.
"""

# ruff: noqa: RUF001 -- look-alikes are the point

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

# Look-alikes that NFKD leaves alone: Cyrillic, Greek, Armenian, small capitals, brackets, quotes (Unicode TR 39).
_ALIKE = dict(
    zip(
        "авекмнорстухіјѕԁԛԝһӏґєзαβγεζηικμνορτυχωϲϳօսոհɑɡɩıʀʏɴʟɪʙɢʜᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢ‹›〈〉⟨⟩«»“”„‟‘’‚‛′´",
        "abekmhopctyxijsdqwhlre3abyeznikuvoptuxwcjouohagiirynlibghacdejkmoptuvwz<><><><>\"\"\"\"''''''",
        strict=True,
    )
)
_AS_LETTERS = str.maketrans("0134579", "oieastg")
_MIXED = re.compile(r"\b(?=[^\W\d]{0,30}\d)(?=\d{0,30}[^\W\d])[^\W_]{3,30}\b")
_JOINS = frozenset("-_/\u2010\u2011\u2012 ")
_KEPT = frozenset("@")


class _Fold(dict[int, str]):
    """Fold of each character, worked out once: lower-case, without marks and format characters."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        if char.isspace():
            folded = " "
        elif unicodedata.category(char) in {"Cf", "Cc", "Cs", "Co", "Cn"}:
            folded = ""
        else:
            parts = unicodedata.normalize("NFKD", char).casefold()
            plain = "".join(part for part in parts if unicodedata.category(part) not in {"Mn", "Me", "Cf"})
            folded = "".join(_ALIKE.get(part, part) for part in plain)
        self[code] = folded
        return folded


_FOLD = _Fold()


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text with where each of its characters comes from: `starts[i]` is the place in the original."""

    text: str
    starts: tuple[int, ...]

    def origin(self, begin: int, end: int) -> tuple[int, int]:
        """Return the stretch of the original that the folded characters from begin to end (exclusive) stand for."""
        return self.starts[begin], self.starts[end - 1] + 1


def fold(text: str) -> Folded:
    """Return the text in lower case without accents, look-alikes and invisible characters; punctuation is kept."""
    parts = [_FOLD[ord(char)] for char in text]
    ends = list(accumulate(map(len, parts)))
    folded = "".join(parts)
    if folded.isascii() and len(folded) == len(text):
        return Folded(folded, tuple(range(len(text))))
    return Folded(folded, tuple(bisect_right(ends, place) for place in range(len(folded))))


def fold_literal(pattern: str) -> str:
    """Return a regular expression with the letters beyond ASCII folded, so that it is found in folded text."""
    return "".join(char if char.isascii() else _FOLD[ord(char)] for char in pattern)


def read_clauses(folded: Folded) -> Folded:
    """Return the words one blank apart, any other punctuation as one word ``.``, hyphens and slashes as blanks."""
    chars: list[str] = []
    starts: list[int] = []
    for char, start in zip(folded.text, folded.starts, strict=True):
        last = chars[-1] if chars else " "
        if char.isalnum() or char in _KEPT:
            added = f" {char}" if last == "." else char
        elif char == "'":
            continue
        elif char in _JOINS:
            added = "" if last in " ." else " "
        elif last == "." or (last == " " and len(chars) > 1 and chars[-2] == "."):
            continue
        else:
            added = "." if last == " " else " ."
        chars.extend(added)
        starts.extend([start] * len(added))
    return Folded("".join(chars), tuple(starts))


def read_digits_as_letters(folded: Folded) -> Folded:
    """Return the text with the digits inside of words read as the letters they look like (``1gn0re``)."""
    return Folded(_MIXED.sub(lambda word: word[0].translate(_AS_LETTERS), folded.text), folded.starts)


def read_unspaced(folded: Folded) -> Folded:
    """Return the letters alone, as in ``ig no re``: a catalogue may have turned invisible characters into blanks."""
    kept = [(char, start) for char, start in zip(folded.text, folded.starts, strict=True) if char.isalpha()]
    return Folded("".join(char for char, _ in kept), tuple(start for _, start in kept))
