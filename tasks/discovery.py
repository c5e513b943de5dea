"""Discovery: each search strategy as a function of a catalogue, and its Prefect task."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.records.search import Expert, Formulation, Hit, Plan, SearchOutcome, Work
from tasks.analysts.protocol import Analyst
from tasks.catalogues.protocol import Catalogue, Index
from tasks.catalogues.several import search_beside
from tasks.language_models.dialogue import Asked
from tasks.services.open_library import OpenLibrary

_BEST_HITS = 10
_MOST_EXPERTS = 8
_TOPICS = 3
_BOOK_FRAMES = ("handbook", "introduction", "companion", "foundations theory")
_BOOK_TYPES = ("book", "book-chapter")


def search_keyword(formulation: Formulation, catalogue: Catalogue) -> list[SearchOutcome]:
    """Return what one keyword formulation finds."""
    return [catalogue.search(formulation)]


def search_citations(formulation: Formulation, catalogue: Catalogue) -> list[SearchOutcome]:
    """Return the neighbours of the ten best hits: works they cite, works citing them, and co-cited must-reads.

    Neighbours are ranked by links to the best hits damped by fame, links / sqrt(citations), at most the formulation's
    limit; a work cited by three or more of the works that cite the best hits (co-citation, Small 1973) counts as a
    link for each of them.
    """
    best = [hit.work for hit in catalogue.search(replace(formulation, limit=_BEST_HITS)).hits]
    if not best:
        return [SearchOutcome(formulation, _address(catalogue, formulation), 0, ())]
    best_ids = {work.work_id for work in best}
    citing = [work for work in catalogue.citing_works(sorted(best_ids)) if work.work_id not in best_ids]
    links: Counter[str] = Counter()
    via: dict[str, str] = {}
    for work in best:
        for cited in work.references:
            links[cited] += 1
            via.setdefault(cited, work.work_id)
    cocited = Counter(cited for work in citing for cited in work.references)
    for cited, times in cocited.items():
        if times >= 3 and cited not in best_ids:  # noqa: PLR2004 - the must-read rule of the docstring
            links[cited] += times
    for work in citing:
        found = sorted(best_ids.intersection(work.references))
        links[work.work_id] += len(found)
        via.setdefault(work.work_id, found[0])
    known = {work.work_id: work for work in citing}
    hydrated = catalogue.works_by_id(sorted(set(links) - best_ids - set(known)))
    neighbours = [work for work in (*known.values(), *hydrated) if work.work_id not in best_ids]
    ranked = sorted(
        neighbours,
        key=lambda work: (-links[work.work_id] / math.sqrt(max(work.cited_by_count, 1)), work.work_id),
    )
    hits = tuple(
        Hit(work, rank, via.get(work.work_id)) for rank, work in enumerate(ranked[: formulation.limit], start=1)
    )
    return [SearchOutcome(formulation, _address(catalogue, formulation), len(ranked), hits, api_calls=3)]


def search_experts(formulation: Formulation, catalogue: Catalogue) -> list[SearchOutcome]:
    """Return the top works of the authors with most weight in the formulation's topics, one outcome per author."""
    experts = _find_experts(formulation.text, catalogue)
    outcomes = []
    for expert in experts:
        works = catalogue.works_of_author(expert.author_id, _BEST_HITS)
        place = f", {expert.affiliation}" if expert.affiliation else ""
        asked = replace(
            formulation,
            framing=f"expert {expert.name}{place}: {expert.works} works in topic, {expert.citations} citations, "
            f"h-index {expert.h_index}, last {expert.last_year or 'unknown'}",
            text=expert.author_id,
            limit=_BEST_HITS,
        )
        outcomes.append(_list_outcome(catalogue, asked, works))
    return outcomes or [SearchOutcome(formulation, _address(catalogue, formulation), 0, ())]


def _find_experts(text: str, catalogue: Catalogue) -> list[Expert]:
    found: dict[str, Expert] = {}
    for topic in catalogue.topics(text, _TOPICS):
        for expert in catalogue.authors_of_topic(topic.topic_id, text, _MOST_EXPERTS):
            found.setdefault(expert.author_id, expert)
    ranked = sorted(found.values(), key=lambda e: (-e.h_index, -e.citations, e.author_id))
    return ranked[:_MOST_EXPERTS]


