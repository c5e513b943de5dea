"""Sentences as they read: without markup, and with their numbers taken out so that patterns can name them.

Patterns kept as data: regular expressions with fragments, numbers and gaps of words in them. Rows of the appendix and
counts of the PRISMA picture, compared with what the ledger would write now.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal

from tasks.citations.sentences import read_plain
from tasks.text.cleaning import unescape_markdown
from tasks.text.numbers import NUMERALS, TENS

_RULE = re.compile(r"^\|[\s:|-]+\|$")
_COUNT = re.compile(r"([^:;>]+): ([\d,]+)(?=[;.<])")
_DESCRIBED = re.compile(r"<desc[^>]*>(.*?)</desc>", re.DOTALL)
# Problems can also arise after the files were written, even from reading them.
_GROWING = "What happened"

Table = tuple[tuple[str, ...], list[tuple[str, ...]]]


def compare_tables(text: str, fresh: str, elsewhere: str = "") -> Iterator[tuple[str, str]]:
    """Yield (row, why) for rows that are not in the record, or that are missing, in tables with today's columns.

    A row may also be one of `elsewhere`, where the tables of a review stand that are not looked for in this text.
    """
    known = _join_tables(fresh)
    others = _join_tables(elsewhere)
    for columns, rows in _join_tables(text).items():
        if columns not in known and columns not in others:
            continue
        here = known.get(columns, [])
        true = [*here, *others.get(columns, ())]
        for row in rows:
            if row not in true:
                like = next((other for other in true if _share(row, other)), None)
                says = f"the ledger says: {_show(like)}" if like else "no row on record says so"
                yield _show(row), says
        if _GROWING not in columns:
            yield from ((_show(row), "the table lacks this row of the record") for row in here if _lacks(rows, row))


def compare_pictures(text: str, fresh: str) -> Iterator[tuple[str, str]]:
    """Yield (count, why) for counts of a PRISMA picture, by their labels, that differ from the current ones."""
    true = dict(_read_counts(fresh))
    for label, number in _read_counts(text):
        if label in true and true[label] != number:
            yield f"{label}: {number}", f"the ledger says {true[label]}"
    drawn = re.findall(r'class="label[^"]*"[^>]*>([^<]+)</text>\s*<text class="number[^"]*"[^>]*>n = ([\d,]+)<', text)
    for label, number in drawn:
        if label in true and true[label] != number and f"{label}: {number}" not in text:
            yield f"{label}: n = {number}", f"the ledger says {true[label]}"


def _lacks(rows: Sequence[tuple[str, ...]], row: tuple[str, ...]) -> bool:
    return row not in rows and not any(_share(row, other) for other in rows)


def _share(row: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether two rows are about the same thing: at most one of their cells differs."""
    return len(row) == len(other) and sum(a != b for a, b in zip(row, other, strict=True)) <= 1


def _show(row: Sequence[str]) -> str:
    return " | ".join(row)


