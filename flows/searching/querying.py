"""Queries: worded from the plan, run against the catalogue and what is searched beside it, and committed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flows.context.context import ReviewContext
from flows.context.searches import search_indexes
from storage.records.search import Formulation, Plan, SearchOutcome
from storage.runs.reviews import add_problem, read_plan
from storage.screening.human import read_answers
from storage.searching.works import add_search, run_query_ids
from tasks.catalogues.several import list_members
from tasks.discovery import formulate, plan_open_library, plan_strategies, run_search, search_open_library
from tasks.human.plan import revise_queries
from tasks.text.topics import read_topic

_LEAST_HITS = 25
# The best tell which words the field uses, the rest which any work of the search uses.
_VOCABULARY = 100


def word_queries(review: ReviewContext, phrases: Sequence[str] = ()) -> list[Formulation]:
    """Return every query of the plan as it stands, with what people changed of them.

    The strategies that need no wording look for the topic and, besides, for each of these phrases.
    """
    plan = read_plan(review.ledger) or review.plan
    stated = formulate_all(review, plan)
    besides = (query for phrase in phrases for query in plan_strategies(replace(plan, seeds=()), phrase))
    stated += [replace(query, limit=stated[0].limit) for query in besides]
    return revise_queries(stated, review.plan, read_answers(review.ledger, "plan"))


def formulate_all(review: ReviewContext, plan: Plan) -> list[Formulation]:
    """Return every query of a plan: those the analyst formulates, and those of strategies that need no formulation."""
    topic = read_topic(plan.topic).phrase
    most = max(_LEAST_HITS, review.tier.works // 2)
    bare = Formulation(strategy="keyword", framing="vocabulary", text=topic, limit=_VOCABULARY)
    outcome = review.ask_catalogue(run_search, "vocabulary of the topic", bare, review.catalogue)[0]
    vocabulary = [hit.work for hit in outcome.hits]
    worded = review.ask_analyst(formulate, "word the queries", review.analyst, plan, vocabulary)
    return [replace(query, limit=most) for query in (*worded, *plan_strategies(plan, topic))]


def run_queries(review: ReviewContext, queries: Sequence[Formulation], stage: int) -> None:
    """Run the queries whose outcome the ledger does not have yet, and commit the outcome of each."""
    lead, _ = list_members(review.catalogue)
    done = run_query_ids(review.ledger)
    pending = [query for query in queries if query.query_id(lead.name) not in done]
    calls = [(f"{query.strategy}: {query.framing}", (query, lead)) for query in pending]
    for (query, _), outcomes in review.search(run_search, calls):
        with review.ledger.transaction():
            for outcome in outcomes:
                add_search(review.ledger, outcome, lead.name, stage)
            if all(outcome.formulation != query for outcome in outcomes):
                # A strategy that reworded its query is still marked as done under the wording it was given.
                add_search(review.ledger, replace(outcomes[0], formulation=query, hits=()), lead.name, stage)
        found = sum(len(outcome.hits) for outcome in outcomes)
        review.progress.say("discovery", f"{query.strategy} search, {query.framing}: {found} works")
        if query.strategy == "seed":
            _report_missing(review, outcomes)
    search_indexes(review, queries, stage)


def _report_missing(review: ReviewContext, outcomes: list[SearchOutcome]) -> None:
    """Record each work the user named that the catalogue does not know."""
    found = {hit.work.doi for outcome in outcomes for hit in outcome.hits}
    for doi in review.plan.seeds:
        if doi not in found:
            message = f"{review.catalogue.name} has no work with the DOI {doi}"
            add_problem(review.ledger, "discovery", "named work not found", message)
            review.progress.say("discovery", message)


def search_books(review: ReviewContext, phrase: str, stage: int) -> None:
    """Commit what Open Library finds, where it is asked and books are wanted.

    No answer is recorded as a problem, and the query is asked again on resuming.
    """
    open_library = review.open_library
    if not open_library or not review.plan.include_books:
        return
    query = plan_open_library(phrase)
    if query.query_id(open_library.name) in run_query_ids(review.ledger):
        return
    outcome = review.driver.run(search_open_library, f"{query.strategy}: {query.framing}", query, open_library)
    if isinstance(outcome, str):
        add_problem(review.ledger, "discovery", "open library unreachable", outcome)
        review.progress.say("discovery", outcome)
        return
    with review.ledger.transaction():
        add_search(review.ledger, outcome, open_library.name, stage)
    review.progress.say("discovery", f"{query.strategy} search, {query.framing}: {len(outcome.hits)} works")
