"""Formulating searches without a language model: from the topic's own words and those its best hits share."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice

from storage.records.search import Formulation, Plan, Work
from tasks.analysts.extractive.objective_terms import find_variants, select_terms, text_of
from tasks.text.topics import list_facets, read_topic
from tasks.text.words import split_terms

_BEST = 20
_MOST_TERMS, _MOST_PAIRS, _MOST_NAMES = 6, 3, 3
_HISTORICAL_AGE = 10
_RECENT_AGE = 2
_MIN_CITATIONS = 10
_OPEN_TYPES = ("article", "review", "book", "book-chapter")
_GREY_TYPES = ("preprint", "report", "dissertation")

_Worded = tuple[str, str, int | None, int | None]


def formulate_queries(plan: Plan, vocabulary: Sequence[Work]) -> list[Formulation]:
    """Return the keyword formulations of a plan: the topic, its facets, their other names, its strata, and questions.

    `vocabulary` are the hits for the bare topic, best first: other names of the topic's facets are read from them, and
    the terms that set the best of them apart from the rest.
    """
    phrase = read_topic(plan.topic).phrase
    worded: list[_Worded] = [("topic", phrase, None, None)]
    worded += [(framing, text, None, None) for framing, text in _vary(phrase, vocabulary)]
    if plan.as_of:  # else no work of the catalogue states a year
        worded += [
            ("stratum: last 2 years", phrase, plan.as_of - _RECENT_AGE + 1, None),
            ("stratum: 10 years and older", phrase, None, plan.as_of - _HISTORICAL_AGE),
        ]
    worded += [("research question", question, None, None) for question in plan.questions]
    worded += [("focus area", f"{phrase} {area}", None, None) for area in plan.focus_areas]
    return [narrow(plan, *each, cited=True) for each in worded]


def narrow(
    plan: Plan,
    framing: str,
    text: str,
    from_year: int | None = None,
    to_year: int | None = None,
    *,
    cited: bool = False,
) -> Formulation:
    """Return a keyword query narrowed as the plan has it, to these years and, if so asked, to what is cited.

    Of works that are `cited` more than ten times, and of recent ones, few are taken of many; a query that goes deep
    passes over none. Where no work states a year, none can be told to be recent, and all are asked for.
    """
    return Formulation(
        strategy="keyword",
        framing=framing,
        text=" ".join(text.split()),
        from_year=_latest(plan.from_year, from_year),
        to_year=_earliest(plan.to_year, to_year),
        types=_OPEN_TYPES + (_GREY_TYPES if plan.grey else ()),
        languages=plan.languages,
        cited_by_over=_MIN_CITATIONS if cited and plan.as_of else None,
        cited_by_exempt_from=plan.as_of - _RECENT_AGE + 1 if cited and plan.as_of else None,
    )


def _vary(phrase: str, vocabulary: Sequence[Work]) -> list[tuple[str, str]]:
    """Return framings of a topic other than its own words, each with its text; none that has the same terms twice."""
    facets = list_facets(phrase)
    core = " ".join(facets)
    best, others = vocabulary[:_BEST], vocabulary[_BEST:]
    renamed = _rename(facets, vocabulary)
    terms = select_terms(phrase, best, others, _MOST_TERMS)
    held = sorted(facets, key=lambda facet: -_count_holding(facet, best))
    varied = [("core terms", core)]
    varied += [(f"other names: {', '.join(names)}", text) for names, text in renamed]
    if terms:
        varied.append(("terms of the best hits", f"{held[0] if held else core} {' '.join(terms)}"))
    if len(facets) > 2:  # noqa: PLR2004 -- two facets are the topic itself
        varied += [
            (f"facets: {' and '.join(pair)}", " ".join(pair)) for pair in islice(combinations(held, 2), _MOST_PAIRS)
        ]
    seen = {frozenset(split_terms(phrase))}
    told: list[tuple[str, str]] = []
    for framing, text in varied:
        if (words := frozenset(split_terms(text))) and words not in seen:
            seen.add(words)
            told.append((framing, text))
    return told


def _rename(facets: Sequence[str], works: Sequence[Work]) -> list[tuple[list[str], str]]:
    """Return (names used, text) of a topic with other names of its facets: first each facet's first, and so on."""
    names = {facet: found[:_MOST_NAMES] for facet in facets if (found := find_variants(facet, works))}
    told = []
    for place in range(max(map(len, names.values()), default=0)):
        used = {facet: found[place] for facet, found in names.items() if place < len(found)}
        told.append((list(used.values()), " ".join(used.get(facet, facet) for facet in facets)))
    return told


def _count_holding(facet: str, works: Sequence[Work]) -> int:
    words = set(split_terms(facet))
    return sum(words <= set(split_terms(text_of(work))) for work in works)


def _latest(*years: int | None) -> int | None:
    return max((year for year in years if year is not None), default=None)


def _earliest(*years: int | None) -> int | None:
    return min((year for year in years if year is not None), default=None)