def search_books(formulation: Formulation, catalogue: Catalogue) -> list[SearchOutcome]:
    """Return handbooks, introductions and companions of the topic, books by its experts, and foundational texts."""
    outcomes = [
        catalogue.search(
            replace(formulation, framing=f"{frame} of the field", text=f"{frame} {formulation.text}", types=_BOOK_TYPES)
        )
        for frame in _BOOK_FRAMES
    ]
    for expert in _find_experts(formulation.text, catalogue)[:3]:
        books = [
            work for work in catalogue.works_of_author(expert.author_id, _BEST_HITS * 5) if work.type in _BOOK_TYPES
        ]
        asked = replace(
            formulation, framing=f"books by {expert.name}", text=expert.author_id, types=_BOOK_TYPES, limit=_BEST_HITS
        )
        outcomes.append(_list_outcome(catalogue, asked, books[:_BEST_HITS]))
    return outcomes


def fetch_named_works(formulation: Formulation, catalogue: Catalogue) -> list[SearchOutcome]:
    """Return the works the user named by DOI (the formulation's text, space-separated)."""
    works = catalogue.works_by_doi(formulation.text.split())
    return [_list_outcome(catalogue, formulation, works)]


def _list_outcome(catalogue: Catalogue, formulation: Formulation, works: Sequence[Work]) -> SearchOutcome:
    hits = tuple(Hit(work, rank) for rank, work in enumerate(works, start=1))
    return SearchOutcome(formulation, _address(catalogue, formulation), len(hits), hits)


def _address(catalogue: Catalogue, formulation: Formulation) -> str:
    return f"{catalogue.name}: {formulation.strategy} {formulation.text}"


_STRATEGIES = {
    "keyword": search_keyword,
    "citation": search_citations,
    "expert": search_experts,
    "book": search_books,
    "seed": fetch_named_works,
    "expansion": search_keyword,
}


@task(tags=["catalogue"], retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def run_search(formulation: Formulation, catalogue: Catalogue) -> list[SearchOutcome]:
    """Return what a formulation finds by its strategy."""
    return _STRATEGIES[formulation.strategy](formulation, catalogue)


@task(tags=["catalogue"], retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def run_search_beside(formulation: Formulation, index: Index, lead: Catalogue) -> SearchOutcome:
    """Return what an index beside the catalogue finds by words, with the catalogue's records where it has them."""
    return search_beside(formulation, index, lead)


def plan_strategies(plan: Plan, topic: str) -> list[Formulation]:
    """Return the formulations of the strategies that need no wording: citation, expert, book and named works."""
    bare = Formulation(
        strategy="citation",
        framing="references and citing works of the best hits",
        text=topic,
        from_year=plan.from_year,
        to_year=plan.to_year,
        languages=plan.languages,
    )
    plans = [bare, replace(bare, strategy="expert", framing="authors of the topic")]
    if plan.include_books:
        plans.append(replace(bare, strategy="book", framing="books of the field", limit=20))
    if plan.seeds:
        plans.append(Formulation(strategy="seed", framing="works the user named", text=" ".join(plan.seeds)))
    return plans


def plan_open_library(topic: str) -> Formulation:
    """Return the formulation asked of Open Library; it has no filters, since the eligibility rules apply the plan's."""
    return Formulation(strategy="book", framing="Open Library: books of the field", text=topic, limit=20)


@task(cache_policy=NO_CACHE, persist_result=False)
def search_open_library(formulation: Formulation, open_library: OpenLibrary) -> SearchOutcome | str:
    """Return what Open Library finds, or in one sentence why there is no answer; the client does its own retries."""
    return open_library.search_books(formulation)


@task(retries=2, cache_policy=NO_CACHE, persist_result=False)
def formulate(analyst: Analyst, plan: Plan, vocabulary: Sequence[Work]) -> Asked[list[Formulation]]:
    """Return the analyst's keyword formulations."""
    return analyst.formulate_queries(plan, vocabulary)
