"""Data of a study and of its findings, read by rule where a rule can be right; what it leaves out stays empty."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise

from storage.records.evidence import Extraction
from storage.records.writing import Finding, Page, Quote
from tasks.analysts.extractive.sentence_results import ToldResult, read_results
from tasks.analysts.extractive.sentences import blank_markup, split_sentences
from tasks.analysts.extractive.species import find_studied
from tasks.analysts.extractive.turns import measure_link, read_unit, takes_back
from tasks.evidence.conduct import FINDERS
from tasks.evidence.counted_things import find_counted
from tasks.evidence.data import Datum
from tasks.evidence.designs import find_design
from tasks.evidence.follow_ups import find_follow_up
from tasks.evidence.methods import find_method, find_social_design
from tasks.evidence.populations import find_population, find_reviewed_population
from tasks.evidence.sample_sizes import find_sample_size
from tasks.evidence.settings import find_setting
from tasks.evidence.titled_designs import find_titled_design
from tasks.evidence.titled_places import find_titled_place
from tasks.evidence.told_designs import find_told_design
from tasks.parsing.running_text import read_passages
from tasks.text.words import find_stems

_SOURCE = "extractive"
_LONGEST = 1_200  # characters of a sentence that is read: what is longer is none, and may have been written to be slow
_NUMBERS = frozenset({"measure", "effect", "ci_low", "ci_high", "p"})
_MARK = re.compile(r"[(\[]|[)\]]|[,;:]\s")
_UNCONDUCTED = frozenset({"systematic review", "review", "theory or argument", "protocol"})
_UNCOUNTED = frozenset({"theory or argument", "protocol"})
_FEWEST_READ = 5  # works: fewer are those that a review names
_UNPLACED = _UNCONDUCTED - {"theory or argument"}
_ASKED = re.compile(
    r"\bwillingness[- ]to[- ](?:pay|accept)\b|\bwillingness of \w+|\b(?:respondents|interviewees|tourists)\b"
    r"|\bcontingent valuation\b",
    re.IGNORECASE,
)
_Span = tuple[Page, int, int]


def extract_data(title: str, pages: Sequence[Page], findings: Sequence[Finding]) -> tuple[Extraction, ...]:
    """Return design, size, people, place, method and conduct of the study, and what findings relate, how and how much.

    Study data are sought in the abstract, then in the abstract and the methods of the full text, until one states them.
    A design may be named by the title (`titled_designs`).
    """
    return (
        *_read_study(title, pages),
        *(one for finding in findings if finding.kind == "finding" for one in _read(finding)),
    )


def _read_study(title: str, pages: Sequence[Page]) -> Iterator[Extraction]:
    parts = [_split(pages), *(_split_part(pages, part) for part in ("abstract", "method"))]
    finders = (
        lambda texts: find_titled_design(title, texts),
        find_design,
        find_social_design,
        lambda texts: find_told_design(title, texts),
    )
    design = next(filter(None, (_first(parts, find) for find in finders)), None)
    if design:
        yield design
    named = design.value if design else ""
    is_review = named in {"systematic review", "review"}
    size = _first(parts, lambda texts: find_sample_size(texts, is_review=is_review))
    if not size and named not in _UNCOUNTED:
        size = _first(parts, find_counted)
    if size and not (named == "review" and int(size.value) < _FEWEST_READ):
        yield size
    if named not in _UNCONDUCTED:
        animals = None if _asks_people(pages) else _first(parts[:1], lambda texts: find_studied(title, texts))
        whom = animals or _first(
            parts, lambda texts: find_population(texts, find_sample_size(texts, is_review=False), title)
        )
        if whom:
            yield whom
    elif named == "systematic review":
        yield from filter(None, [_first(parts, lambda texts: find_reviewed_population(texts, title))])
    if named not in _UNPLACED:
        places = (lambda texts: find_setting(texts, title), lambda texts: find_titled_place(title, texts))
        where = next(filter(None, (_first(parts, find) for find in places)), None)
        if where:
            yield where
    if named not in _UNCONDUCTED:
        conduct = (lambda texts: find_follow_up(texts, named), find_method, *FINDERS)
        yield from filter(None, (_first(parts, find) for find in conduct))


def _asks_people(pages: Sequence[Page]) -> bool:
    """Return whether an abstract asked people, so that animals it names are what they were asked about."""
    return any(_ASKED.search(page.text) for page in pages if page.page == 0)


def _split(pages: Sequence[Page]) -> list[_Span]:
    return [(page, each.start, each.end) for page in pages if page.page == 0 for each in split_sentences(page.text)]


def _split_part(pages: Sequence[Page], part: str) -> list[_Span]:
    return [
        (passage.page, passage.start + each.start, passage.start + each.end)
        for passage in read_passages(pages)
        if passage.part == part
        for each in split_sentences(passage.text)
    ]


def _first(
    parts: Sequence[Sequence[_Span]], find: Callable[[Sequence[str]], tuple[int, Datum] | None]
) -> Extraction | None:
    for spans in parts:
        short = [span for span in spans if span[2] - span[1] <= _LONGEST]
        found = find([blank_markup(page.text[start:end]) for page, start, end in short])
        if found:
            page, start, end = short[found[0]]
            return _extract(
                Quote(page.work_id, page.page, start, end, page.text[start:end], page.source), found[1], "", 0
            )
    return None


def _read(finding: Finding) -> Iterator[Extraction]:
    """Yield the data of each sentence of a finding.

    What a turn takes back, or may, has no direction: it is said of what on what, and not which way. What it does take
    back has no figures either.
    """
    quotes = _split_unit(finding)
    read = [_read_results(quote) for quote in quotes]
    is_taken_back = any(takes_back(later, earlier) for earlier, later in pairwise(read_unit(finding)))
    is_plain = len(quotes) == 1 or (not is_taken_back and _are_apart(read))
    before = 0
    for quote, results in zip(quotes, read, strict=True):
        for number, result in enumerate(results, before + 1):
            for datum in result.data:
                is_number = datum.field in _NUMBERS
                if (is_plain or datum.field != "direction") and not (is_number and is_taken_back):
                    place = result.place if is_number else None
                    yield _extract(quote, datum, finding.finding_id, number, place)
        before += max(1, len(results))


def _split_unit(finding: Finding) -> list[Quote]:
    """Return the sentences of a finding, each with its place on the page; a turn begins behind its "However"."""
    quote = finding.quote
    if len(read_unit(finding)) == 1:
        return [quote]
    first, *turning = split_sentences(quote.text)
    spans = [
        (first.start, first.end),
        *((one.start + measure_link(quote.text[one.start :]), one.end) for one in turning),
    ]
    return [
        Quote(
            quote.work_id,
            quote.page,
            quote.char_start + start,
            quote.char_start + end,
            quote.text[start:end],
            quote.source,
        )
        for start, end in spans
    ]


def _read_results(quote: Quote) -> list[ToldResult]:
    text = blank_markup(quote.text)
    return read_results(text) if len(text) <= _LONGEST else []


def _are_apart(read: Sequence[Sequence[ToldResult]]) -> bool:
    """Return whether each sentence has results of its own, on outcomes that it shares with none of the others."""
    outcomes = [
        [find_stems(one.value) for of in results for one in of.data if one.field == "outcome"] for results in read
    ]
    shared = (one & other for mine, others in combinations(outcomes, 2) for one in mine for other in others)
    return all(outcomes) and not any(shared)


def _extract(
    sentence: Quote, datum: Datum, finding_id: str, result: int, told_at: tuple[int, int] | None = None
) -> Extraction:
    start, end = told_at or _clause(sentence.text, datum.start, datum.end)
    place = sentence.char_start
    quote = Quote(
        sentence.work_id, sentence.page, place + start, place + end, sentence.text[start:end], sentence.source
    )
    return Extraction(sentence.work_id, finding_id, datum.field, datum.value, quote, _SOURCE, result)


def _clause(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the place of the clause around words, between marks that stand in no brackets."""
    cuts, depth = [0], 0
    for mark in _MARK.finditer(text):
        depth += (mark[0] in "([") - (mark[0] in ")]")
        if depth <= 0 and mark[0] not in "()[]":
            cuts.append(mark.end())
    begin = max(cut for cut in cuts if cut <= start)
    stop = min((cut for cut in cuts if cut >= end), default=len(text))
    words = text[begin:stop]
    return begin + len(words) - len(words.lstrip()), begin + len(words.rstrip(" \t\n,;:"))
