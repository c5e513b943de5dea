"""Relevance without a language model: where a work stands between the background of the search and its best hits."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from storage.records.screening import Candidate, Judgement
from storage.records.search import Plan, Work
from tasks.analysts.protocol import RelevanceContext
from tasks.text.topics import strip_review_words
from tasks.text.words import split_terms

_ANCHORS = 20
_MIN_SPAN = 0.05
# Logistic weights (decision 4); how far down the scores works are included is `tasks.screening.inclusion_bound`.
_STATEMENT, _ANCHOR, _LINKS, _COCITED, _CITATION_RATE, _INTERCEPT = 0.5, 1.0, 0.2, 0.1, 0.5, -0.5
_PROMISE, _FULL_PROMISE = 1.0, 3.0
# Beyond ten citations a year, more tell nothing about the topic: without a bound, classics of other fields come in.
_FULL_CITATION_RATE = 10.0
_TYPICAL_LOG_RATE = 1.0
_RECENT_YEARS = 2


def relevance_text(work: Work) -> str:
    """Return the text that stands for a work when similarity is measured: title and abstract."""
    return f"{work.title}. {work.abstract}" if work.abstract else work.title


def statement_text(plan: Plan) -> str:
    """Return the text that stands for the plan: topic without review words, questions and focus areas."""
    return ". ".join((strip_review_words(plan.topic), *plan.questions, *plan.focus_areas))


def frame_relevance(
    plan: Plan, statement: Sequence[float], works: Sequence[Work], vectors: Sequence[Sequence[float]]
) -> RelevanceContext:
    """Return what relevance is judged against, from the works of the first search and their vectors (in their order).

    The anchors are the works with the highest sum of standardised statement similarity and BM25; the levels of the
    background are medians over the first search. Works named by the user are always anchors.
    """
    if not works:
        return RelevanceContext(plan, tuple(statement))
    matrix = np.asarray(vectors, dtype=np.float64)
    similarity = matrix @ np.asarray(statement, dtype=np.float64)
    lexical = _bm25(split_terms(statement_text(plan)), [split_terms(relevance_text(work)) for work in works])
    fused = similarity / (similarity.std() or 1.0) + lexical / (lexical.std() or 1.0)
    named = {doi.casefold() for doi in plan.seeds}
    order = sorted(
        range(len(works)), key=lambda i: (works[i].doi not in named, -round(float(fused[i]), 9), works[i].work_id)
    )
    best = order[: min(_ANCHORS, max(1, len(order) // 4))]
    anchor = matrix[best].mean(axis=0)
    anchor /= float(np.linalg.norm(anchor)) or 1.0
    closeness = matrix @ anchor
    return RelevanceContext(
        plan=plan,
        statement_vector=tuple(float(x) for x in statement),
        anchor_vector=tuple(float(x) for x in anchor),
        statement_span=_span(similarity, best),
        anchor_span=_span(closeness, best),
    )


def _span(values: NDArray[np.float64], best: Sequence[int]) -> tuple[float, float]:
    background = float(np.median(values))
    return background, max(float(values[best].mean()), background + _MIN_SPAN)


def _bm25(query: Sequence[str], documents: Sequence[Sequence[str]]) -> NDArray[np.float64]:
    """Return BM25 scores (Robertson & Zaragoza 2009; k1 = 1.2, b = 0.75) with frequencies of these documents alone."""
    counts = [Counter(document) for document in documents]
    mean_length = sum(len(document) for document in documents) / len(documents) or 1.0
    scores = np.zeros(len(documents))
    for term in dict.fromkeys(query):
        n = sum(term in count for count in counts)
        idf = math.log(1 + (len(documents) - n + 0.5) / (n + 0.5))
        for i, count in enumerate(counts):
            if frequency := count[term]:
                length = len(documents[i]) / mean_length
                scores[i] += idf * frequency * 2.2 / (frequency + 1.2 * (0.25 + 0.75 * length))
    return scores


def judge_relevance(context: RelevanceContext, candidates: Sequence[Candidate]) -> list[Judgement]:
    """Return one judgement per candidate: a logistic score of its text, its links to relevant works and its citations.

    Linear in the places of two similarities and in ln(1 + n) of relevant works linked by citation, of those co-cited
    (Small 1973), and of the citations a year. Bibliographic coupling is reported, but did not improve the score.
    """
    return [_judge(context, candidate) for candidate in candidates]


def _judge(context: RelevanceContext, candidate: Candidate) -> Judgement:
    vector = np.asarray(candidate.vector, dtype=np.float64)
    statement = _place(vector, context.statement_vector, context.statement_span)
    anchor = _place(vector, context.anchor_vector, context.anchor_span)
    log_rate = log_citation_rate(candidate.work.year, candidate.work.cited_by_count, context.plan.as_of)
    log_odds = (
        _INTERCEPT
        + _STATEMENT * statement
        + _ANCHOR * anchor
        + _LINKS * math.log1p(candidate.links)
        + _COCITED * math.log1p(candidate.cocited_with)
        + _CITATION_RATE * log_rate
        + _PROMISE * max(-_FULL_PROMISE, min(_FULL_PROMISE, candidate.promise))
    )
    return Judgement(
        work_id=candidate.work.work_id,
        score=round(1 / (1 + math.exp(-log_odds)), 4),
        reason=_reason(anchor, candidate),
        features={
            "statement": round(statement, 4),
            "anchor": round(anchor, 4),
            "log_citation_rate": round(log_rate, 4),
            "promise": round(candidate.promise, 4),
            "links": candidate.links,
            "cocited_with": candidate.cocited_with,
            "coupled_with": candidate.coupled_with,
        },
    )


def _place(vector: NDArray[np.float64], reference: Sequence[float], span: tuple[float, float]) -> float:
    """Return a similarity on a scale where 0 is the background and 1 the best hits; bounded to [-2, 2]."""
    if not len(vector) or not len(reference):
        return 0.0
    similarity = float(vector @ np.asarray(reference, dtype=np.float64))
    return max(-2.0, min(2.0, (similarity - span[0]) / (span[1] - span[0])))


def log_citation_rate(year: int | None, cited_by_count: int, as_of: int) -> float:
    """Return ln(1 + citations a year), the rate bounded to [0, 10]; at least that of a typical 1 for recent works.

    Recent works are those of the two years up to `as_of`; works without a year get the typical rate.
    """
    if year is None:
        return _TYPICAL_LOG_RATE
    age = max(1, as_of - year + 1)
    log_rate = math.log1p(min(cited_by_count / age, _FULL_CITATION_RATE))
    return max(log_rate, _TYPICAL_LOG_RATE) if age <= _RECENT_YEARS else log_rate


def _reason(anchor: float, candidate: Candidate) -> str:
    subject = "close to" if anchor >= 0.5 else "near" if anchor >= 0 else "far from"  # noqa: PLR2004 - words for a scale
    together, shared = candidate.cocited_with, candidate.coupled_with
    structure = (
        f"; cited together with {together} relevant works, shares references with {shared}"
        if together or shared
        else ""
    )
    text = "Title and abstract are" if candidate.work.abstract else "The title (there is no abstract) is"
    return f"{text} {subject} the best hits for the topic{structure}."
