"""Sentences fit to be quoted: which can stand alone, which part each plays, how well it represents its work."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from storage.records.writing import Finding, Page, Quote
from tasks.analysts.extractive.argument_zones import read_parts
from tasks.analysts.extractive.discourse_cues import (
    cue_weight,
    is_bare_aim,
    is_boilerplate,
    lacks_verb,
    opens_dangling,
    points_back,
)
from tasks.analysts.extractive.no_findings import is_reference
from tasks.analysts.extractive.sentences import Sentence
from tasks.analysts.extractive.statements import Statement, drop_statistics, read_statement
from tasks.text.antecedents import lacks_antecedent
from tasks.text.words import content_stems, function_share

_FEWEST_WORDS, _MOST_WORDS = 5, 60
_LEAST_ENGLISH = 0.1
_FIGURES = re.compile(r"(?<![\w.])[-+\u2212\u00b1~<>=\u2264\u2265/ ]*\d[\d.,\u00b7]*%?(?!\w)")
# What results agree with says less than what they are.
_COMPARES = re.compile(
    r"\b(?:our|these|the(?: present| current)?) (?:findings|results|data) (?:replicate|extend|confirm|corroborate|support|link|add to|contribute|are (?:\w+ )?(?:consistent|in line|in agreement|in accordance))",
    re.IGNORECASE,
)
_HOPES = re.compile(r"\b(?:may|might|could)\b", re.IGNORECASE)
_MOST_FIGURES = 0.35  # of the words: more are a table
_JOINED = re.compile(r"[A-Za-z]{2,}[.;][A-Z][a-z]|[•●▪]")


@dataclass(frozen=True, slots=True)
class Quotable:
    """A sentence of a page with the statement read from it, the part it plays in the work, and how good it is."""

    page: Page
    sentence: Sentence
    statement: Statement
    part: str
    score: float

    @property
    def place(self) -> tuple[int, int]:
        """Return the sort key that puts sentences of a work in order."""
        return self.page.page, self.sentence.start


def rank_sentences(title: str, sentences: Sequence[tuple[Page, Sentence]]) -> list[Quotable]:
    """Return the sentences fit to be quoted, best first.

    They are ranked by cue phrases and title words (Edmundson 1969) and by closeness to the centroid of all of them
    (Radev et al. 2004).
    """
    parts = read_parts([sentence for _, sentence in sentences])
    played = {(page.page, sentence.start): part for (page, sentence), part in zip(sentences, parts, strict=True)}
    usable = [(page, sentence) for page, sentence in sentences if is_usable(drop_statistics(sentence.text))]
    bags = [Counter(content_stems(sentence.text)) for _, sentence in usable]
    centroid = Counter({word: math.log1p(count) for word, count in sum_bags(bags).items()})
    stems = set(content_stems(title))
    found: list[Quotable] = []
    for (page, sentence), bag in zip(usable, bags, strict=True):
        statement = read_statement(sentence.text)
        part = played[page.page, sentence.start]
        dangling = opens_dangling(statement.text) or (points_back(statement.text) and part not in {"finding", "method"})
        if is_usable(statement.text) and not dangling:
            score = _score(sentence, statement, cosine(bag, centroid), len(stems & set(bag)) / max(1, len(stems)))
            found.append(Quotable(page, sentence, statement, part, score))
    return sorted(found, key=lambda quotable: (-quotable.score, quotable.place))


def is_usable(text: str) -> bool:
    """Return whether a sentence can stand alone: whole, legible, English, 5 to 60 words, no layout, no reference."""
    words = len(text.split())
    enough = _FEWEST_WORDS <= words <= _MOST_WORDS and not text.endswith("?")
    balanced = (
        all(text.count(one) == text.count(other) for one, other in ("()", "[]", "“”")) and text.count('"') % 2 == 0
    )
    words_alone, figures = _FIGURES.subn("", drop_statistics(text))
    legible = sum(char.isalpha() or char.isspace() for char in words_alone) > 0.8 * len(words_alone)
    enough &= figures <= _MOST_FIGURES * words
    whole = (
        text.endswith((".", "!", ".)", ".”", '."', ".\u2019"))
        and not text[:1].islower()
        and not _JOINED.search(text)
        and (is_bare_aim(text) or not lacks_verb(text))
        and not is_boilerplate(text)
        and not is_reference(text)
    )
    return enough and balanced and legible and whole and function_share(text) >= _LEAST_ENGLISH


def state_finding(quotable: Quotable, kind: str) -> Finding:
    """Return what a sentence states as a finding of a kind, resting on the whole sentence."""
    page, sentence = quotable.page, quotable.sentence
    verbatim = page.text[sentence.start : sentence.end]
    quote = Quote(page.work_id, page.page, sentence.start, sentence.end, verbatim, page.source)
    return Finding(page.work_id, quotable.statement.text, quote, kind)


def join_in_order(quotables: Sequence[Quotable]) -> str:
    """Return the sentences as one text, in the order of the pages."""
    return " ".join(each.sentence.text for each in sorted(quotables, key=lambda each: each.place))


def sum_bags(bags: Sequence[Counter[str]]) -> Counter[str]:
    """Return the words of all bags with their counts."""
    total: Counter[str] = Counter()
    for bag in bags:
        total.update(bag)
    return total


def cosine(bag: Counter[str], other: Counter[str]) -> float:
    """Return the cosine of two bags of words in [0, 1]; 0 where one is empty."""
    norm = math.sqrt(math.fsum(n * n for n in bag.values()) * math.fsum(n * n for n in other.values()))
    return math.fsum(n * other[word] for word, n in bag.items()) / norm if norm else 0.0


def _score(sentence: Sentence, statement: Statement, centrality: float, title_share: float) -> float:
    length = len(statement.text.split())
    score = 2 * centrality + title_share + 0.5 * cue_weight(sentence.text) + 0.5 * sentence.place
    score += 0.8 if sentence.section in {"finding", "conclusion"} or statement.kind == "reported" else 0.0
    score -= 1.5 if points_back(statement.text) or lacks_antecedent(statement.text) else 0.0
    score -= 1.5 + 0.05 * max(0, length - 25) if statement.kind == "quoted" else 0.0
    score -= 1.5 * bool(_COMPARES.search(sentence.text)) + 0.8 * bool(_HOPES.search(sentence.text))
    score -= 0.05 * max(0, length - 35) + 0.1 * max(0, 10 - length)
    return score - 0.3 * statement.text.count("(")
