"""Searching further where citations lead nowhere: the topic's query deeper, and queries with the included works' words.

Objective selection of terms (Hausner et al. 2016, doi:10.1016/j.jclinepi.2015.11.021): words that works judged relevant
have and works judged irrelevant have not. A query is worth going on with while one in fifty of the works it was the
first to find is included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storage.records.search import Formulation, Plan, QueryYield, Work
from tasks.analysts.extractive.objective_terms import select_terms, text_of
from tasks.analysts.extractive.queries import narrow
from tasks.text.topics import list_facets, read_topic
from tasks.text.words import split_terms

FEW = 25
"""Of fewer works that a stage's citations bring it is said that they lead nowhere."""

_TOPIC, _TERMS = "topic", "terms of the included works"
_LEAST_YIELD = 1 / 50
_DEEPER, _DEEPEST = 4, 800
_TERM_HITS = 100
_MOST_TERMS = 5


def word_further(
    plan: Plan, ran: Sequence[QueryYield], included: Sequence[Work], excluded: Sequence[Work]
) -> list[Formulation]:
    """Return the queries to go on with after those that `ran`; none where the last ones brought too little.

    The topic is asked for four times as many works as before, up to 800. Of terms, five at most are asked for together
    with the part of the topic that most included works speak of.
    """
    phrase = read_topic(plan.topic).phrase
    return [*_deepen(plan, phrase, ran), *_reword(plan, phrase, ran, included, excluded)]


def _deepen(plan: Plan, phrase: str, ran: Sequence[QueryYield]) -> list[Formulation]:
    own = [one for one in ran if one.framing.split(",")[0] == _TOPIC]
    if not own:
        return []  # a person dropped it from the plan
    last = max(own, key=lambda one: one.retrieved)
    if last.retrieved >= min(last.hits, _DEEPEST) or not _pays([last]):
        return []
    limit = min(_DEEPEST, max(FEW, last.retrieved) * _DEEPER)
    return [replace(narrow(plan, f"{_TOPIC}, the first {limit}", phrase), limit=limit)]


def _reword(
    plan: Plan, phrase: str, ran: Sequence[QueryYield], included: Sequence[Work], excluded: Sequence[Work]
) -> list[Formulation]:
    own = [one for one in ran if one.framing.startswith(_TERMS)]
    latest = max((one.stage for one in own), default=0)
    if own and not _pays([one for one in own if one.stage == latest]):
        return []
    known = [set(split_terms(text_of(work))) for work in included]
    facets = list_facets(phrase) or [phrase]
    core = max(facets, key=lambda facet: sum(set(split_terms(facet)) <= words for words in known))
    asked = {frozenset(split_terms(one.text)) for one in ran}
    told = []
    for term in select_terms(phrase, included, excluded, _MOST_TERMS + len(own)):
        query = narrow(plan, f"{_TERMS}: {term}", f"{core} {term}")
        if frozenset(split_terms(query.text)) not in asked:
            told.append(replace(query, limit=_TERM_HITS))
    return told[:_MOST_TERMS]


def _pays(queries: Sequence[QueryYield]) -> bool:
    found = sum(one.found for one in queries)
    return sum(one.included for one in queries) >= _LEAST_YIELD * found and found > 0