def _join_tables(text: str) -> dict[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the rows of all tables by their columns: of the same columns there may be a table for each theme."""
    joined: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for columns, rows in _read_tables(text):
        joined.setdefault(columns, []).extend(rows)
    return joined


def _read_tables(text: str) -> Iterator[Table]:
    block: list[tuple[str, ...]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|") and line.rstrip().endswith("|"):
            if not _RULE.match(line.strip()):
                block.append(tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])))
        elif block:
            yield block[0], block[1:]
            block = []


def _read_counts(svg: str) -> list[tuple[str, str]]:
    described = _DESCRIBED.search(svg)
    text = f"{described[1].rstrip('.')};" if described else ""
    return [(label.strip(), number) for label, number in _COUNT.findall(text)]


Bound = Literal["exactly", "at least", "more than", "at most", "fewer than", "about"]

_MARKUP = re.compile(r"[`*_]+(?=\S)|(?<=\S)[`*_]+")
_DIGEST = re.compile(r"\s*\(content digest [0-9a-f]+\)")
# "single" only before what is counted here, see _NUMBER.
_WORDS = NUMERALS | {"dozen": 12, "hundred": 100, "once": 1, "twice": 2, "thrice": 3, "single": 1}
_COUNTED = r"(?= (?:round|stage|iteration|pass|query|theme|group|cluster|search)\b)"
_SPELLED = "|".join(sorted(_WORDS.keys() - {"single"}, key=lambda word: (-len(word), word)))
_NUMBER = re.compile(
    rf"(?<![\w.@/⟦])(?:(?P<digits>\d{{1,3}}(?:,\d{{3}})+|\d+)(?P<decimals>\.\d+)?(?P<share>\s?%| per ?cent)?"
    rf"|(?:(?P<tens>{'|'.join(TENS)})-)?(?P<word>{_SPELLED}|single{_COUNTED}))(?![\w@/]|[-.,]\d)",
    re.IGNORECASE,
)
_BOUNDS: tuple[tuple[str, Bound], ...] = (
    (r"(?:at least|no fewer than|not fewer than|a minimum of|no less than)\s$", "at least"),
    (r"(?:more than|over|above|upwards of)\s$", "more than"),
    (r"(?:at most|no more than|not more than|up to|a maximum of)\s$", "at most"),
    (r"(?:fewer than|less than|under|below)\s$", "fewer than"),
    (r"(?:about|around|roughly|nearly|almost|approximately|some|circa|close to)\s$", "about"),
)
# "over two stages" says how long something took, not how many there were at least.
_LASTING = re.compile(
    r"\s(?:\w+ )?(?:stages?|rounds?|waves?|iterations?|steps?|passes|runs?|years?|months?|days?|hours?)\b"
)
_ROUGHLY = 0.1
_TYPESET = str.maketrans(
    {"\u2019": "'", "\u2018": "'", "“": '"', "”": '"', "\u2013": "-", "\u2014": "-", "\u00a0": " "}
)
_APART = re.compile(r"(?:\s*\(\s*n\s*=\s*|:\s+)(⟦\d+⟧)\)?")
MARK = r"⟦(\d+)⟧"


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a sentence: a count, or a share in [0, 1] written as a percentage with so many decimals."""

    value: float
    is_share: bool = False
    decimals: int = 0
    bound: Bound = "exactly"
    is_bare: bool = True

    @property
    def could_be_year(self) -> bool:
        """Return whether it looks like a year: bare digits without a thousands separator."""
        return self.is_bare and not self.is_share and self.value in range(1500, 2200)

    def holds_for(self, true: float) -> bool:
        """Return whether the number, with the words before it, is true of a count or share."""
        if self.is_share:
            return bool(abs(round(100 * true, self.decimals) - 100 * self.value) < 0.51 * 10.0**-self.decimals)
        checks: dict[Bound, bool] = {
            "exactly": self.value == true,
            "at least": self.value <= true,
            "more than": self.value < true,
            "at most": self.value >= true,
            "fewer than": self.value > true,
            "about": abs(self.value - true) <= _ROUGHLY * max(true, 1),
        }
        return checks[self.bound]


@lru_cache(8_192)
def read_as_told(markdown: str) -> str:
    """Return a sentence as it reads, in lower case: without citations, markup, digests and full stop."""
    text = unescape_markdown(read_plain(markdown))
    text = _DIGEST.sub("", _MARKUP.sub("", text))
    text = text.translate(_TYPESET)
    return " ".join(text.split()).rstrip(" .").lower()


@lru_cache(4_096)
def mask_numbers(plain: str) -> tuple[str, tuple[Number, ...]]:
    """Return a sentence with each number replaced by ⟦its place⟧, and the numbers."""
    numbers: list[Number] = []

    def mask(match: re.Match[str]) -> str:
        numbers.append(_read_number(match, plain))
        return f"⟦{len(numbers) - 1}⟧"

    masked = _NUMBER.sub(mask, plain)
    # "duplicates (n = 5)" and "excluded: 5" count as they would without the signs.
    return _APART.sub(r" \1", masked), tuple(numbers)


def _read_number(match: re.Match[str], plain: str) -> Number:
    before = plain[: match.start()]
    bound: Bound = next((name for pattern, name in _BOUNDS if re.search(pattern, before)), "exactly")
    if before.endswith("over ") and _LASTING.match(plain, match.end()):
        bound = "exactly"
    if word := match["word"]:
        tens = _WORDS[match["tens"].lower()] if match["tens"] else 0
        return Number(tens + _WORDS[word.lower()], bound=bound, is_bare=False)
    value = float(match["digits"].replace(",", "") + (match["decimals"] or ""))
    decimals = len(match["decimals"] or ".") - 1
    if match["share"]:
        return Number(value / 100, is_share=True, decimals=decimals, bound=bound)
    if match["decimals"]:
        return Number(value, is_share=True, decimals=max(0, decimals - 2), bound=bound)
    return Number(value, bound=bound, is_bare="," not in match["digits"])


_FRAGMENT = re.compile(r"<([a-z][a-z ]*)>")
_GAP = re.compile(r"~(\d+)~")
_PATTERN_WORDS = r"(?:[^\w⟦⟧.;:,()]+[\w'-]+){{0,{most}}}?[^\w⟦⟧.;:,()]+"
_NOTHING = re.compile(r"(?!)")


@cache
def read_table(name: str) -> dict[str, Any]:
    """Return the TOML file of that name beside this module."""
    return tomllib.loads(files("tasks.procedure").joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def compile_pattern(pattern: str, fragments: Mapping[str, str]) -> re.Pattern[str]:
    """Return a pattern with its fragments, ``N`` for a number and ``~6~`` for a gap of at most six words inserted."""
    while _FRAGMENT.search(pattern):
        pattern = _FRAGMENT.sub(lambda match: f"(?:{fragments[match[1]]})", pattern)
    pattern = _GAP.sub(lambda match: _PATTERN_WORDS.format(most=match[1]), pattern)
    return re.compile(re.sub(r"(?<![\\A-Za-z])N(?![A-Za-z])", lambda _: MARK, pattern))


def compile_words(pattern: str | None, fragments: Mapping[str, str]) -> re.Pattern[str]:
    """Return a pattern that begins at the start of a word; for None one that finds nothing."""
    return _NOTHING if pattern is None else compile_pattern(rf"\b(?:{pattern})", fragments)
