"""Glyphs as the letters they stand for: accents that were set apart, ligatures, glyphs the file gives no letter for."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from tasks.parsing.layout import Fragment
from tasks.parsing.lexicon import collect_words, is_known, rate_word

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
_PROPORTIONS = 25  # steps of width in which glyphs of one height are told apart
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
            # Where the accent made the line step back, a space was read that nobody typed.
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

    A soft hyphen at the end of a line is there to be seen: it becomes `LINE_HYPHEN`. Private letters that stand alone
    are icons and go; among others they stay, for they tell that the text is garbled.
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
