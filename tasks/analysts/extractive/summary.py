"""The structured summary of one work: what it found, how, its limits, what it leaves open."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from storage.manuscript import Finding, Page, Quote, Summary
from storage.records import Work
from tasks.analysts.extractive.cues import (
    cue_weight,
    is_boilerplate,
    lacks_verb,
    opens_dangling,
    part_played,
    points_back,
)
from tasks.analysts.extractive.keyphrases import key_phrases
from tasks.analysts.extractive.sentences import LONGEST_TEXT, Sentence, clean, split_sentences
from tasks.analysts.extractive.statements import Statement, read_statement
from tasks.analysts.extractive.words import content_stems, function_share

_SHORT_WORDS = 100
_FEWEST_WORDS, _MOST_WORDS = 5, 60
_LEAST_ENGLISH = 0.1
_LIMITS = {"finding": 5, "method": 2, "limitation": 1, "future_work": 1, "background": 2}
_FEWEST_FINDINGS = 3
_JOINED = re.compile(r"[A-Za-z]{2,}[.;][A-Z][a-z]|[•●▪]")


@dataclass(frozen=True, slots=True)
class _Candidate:
    page: Page
    sentence: Sentence
    statement: Statement
    part: str
    score: float


def summarise_work(work: Work, pages: Sequence[Page]) -> Summary:
    """Return the summary of the first page that has text; without any, one of the title alone, without findings.

    Sentences are ranked by cue phrases and title words (Edmundson 1969) and by closeness to the text's centroid (Radev
    et al. 2004). Findings come first and best first, then methods, limitations, future work and background.
    """
    page = next((page for page in sorted(pages, key=lambda page: page.page) if page.text.strip()), None)
    if page is None:
        return Summary(work.work_id, "", "", "", key_phrases(work.title, ""), "", (), "title")
    candidates = _candidates(work, page)
    chosen = _choose(candidates)
    findings = tuple(_finding(work, candidate, part) for part in _LIMITS for candidate in chosen[part])
    return Summary(
        work_id=work.work_id,
        methodology=_join(chosen["method"]),
        limitations=_join(chosen["limitation"]),
        future_work=_join(chosen["future_work"]),
        themes=key_phrases(work.title, clean(page.text[:LONGEST_TEXT])),
        short=_shorten([*chosen["finding"], *chosen["method"][:1], *candidates]),
        findings=findings,
        source=_source(page),
    )


def _source(page: Page) -> str:
    if page.source == "project note":
        return "project note"
    return "abstract" if page.page == 0 else "full text"


def _candidates(work: Work, page: Page) -> list[_Candidate]:
    """Return the sentences fit to be quoted, best first."""
    sentences = [sentence for sentence in split_sentences(page.text) if _is_usable(sentence.text)]
    bags = [Counter(content_stems(sentence.text)) for sentence in sentences]
    centroid = Counter({word: math.log1p(count) for word, count in sum(bags, Counter[str]()).items()})
    title = set(content_stems(work.title))
    found: list[_Candidate] = []
    for sentence, bag in zip(sentences, bags, strict=True):
        statement = read_statement(sentence.text)
        part = part_played(sentence)
        dangling = opens_dangling(statement.text) or (points_back(statement.text) and part not in {"finding", "method"})
        if _is_usable(statement.text) and not dangling:
            score = _score(sentence, statement, _cosine(bag, centroid), len(title & set(bag)) / max(1, len(title)))
            found.append(_Candidate(page, sentence, statement, part, score))
    return sorted(found, key=lambda candidate: (-candidate.score, candidate.sentence.start))


def _is_usable(text: str) -> bool:
    words = len(text.split())
    enough = _FEWEST_WORDS <= words <= _MOST_WORDS and not text.endswith("?")
    balanced = text.count("(") == text.count(")") and text.count("“") == text.count("”") and text.count('"') % 2 == 0
    legible = sum(char.isalpha() or char.isspace() for char in text) > 0.8 * len(text)
    whole = (
        text.endswith((".", "!", ".)", ".”", '."', ".\u2019"))
        and not text[:1].islower()
        and not _JOINED.search(text)
        and not lacks_verb(text)
        and not is_boilerplate(text)
    )
    return enough and balanced and legible and whole and function_share(text) >= _LEAST_ENGLISH


def _score(sentence: Sentence, statement: Statement, centrality: float, title_share: float) -> float:
    length = len(statement.text.split())
    score = 2 * centrality + title_share + 0.5 * cue_weight(sentence.text) + 0.5 * sentence.place
    score += 0.8 if sentence.section in {"finding", "conclusion"} or statement.kind == "reported" else 0.0
    score -= 1.5 if points_back(statement.text) else 0.0
    score -= 1.5 + 0.05 * max(0, length - 25) if statement.kind == "quoted" else 0.0
    score -= 0.05 * max(0, length - 35) + 0.1 * max(0, 10 - length)
    return score - 0.3 * statement.text.count("(")


def _cosine(bag: Counter[str], centroid: Counter[str]) -> float:
    norm = math.sqrt(sum(n * n for n in bag.values()) * sum(n * n for n in centroid.values()))
    return sum(n * centroid[word] for word, n in bag.items()) / norm if norm else 0.0


def _choose(candidates: Sequence[_Candidate]) -> dict[str, list[_Candidate]]:
    """Return the best sentences by part; where findings are few, the best of the background stand in for them."""
    chosen: dict[str, list[_Candidate]] = {part: [] for part in _LIMITS}
    for candidate in candidates:
        if len(chosen[candidate.part]) < _LIMITS[candidate.part]:
            chosen[candidate.part].append(candidate)
    for part in ("background", "method"):
        while len(chosen["finding"]) < min(_FEWEST_FINDINGS, len(chosen[part])) and len(chosen[part]) > 1:
            chosen["finding"].append(chosen[part].pop())
    for part in ("method", "background"):
        if not chosen["finding"] and chosen[part]:
            chosen["finding"].append(chosen[part].pop(0))
    return chosen


def _finding(work: Work, candidate: _Candidate, part: str) -> Finding:
    page, sentence = candidate.page, candidate.sentence
    verbatim = page.text[sentence.start : sentence.end]
    quote = Quote(work.work_id, page.page, sentence.start, sentence.end, verbatim, page.source)
    return Finding(work.work_id, candidate.statement.text, quote, part)


def _join(candidates: Sequence[_Candidate]) -> str:
    ordered = sorted(candidates, key=lambda candidate: candidate.sentence.start)
    return " ".join(candidate.sentence.text for candidate in ordered)


def _shorten(candidates: Sequence[_Candidate]) -> str:
    """Return the best sentences, in the order of the text, up to about 100 words."""
    kept: dict[int, _Candidate] = {}
    words = 0
    for candidate in candidates:
        length = len(candidate.sentence.text.split())
        if candidate.sentence.start not in kept and (not kept or words + length <= _SHORT_WORDS + 10):
            kept[candidate.sentence.start] = candidate
            words += length
    return _join(list(kept.values()))
