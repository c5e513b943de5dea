"""What the corpus says to a question: the sentences that speak of it, ranked, or that there are none."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tasks.analysts.extractive.discourse_cues import is_procedural
from tasks.answering.coverage import (
    Term,
    Vectors,
    find_compounds,
    is_about_another,
    measure_coverage,
    read_stems,
    read_terms,
    weigh_terms,
)
from tasks.answering.kinds import answers_in_kind
from tasks.answering.statements import UNREAD, Statement
from tasks.screening.cold_start import score_words

Embed = Callable[[Sequence[str]], list[tuple[float, ...]]]

# Chosen on 20 questions to the demo review, 5 of which it cannot answer; docs/asking-questions.md has what they give on
# others.
LEAST_COVERED = 0.6
"""Share of a question, by weight, that a sentence must speak of to answer it."""
_CANDIDATES_BY_WORDS, _WORKS_BY_MEANING = 25, 4
_MOST, _MOST_OF_WORK = 6, 2
_AS_GOOD = 0.25  # what is further behind the best sentence is left out
_PREFERENCE = {"finding": 0.1, UNREAD: 0.0, "background": 0.0}
_OTHERWISE = -0.3  # aims, methods, limitations, future work: they name what was asked and do not answer it


@dataclass(frozen=True, slots=True)
class Support:
    """A sentence that speaks of what was asked, and how much of it."""

    said: Statement
    covered: float


@dataclass(frozen=True, slots=True)
class Reply:
    """What the corpus says to a question, best first; without support it does not say.

    `unspoken` are the words of the question that no work has; `nearest` is the most that a sentence covered.
    """

    question: str
    support: tuple[Support, ...]
    unspoken: tuple[str, ...]
    nearest: float
    works: int


def find_reply(
    question: str, statements: Sequence[Statement], vectors: Mapping[str, Sequence[float]], embed: Embed
) -> Reply:
    """Return what statements say to a question; `vectors` are those of works, by work id, where they are known.

    The candidates are the best by BM25 and those of the works nearest in meaning; they are ranked by the cosine of
    their vectors to the question's and by how much of it they cover, and what covers too little is no answer.
    """
    terms = read_terms(question)
    works = _read_subjects(statements)
    spoken = frozenset().union(*works.values(), *(read_stems(said.quote.text) for _, said in statements))
    unspoken = tuple(term.word for term in terms if not term.stems <= spoken)
    if not terms or not statements:
        return Reply(question, (), unspoken, 0.0, len(works))
    asked = np.asarray(embed([question, *(term.without for term in terms)]), dtype=np.float64)
    weights = weigh_terms(terms, list(works.values()), asked[0], asked[1:])
    chosen = _choose(terms, statements, vectors, asked[0])
    near = np.asarray(embed([said.quote.text for _, said in chosen]), dtype=np.float64)
    named: dict[str, str] = {}
    for read, said in statements:
        named[read.citekey] = f"{named.get(read.citekey, read.work.title)} {said.quote.text}".lower()
    compounds = find_compounds(terms, question, list(named.values()))
    kept_works = {key for key, stems in works.items() if not is_about_another(terms, weights, compounds, stems)}
    chosen, near = _keep(chosen, near, kept_works)
    ranked = _rank(question, terms, weights, chosen, works, asked, near)
    support = [one for one, _ in ranked if one.covered >= LEAST_COVERED]
    best = max((score for one, score in ranked if one.covered >= LEAST_COVERED), default=0.0)
    kept = [one for one, score in ranked if one in support and score >= best - _AS_GOOD]
    nearest = max((one.covered for one, _ in ranked), default=0.0)
    return Reply(question, tuple(_spread(kept)), unspoken, nearest, len(works))


def _read_subjects(statements: Sequence[Statement]) -> dict[str, frozenset[str]]:
    """Return by citekey the stems of what tells what a work is about: title, abstract and summary.

    Those of a whole full text would say little: somewhere it has nearly every word of its field.
    """
    subjects = {read.citekey: read_stems(f"{read.work.title} {read.summary.short}") for read, _ in statements}
    for read, said in statements:
        if said.quote.page == 0:
            subjects[read.citekey] |= read_stems(said.quote.text)
    return subjects


def _choose(
    terms: Sequence[Term], statements: Sequence[Statement], vectors: Mapping[str, Sequence[float]], asked: Vectors
) -> list[Statement]:
    texts = [f"{said.text} {said.quote.text} {read.work.title}" for read, said in statements]
    words = score_words(texts, [" ".join(term.word for term in terms)])[0]
    best = [int(place) for place in np.argsort(-words, kind="stable")[:_CANDIDATES_BY_WORDS] if words[place] > 0]
    nearness = {
        work_id: float(np.dot(np.asarray(vector, dtype=np.float64), asked)) for work_id, vector in vectors.items()
    }
    nearest = set(sorted(nearness, key=lambda work_id: (-nearness[work_id], work_id))[:_WORKS_BY_MEANING])
    of_nearest = [
        place
        for place, (read, said) in enumerate(statements)
        if read.work.work_id in nearest and (said.kind != UNREAD or said.quote.page == 0)
    ]
    return [statements[place] for place in dict.fromkeys([*best, *of_nearest])]


def _rank(  # noqa: PLR0917 - the parts of one comparison
    question: str,
    terms: Sequence[Term],
    weights: Sequence[float],
    chosen: Sequence[Statement],
    works: Mapping[str, frozenset[str]],
    asked: Vectors,
    near: Vectors,
) -> list[tuple[Support, float]]:
    """Return the candidates with their scores, best first."""
    ranked = []
    changes = np.clip(1 - asked[1:] @ asked[0], 1e-9, None)
    for said, vector in zip(chosen, near, strict=True):
        read, finding = said
        if not answers_in_kind(question, finding.quote.text):
            continue
        cosine = float(vector @ asked[0])
        gains = (cosine - asked[1:] @ vector) / changes
        own = read_stems(f"{finding.quote.text} {finding.text}")
        covered = measure_coverage(terms, weights, own, works[read.citekey], gains.tolist())
        kind = _OTHERWISE if is_procedural(finding.quote.text) else _PREFERENCE.get(finding.kind, _OTHERWISE)
        ranked.append((Support(said, covered), covered + cosine + kind))
    return sorted(ranked, key=lambda pair: -pair[1])


def _keep(chosen: Sequence[Statement], near: Vectors, citekeys: Collection[str]) -> tuple[list[Statement], Vectors]:
    places = [place for place, (read, _) in enumerate(chosen) if read.citekey in citekeys]
    return [chosen[place] for place in places], near[places]


def _spread(support: Sequence[Support]) -> list[Support]:
    """Return the first of them, at most two of one work."""
    kept: list[Support] = []
    for one in support:
        key = one.said[0].citekey
        if len(kept) < _MOST and sum(other.said[0].citekey == key for other in kept) < _MOST_OF_WORK:
            kept.append(one)
    return kept
