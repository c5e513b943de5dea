"""Quotes located on their page to the character, and statements compared with the words they rest on."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from storage.records.writing import Page, Quote
from tasks.analysts.llm.citations import find_stems
from tasks.citations.sentences import place_sentences
from tasks.text.acronyms import read_acronyms
from tasks.text.numbers import find_numbers, find_shown_numbers, find_spelled_numbers
from tasks.text.words import content_stems, function_share, split_terms

# Characters that copying may change without changing a word; the page's own are kept.
_ALIKE = str.maketrans(dict.fromkeys("\u2018\u2019\u201a\u201b\u2032", "'"))
_ALIKE |= str.maketrans(dict.fromkeys("\u201c\u201d\u201e\u201f\u2033", '"'))
_ALIKE |= str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"))
_LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
_LINE_END = re.compile(r"(?<=[^\W\d_])-[^\S\n]*\n\s*(?=[^\W\d_])")
# Stands for a hyphen at the end of a line, which may or may not belong to the word.
_SPLIT = "\ue000"
_PATTERNS = {"-": f"[-{_SPLIT}]", _SPLIT: f"[-{_SPLIT}]?"}
_LEAST_SHARED, _FEWEST_SHARED, _LEAST_TOLD = 0.4, 3, 0.6
_RUN_IN = re.compile(
    r"(?:\b[A-Z]{4,}|\b(?:Abstract|Aims?|Background|Conclusions?|Introduction|Methods?|Objectives?|Purpose|Results|Summary))$"
)
_COGNATE = 5  # letters
_LONGEST_SENTENCE = 160  # words; what is longer has no full stops
LEAST_ENGLISH = 0.1
"""Share of function words from which on a text is English."""


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page, and the part of its text that the model was shown."""

    page: Page
    text: str


def is_english(shown: Sequence[ShownPage]) -> bool:
    """Return whether at least a tenth of the words are English function words."""
    return function_share(" ".join(part.text for part in shown)) >= LEAST_ENGLISH


def find_quote(words: str, shown: Sequence[ShownPage]) -> Quote | None:
    """Return words as a quote of the first page whose shown text contains them, None if none does."""
    for part in shown:
        place = locate_quote(words, part.page.text)
        if place and locate_quote(words, part.text):
            return _quote(part.page, *place)
    return None


def widen_quote(quote: Quote, shown: Sequence[ShownPage]) -> Quote:
    """Return the sentence, or the sentences in a row, that a quote is part of; the quote where that is a whole page."""
    for part in shown:
        if (part.page.page, part.page.source) != (quote.page, quote.source):
            continue
        around = [
            (start, end)
            for start, end in place_sentences(part.page.text)
            if start < quote.char_end and end > quote.char_start
        ]
        if not around:
            continue
        wide = _quote(part.page, min(around[0][0], quote.char_start), max(around[-1][1], quote.char_end))
        if len(wide.text.split()) <= _LONGEST_SENTENCE and locate_quote(wide.text, part.text):
            return wide
    return quote


def _quote(page: Page, start: int, end: int) -> Quote:
    return Quote(page.work_id, page.page, start, end, page.text[start:end], page.source)


def locate_quote(words: str, page: str) -> tuple[int, int] | None:
    """Return the place of the words on a page, as (start, end) in characters; None if they are not there.

    Runs of white space count as one space, invisible format characters as nothing, ligatures as their letters,
    typographic quotation marks and dashes as plain ones; a hyphen between letters at a line end may be kept or dropped.
    Everything else must be equal. The first place that begins and ends with a whole word counts; a capital that ran
    into a heading ("AbstractResearch has", "RESULTSTherapy reduced") begins one.
    """
    wanted = _fold(words)[0].strip()
    text, places = _fold(page)
    for start, end in _find(wanted, text):
        begins = not _joins(text[start - 1 : start], wanted[0]) or _runs_in(text[:start], wanted)
        if begins and not _joins(wanted[-1], text[end : end + 1]):
            return places[start], places[end - 1] + 1
    return None


