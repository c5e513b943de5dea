"""Halves of a "yes, but": what a review quotes without the sentence that turns it: ``litreview bench halves``.

The cues are this measure's own, wider and blunter than the rules that choose sentences, so that it can find them
wanting; it counts some that turn nothing. What calls for research is no turn.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from storage.core.errors import InputError
from tests.benchmarks.rows import Row, share

_OPENS = re.compile(
    r"\W*(?:(?:RESULTS?|CONCLUSIONS?|FINDINGS)\s*:\s*)?(?:however|but|nevertheless|nonetheless|yet|still|in contrast|by contrast|conversely|on the other hand|on the contrary|only|except|although|though|even though|despite (?:this|these|that|the)|unfortunately|that said|even so"
    r"|(?:after|when|upon|once|following|with|in|on) (?:\w+ ){0,3}?(?:adjust\w*|controlling|controlled|correct(?:ion|ing))|adjust(?:ing|ment|ed)|controlling)\b",
    re.IGNORECASE,
)
_TAKES_BACK = re.compile(
    r"\W*(?:(?:at|by|after|in|among) [^,.;]{2,60}, )?(?:(?:this|these|those|that|such|it|they|both|the (?:\w+ ){0,2}?(?:effects?|associations?|differences?|relations?hips?|correlations?|findings|results|improvements?|benefits?))\b[^.;]{0,90}?\b(?:disappear\w*|attenuat\w*|no longer|not|only|lost|vanish\w*|limited to|confined to|restricted to)"
    r"|no (?:such |significant |other )?(?:effects?|associations?|differences?|relations?hips?|correlations?)\b)\b",
    re.IGNORECASE,
)
_CALLS = re.compile(
    r"\b(?:further|future|more|additional|larger|long-term|prospective|randomi[sz]ed)\b[^.]{0,60}\b(?:stud\w+|trials?|research|work|investigations?)\b|\b(?:needs?|remains?|required|warranted)\b[^.]{0,50}\b(?:investigat\w+|determin\w+|confirm\w+|clarif\w+|stud(?:y|ies|ied)|established|elucidated)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"\s*(.+?[.!?][\"”)\]]*)(?=\s+[\W\d]*[A-Z]|\s*$)", re.DOTALL)
_NOT_THE_END = re.compile(r"(?:\b(?:vs|e\.g|i\.e|et al|cf|approx|no|fig)|\b[A-Z])\.$", re.IGNORECASE)

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Half:
    """Words of a page that a review quotes, and the sentence after them that turns them.

    That sentence is `apart` where the review quotes it as well, by itself.
    """

    quoted: str
    turning: str
    apart: bool


def find_halves(page: str, quoted: Sequence[Span]) -> list[Half]:
    """Return what of a page is quoted (``page[start:end]``) without the sentence after it that turns it."""
    found = []
    for start, end in quoted:
        following = next(_read_sentences(page, end), None)
        if following and turns(page[slice(*following)]):
            apart = any(_holds(span, following) for span in quoted)
            found.append(Half(page[start:end], page[slice(*following)], apart))
    return found


def turns(sentence: str) -> bool:
    """Return whether a sentence opens as one does that turns, limits or takes back what stands before it."""
    return bool(_OPENS.match(sentence) or _TAKES_BACK.match(sentence)) and not _CALLS.search(sentence)


def _holds(span: Span, other: Span) -> bool:
    """Return whether a span takes in the middle of another."""
    return span[0] <= sum(other) // 2 < span[1]


def _read_sentences(page: str, at: int) -> Iterator[Span]:
    start = at
    for match in _SENTENCE.finditer(page, at):
        if not _NOT_THE_END.search(match[1]):
            yield start + len(page[start : match.end()]) - len(page[start : match.end()].lstrip()), match.end()
            start = match.end()


def measure_halves(reviews: Path) -> list[Row]:
    """Return for each review in a folder how many findings it quotes, and how many of them are halves.

    Raises:
        InputError: there is no review in the folder.
    """
    ledgers = sorted(reviews.glob("*/corpus.duckdb"))
    if not ledgers:
        raise InputError(f"there is no review in '{reviews}'; name the folder that holds theirs with --reviews")
    rows = []
    for path in ledgers:
        quoted, halves = read_halves(path)
        untold = sum(not half.apart for half in halves)
        rows += [
            Row(path.parent.name, "findings quoted", quoted),
            Row(path.parent.name, "without the sentence that turns them", untold),
            Row(path.parent.name, "share without it", share(untold, quoted)),
            Row(path.parent.name, "with it elsewhere, by itself", len(halves) - untold),
        ]
    return rows


def read_halves(ledger: Path) -> tuple[int, list[Half]]:
    """Return how many findings the text of a review quotes, and those quoted without the sentence that turns them."""
    pages: dict[tuple[str, int, str], tuple[str, list[Span]]] = {}
    with duckdb.connect(ledger, read_only=True) as opened:
        for *place, text, start, end in opened.execute(_QUOTED).fetchall():
            pages.setdefault(tuple(place), (text, []))[1].append((start, end))
    halves = [half for text, spans in pages.values() for half in find_halves(text, spans)]
    return sum(len(spans) for _, spans in pages.values()), halves


_QUOTED = """
    SELECT DISTINCT q.work_id, q.page, q.source, d.text, q.char_start, q.char_end
    FROM current_section AS s
    JOIN claim AS c ON c.section_id = s.section_id AND c.version = s.version
    JOIN finding AS f USING (finding_id)
    JOIN quote AS q USING (quote_id)
    JOIN document AS d ON d.work_id = q.work_id AND d.level = 0 AND d.page = q.page AND d.source = q.source
    WHERE f.kind = 'finding'
    ORDER BY ALL
"""
