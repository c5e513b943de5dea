"""What a translation must leave alone: citations, quotations, code and links stand in it as signs, and come back.

What is wrong with a translation, as far as that can be told in any language: signs, numbers, length, language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.text.cleaning import escape_markdown, unescape_markdown
from tasks.text.languages import detect
from tasks.text.numbers import find_numbers, find_spelled_numbers

_SIGN = "⟦{}⟧"
_SIGNS = re.compile(r"⟦\d*⟧?|⟧")
# Words of a source in quotation marks, from four on; what is shorter may be a term.
_QUOTED = r"“(?:[^“”\s]+\s+){3,}[^“”]*”|\"(?:[^\"\s]+\s+){3,}[^\"]*\""
_CITED = r"\[-?@[^\[\]]*\]|(?<![\w\\.])-?@(?:\{[^{}]+\}|[A-Za-z0-9_](?:[\w:.#$%&+?<>~/-]*\w)?)"
_KEPT = re.compile(rf"<!--.*?-->|`+[^`]+`+|{_CITED}|!?\[[^\[\]]*\]\([^()\s]*\)(?:\{{[^{{}}]*\}})?|{_QUOTED}", re.DOTALL)
_IS_CITED = re.compile(_CITED)
_NUMBER = re.compile(r"(?<![A-Za-z0-9_.·,])(?<![A-Za-z]-)\d+(?:[.,·]\d+)*")
_GROUPED = re.compile(r"(?<![\d.,])(\d{1,3})((?:[ \u00a0\u2009\u202f]\d{3})+)(?!\d)")
_BLANK = re.compile(r"[ \u00a0\u2009\u202f]")
_SMALL = {"0", "1", "2"}  # "none", "one" and "two" may be written as figures
_LEAST_LETTERS, _MOST_TIMES = 40, 4
_LEAST_DETECTED = 80


@dataclass(frozen=True, slots=True)
class Guarded:
    """A sentence as it reads, signs in place of what must stay, and what each sign stands for, as Markdown."""

    text: str
    kept: Mapping[str, str]

    def quotes(self) -> dict[str, str]:
        """Return what the signs other than those of citations stand for, to be understood."""
        return {sign: text for sign, text in self.kept.items() if not _IS_CITED.fullmatch(text)}


def guard(sentence: str) -> Guarded:
    """Return a sentence of Markdown with signs in place of citations, quotations, code, links and comments."""
    kept: dict[str, str] = {}

    def put(match: re.Match[str]) -> str:
        sign = _SIGN.format(len(kept) + 1)
        kept[sign] = match[0]
        return sign

    return Guarded(unescape_markdown(_KEPT.sub(put, sentence)), kept)


def unguard(translated: str, guarded: Guarded) -> str:
    """Return a translation as Markdown in which nothing is active but what stood in the sentence."""
    text = escape_markdown(translated)
    for sign, original in guarded.kept.items():
        text = text.replace(sign, original)
    return text


def object_to_translation(translated: str, guarded: Guarded) -> list[str]:
    """Return what is wrong with the translation of a sentence, in our own words; none if it may stand."""
    shown = guarded.text[:60]
    if not translated.strip():
        return [f"the translation of '{shown}' is empty"]
    reasons = []
    signs = _SIGNS.findall(translated)
    if sorted(signs) != sorted(guarded.kept):
        wanted = ", ".join(guarded.kept) or "none"
        reasons.append(f"the signs of '{shown}' must stand in its translation, each once ({wanted})")
    plain = _SIGNS.sub(" ", translated)
    original = _SIGNS.sub(" ", guarded.text)
    if set("[]@") & set(plain) - set(original):
        reasons.append(f"the translation of '{shown}' holds brackets or @ of its own")
    if stray := _compare_numbers(original, plain):
        reasons.append(f"the numbers of '{shown}' and its translation differ: {', '.join(stray[:6])}")
    if len(plain) > _MOST_TIMES * max(len(original), _LEAST_LETTERS):
        reasons.append(f"the translation of '{shown}' is many times as long")
    if sum(map(str.isalpha, original)) >= _LEAST_LETTERS and plain.split() == original.split():
        reasons.append(f"'{shown}' is not translated")
    before = set(find_foreign(original))
    return [*reasons, *(reason for reason in find_foreign(plain) if reason not in before)]


def is_still_english(text: str) -> bool:
    """Return whether a text of some length is in English for sure; names and terms alone may look like it."""
    plain = _SIGNS.sub(" ", text)
    return len(plain) >= _LEAST_DETECTED and detect(plain)[0] == "en"


def _compare_numbers(original: str, translated: str) -> list[str]:
    """Return the numbers of one text that the other does not have.

    Decimal commas and points, and thousands parted by either or by blanks, are read as either language may have meant
    them; what the original has in words may stand in figures.
    """
    wanted = find_numbers(original)
    allowed = wanted | find_spelled_numbers(original) | _SMALL
    found = [_read(match[0]) for match in _NUMBER.finditer(_GROUPED.sub(_join, translated))]
    apart = [_read(match[0]) for match in _NUMBER.finditer(translated)]
    missing = sorted(wanted - frozenset[str]().union(*found, *apart))
    strange = min(([min(one) for one in numbers if not one & allowed] for numbers in (found, apart)), key=len)
    return [*missing, *strange]


def _join(grouped: re.Match[str]) -> str:
    return grouped[1] + _BLANK.sub("", grouped[2])


def _read(token: str) -> frozenset[str]:
    """Return what a number may mean, decimals after a point or after a comma."""
    swapped = token.translate(str.maketrans(".,", ",."))
    return find_numbers(token) | find_numbers(swapped)
