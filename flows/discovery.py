"""Discovery: keyword, citation, expert and book search in parallel, then the screening of everything found."""

from __future__ import annotations

from dataclasses import replace

from prefect import flow

from flows.context.context import Workbench
from flows.screening import screen_stage, weigh
from flows.snowballing import measure
from storage.core.errors import NothingFound, StoppedShort
from storage.records.search import Formulation, Plan, SearchOutcome
from storage.runs.reviews import add_problem, count_works, read_plan
from storage.screening.human import read_answers
from storage.screening.screening import exclude_ineligible, exclude_repeats
from storage.searching.snowballing import close_stage, finished_stages
from storage.searching.works import add_search, run_query_ids
from tasks.analysts.extractive.queries import strip_review_words
from tasks.discovery import formulate, plan_open_library, plan_strategies, run_search, search_open_library
from tasks.human.plan import revise_queries
from tasks.services.open_library import OpenLibrary

_LEAST_HITS = 25


@flow(name="discovery", flow_run_name="discovery", validate_parameters=False)
def discovery(bench: Workbench) -> None:
    """Run every search not yet run, drop repeats and ineligible works, and screen the rest as stage 0.

    Raises:
        NothingFound: no search returned a work.
        StoppedShort: works were found, but none is relevant.
    """
    if not finished_stages(bench.ledger):
        first_stage(bench)
    counts = count_works(bench.ledger)
    if not counts["relevant"]:
        raise StoppedShort(
            f"none of the {counts['screened']} works screened is relevant to '{bench.plan.topic}'; word the topic as "
            f"the field's titles would, or widen years, types and languages"
        )


def first_stage(bench: Workbench) -> None:
    """Search, screen everything found, and close stage 0."""
    search(bench)
    exclude_repeats(bench.ledger, stage=0)
    exclude_ineligible(bench.ledger, stage=0, grey=bench.plan.grey)
    bench.publish()
    screen_stage(bench, 0)
    totals = close_stage(bench.ledger, 0, measure(bench, "relevant"), weigh(bench, 0)).row(0, named=True)
    bench.recall()
    bench.publish()
    bench.progress.say("discovery", f"{totals['relevant']} of {totals['candidates']} works screened are relevant")


def search(bench: Workbench) -> None:
    """Commit the outcome of every formulation that the ledger does not have yet."""
    done = run_query_ids(bench.ledger)
    stated = formulate_all(bench, read_plan(bench.ledger) or bench.plan)
    queries = revise_queries(stated, bench.plan, read_answers(bench.ledger, "plan"))
    pending = [query for query in queries if query.query_id(bench.catalogue.name) not in done]
    calls = [(f"{query.strategy}: {query.framing}", (query, bench.catalogue)) for query in pending]
    for (query, _), outcomes in bench.search(run_search, calls):
        with bench.ledger.transaction():
            for outcome in outcomes:
                add_search(bench.ledger, outcome, bench.catalogue.name)
            if all(outcome.formulation != query for outcome in outcomes):
                # A strategy that asked in its own words is still done under the words it was given.
                add_search(bench.ledger, replace(outcomes[0], formulation=query, hits=()), bench.catalogue.name)
        found = sum(len(outcome.hits) for outcome in outcomes)
        bench.progress.say("discovery", f"{query.strategy} search, {query.framing}: {found} works")
        if query.strategy == "seed":
            _report_missing(bench, outcomes)
    if bench.open_library and bench.plan.include_books:
        _search_open_library(bench, bench.open_library, done)
    if not count_works(bench.ledger)["identified"]:
        raise NothingFound(
            f"no work in {bench.catalogue.name} matches '{bench.plan.topic}'; try other words, a wider range of years, "
            f"or another --catalogue"
        )


def _report_missing(bench: Workbench, outcomes: list[SearchOutcome]) -> None:
    """Record each work the user named that the catalogue does not know."""
    found = {hit.work.doi for outcome in outcomes for hit in outcome.hits}
    for doi in bench.plan.seeds:
        if doi not in found:
            message = f"{bench.catalogue.name} has no work with the DOI {doi}"
            add_problem(bench.ledger, "discovery", "named work not found", message)
            bench.progress.say("discovery", message)


def _search_open_library(bench: Workbench, open_library: OpenLibrary, done: set[str]) -> None:
    """Commit what Open Library finds; no answer is a problem on record, and the query is asked again on resuming."""
    query = plan_open_library(strip_review_words(bench.plan.topic))
    if query.query_id(open_library.name) in done:
        return
    outcome = bench.driver.run(search_open_library, f"{query.strategy}: {query.framing}", query, open_library)
    if isinstance(outcome, str):
        add_problem(bench.ledger, "discovery", "open library unreachable", outcome)
        bench.progress.say("discovery", outcome)
        return
    with bench.ledger.transaction():
        add_search(bench.ledger, outcome, open_library.name)
    bench.progress.say("discovery", f"{query.strategy} search, {query.framing}: {len(outcome.hits)} works")


def formulate_all(bench: Workbench, plan: Plan) -> list[Formulation]:
    """Return every query of a plan: those the analyst words, and those of the strategies that need no wording."""
    topic = strip_review_words(plan.topic)
    most = max(_LEAST_HITS, bench.tier.works // 2)
    bare = Formulation(strategy="keyword", framing="vocabulary", text=topic, limit=10)
    outcome = bench.ask_catalogue(run_search, "vocabulary of the topic", bare, bench.catalogue)[0]
    vocabulary = [hit.work for hit in outcome.hits]
    worded = bench.ask_analyst(formulate, "word the queries", bench.analyst, plan, vocabulary)
    return [replace(query, limit=most) for query in (*worded, *plan_strategies(plan, topic))]
