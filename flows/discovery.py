"""Discovery: keyword, citation, expert and book search in parallel, then the screening of everything found."""

from __future__ import annotations

from dataclasses import replace

from prefect import flow

from flows.context.context import ReviewContext
from flows.context.searches import search_indexes
from flows.eligibility import settle_eligibility
from flows.importing import join_imports, screen_imports
from flows.screening import screen_stage, weigh
from flows.snowballing import measure
from storage.core.errors import NothingFound, StoppedShort
from storage.records.search import Formulation, Plan, SearchOutcome
from storage.runs.reviews import add_problem, count_works, read_plan
from storage.screening.facets import state_facets
from storage.screening.human import read_answers
from storage.searching.snowballing import close_stage, finished_stages
from storage.searching.works import add_search, run_query_ids
from tasks.catalogues.several import list_members
from tasks.discovery import formulate, plan_open_library, plan_strategies, run_search, search_open_library
from tasks.human.plan import revise_queries
from tasks.services.open_library import OpenLibrary
from tasks.text.topics import list_alternatives, list_facets, read_topic

_LEAST_HITS = 25
# The best tell which words the field uses, the rest which any work of the search uses.
_VOCABULARY = 100


@flow(name="discovery", flow_run_name="discovery", validate_parameters=False)
def discovery(review: ReviewContext) -> None:
    """Run every search not yet run, drop repeats and ineligible works, and screen the rest as stage 0.

    Raises:
        NothingFound: no search returned a work.
        StoppedShort: works were found, but none is relevant.
    """
    if not finished_stages(review.ledger):
        first_stage(review)
    else:
        screen_imports(review)
    counts = count_works(review.ledger)
    if not counts["relevant"]:
        raise StoppedShort(
            f"none of the {counts['screened']} works screened is relevant to '{review.plan.topic}'; word the topic as "
            f"the field's titles would, or widen years, types and languages"
        )


def first_stage(review: ReviewContext) -> None:
    """State the facets of the topic, search, screen everything found, and close stage 0."""
    phrase = read_topic(review.plan.topic).phrase
    shares = {*list_alternatives(phrase), *review.plan.focus_areas}
    facets = (*list_facets(phrase), *review.plan.focus_areas)
    state_facets(review.ledger, {facet: facet in shares for facet in facets})
    search(review)
    settle_eligibility(review, 0)
    review.publish()
    screen_stage(review, 0)
    totals = close_stage(review.ledger, 0, measure(review, "relevant"), weigh(review, 0)).row(0, named=True)
    review.recall()
    review.publish()
    review.progress.say("discovery", f"{totals['relevant']} of {totals['candidates']} works screened are relevant")


def search(review: ReviewContext) -> None:
    """Run every formulation whose outcome the ledger does not have yet, and commit the outcome."""
    lead, _ = list_members(review.catalogue)
    done = run_query_ids(review.ledger)
    stated = formulate_all(review, read_plan(review.ledger) or review.plan)
    queries = revise_queries(stated, review.plan, read_answers(review.ledger, "plan"))
    pending = [query for query in queries if query.query_id(lead.name) not in done]
    calls = [(f"{query.strategy}: {query.framing}", (query, lead)) for query in pending]
    for (query, _), outcomes in review.search(run_search, calls):
        with review.ledger.transaction():
            for outcome in outcomes:
                add_search(review.ledger, outcome, lead.name)
            if all(outcome.formulation != query for outcome in outcomes):
                # A strategy that reworded its query is still marked as done under the wording it was given.
                add_search(review.ledger, replace(outcomes[0], formulation=query, hits=()), lead.name)
        found = sum(len(outcome.hits) for outcome in outcomes)
        review.progress.say("discovery", f"{query.strategy} search, {query.framing}: {found} works")
        if query.strategy == "seed":
            _report_missing(review, outcomes)
    search_indexes(review, queries)
    join_imports(review)
    if review.open_library and review.plan.include_books:
        _search_open_library(review, review.open_library, done)
    if not count_works(review.ledger)["identified"]:
        raise NothingFound(
            f"no work in {review.catalogue.name} matches '{review.plan.topic}'; try other words, a wider range of "
            "years, or another --catalogue"
        )


def _report_missing(review: ReviewContext, outcomes: list[SearchOutcome]) -> None:
    """Record each work the user named that the catalogue does not know."""
    found = {hit.work.doi for outcome in outcomes for hit in outcome.hits}
    for doi in review.plan.seeds:
        if doi not in found:
            message = f"{review.catalogue.name} has no work with the DOI {doi}"
            add_problem(review.ledger, "discovery", "named work not found", message)
            review.progress.say("discovery", message)


def _search_open_library(review: ReviewContext, open_library: OpenLibrary, done: set[str]) -> None:
    """Commit what Open Library finds; no answer is recorded as a problem, and the query is asked again on resuming."""
    query = plan_open_library(read_topic(review.plan.topic).phrase)
    if query.query_id(open_library.name) in done:
        return
    outcome = review.driver.run(search_open_library, f"{query.strategy}: {query.framing}", query, open_library)
    if isinstance(outcome, str):
        add_problem(review.ledger, "discovery", "open library unreachable", outcome)
        review.progress.say("discovery", outcome)
        return
    with review.ledger.transaction():
        add_search(review.ledger, outcome, open_library.name)
    review.progress.say("discovery", f"{query.strategy} search, {query.framing}: {len(outcome.hits)} works")


def formulate_all(review: ReviewContext, plan: Plan) -> list[Formulation]:
    """Return every query of a plan: those the analyst formulates, and those of strategies that need no formulation."""
    topic = read_topic(plan.topic).phrase
    most = max(_LEAST_HITS, review.tier.works // 2)
    bare = Formulation(strategy="keyword", framing="vocabulary", text=topic, limit=_VOCABULARY)
    outcome = review.ask_catalogue(run_search, "vocabulary of the topic", bare, review.catalogue)[0]
    vocabulary = [hit.work for hit in outcome.hits]
    worded = review.ask_analyst(formulate, "word the queries", review.analyst, plan, vocabulary)
    return [replace(query, limit=most) for query in (*worded, *plan_strategies(plan, topic))]