def _runs_in(before: str, wanted: str) -> bool:
    """Return whether a capital that begins a word stands directly after a heading."""
    return wanted[:1].isupper() and wanted[1:2].islower() and bool(_RUN_IN.search(before[-20:]))


def _find(wanted: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the words in a text, both folded, as (start, end)."""
    if _SPLIT in wanted or _SPLIT in text:
        pattern = re.compile("".join(_PATTERNS.get(char, re.escape(char) + f"{_SPLIT}?") for char in wanted))
        start = 0
        while wanted and (match := pattern.search(text, start)):
            yield match.start(), match.end() - match[0].endswith(_SPLIT)
            start = match.start() + 1
        return
    start = text.find(wanted) if wanted else -1
    while start >= 0:
        yield start, start + len(wanted)
        start = text.find(wanted, start + 1)


def object_to_support(
    statement: str, quote: str, *, english: bool, title: str = "", text: str = "", around: str = ""
) -> str | None:
    """Return why a quote does not support a statement, None if it can.

    Each number of the statement must be in the quote, the title, or what stands `around` the quote. Of its words,
    compared by stem (Porter 2001), two in five must be in the quote and three in five in the `text` shown: quotes say
    "this effect" or "both groups" where a statement has to name them. Words of the `title`, which say what the work is
    about, count only if the quote has them, too. An acronym that the text explains stands for its words (Schwartz and
    Hearst 2003). A text in another language than English cannot be compared in this way: there, one word with the same
    beginning suffices.
    """
    stated = find_numbers(statement) | (find_spelled_numbers(statement) if english else frozenset())
    if missing := sorted(stated - find_shown_numbers(f"{quote} {title} {around}")):
        return f"the number {', '.join(missing)} is not in the quote, nor beside it"
    acronyms = read_acronyms(text)
    said, shown = _write_out(statement, acronyms), _write_out(quote, acronyms)
    if not english:
        alike = {term[:_COGNATE] for term in said} & {term[:_COGNATE] for term in shown}
        return None if alike else "the statement has no name or term of the quote"
    own = said - (_read_stems(title) - shown)
    if len(own & shown) < max(_LEAST_SHARED * len(own), min(_FEWEST_SHARED, len(own)), 1):
        absent = ", ".join(sorted(own - shown)[:6])
        return f"the quote does not show enough of the statement (not in it: {absent})"
    strange = said - shown - _read_stems(f"{title} {text}")
    if text and len(strange) > (1 - _LEAST_TOLD) * len(said):
        return f"the text does not speak of {', '.join(sorted(strange)[:6])}"
    return None


def _write_out(text: str, acronyms: Mapping[str, str]) -> frozenset[str]:
    """Return the stems of a text with those of the words that its acronyms stand for in their place."""
    short = [name for name in acronyms if re.search(rf"\b{re.escape(name)}s?\b", text)]
    return _read_stems(" ".join([text, *(acronyms[name] for name in short)])) - _read_stems(" ".join(short))


def _read_stems(text: str) -> frozenset[str]:
    return find_stems(text.replace("-", " "))


def content_terms(text: str) -> set[str]:
    """Return the stems of a text's words that can carry a topic; parts of hyphenated words separately."""
    return set(split_terms(" ".join(content_stems(text.replace("-", " ")))))


@lru_cache(maxsize=64)
def _fold(text: str) -> tuple[str, tuple[int, ...]]:
    """Return the text in the form in which quotes are compared, and the original place of each of its characters."""
    characters: list[str] = []
    places: list[int] = []
    plain = text.translate(_ALIKE)
    for place, character in enumerate(_LINE_END.sub(lambda split: _SPLIT * len(split[0]), plain)):
        blank = character.isspace()
        last = characters[-1] if characters else ""
        if (blank and last == " ") or (character == last == _SPLIT):
            continue
        if character > "~" and unicodedata.category(character) == "Cf":
            continue
        for letter in _LIGATURES.get(character, " " if blank else character):
            characters.append(letter)
            places.append(place)
    return "".join(characters), tuple(places)


def _joins(before: str, after: str) -> bool:
    return before.isalnum() and after.isalnum()
