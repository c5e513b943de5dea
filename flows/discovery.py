"""Discovery: keyword, citation, expert and book search in parallel, then the screening of everything found."""

from __future__ import annotations

from prefect import flow

from flows.context.context import ReviewContext
from flows.importing import join_imports, screen_imports
from flows.screening.eligibility import settle_eligibility
from flows.screening.stages import screen_stage, weigh
from flows.searching.querying import run_queries, search_books, word_queries
from flows.snowballing import check_relevant, measure
from storage.core.errors import NothingFound
from storage.runs.reviews import count_works
from storage.screening.facets import state_facets
from storage.screening.synonyms import add_synonyms, found_texts
from storage.searching.amended import asks_new_questions, begin_amended_search
from storage.searching.snowballing import close_stage, finished_stages
from tasks.text.synonyms import harvest_synonyms
from tasks.text.topics import list_facets, list_matters, read_topic


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
    # What an amendment of the protocol asks is searched for in the next stage of snowballing.
    if not asks_new_questions(review.ledger):
        check_relevant(review)


def first_stage(review: ReviewContext) -> None:
    """State the facets of the topic, search, read their other names, screen everything found, and close stage 0."""
    phrase = read_topic(review.plan.topic).phrase
    shares = {*list_matters(phrase), *review.plan.focus_areas}
    facets = (*list_facets(phrase), *review.plan.focus_areas)
    state_facets(review.ledger, {facet: facet in shares for facet in facets})
    search(review)
    add_synonyms(review.ledger, harvest_synonyms(facets, found_texts(review.ledger)))
    settle_eligibility(review, 0)
    review.publish()
    screen_stage(review, 0)
    totals = close_stage(review.ledger, 0, measure(review, "relevant"), weigh(review, 0)).row(0, named=True)
    review.recall()
    review.publish()
    review.progress.say("discovery", f"{totals['relevant']} of {totals['candidates']} works screened are relevant")


def search(review: ReviewContext) -> None:
    """Run every formulation whose outcome the ledger does not have yet, and commit the outcome.

    Raises:
        NothingFound: no search returned a work.
    """
    begin_amended_search(review.ledger, 0)
    queries = word_queries(review)
    run_queries(review, queries, 0)
    join_imports(review)
    search_books(review, read_topic(review.plan.topic).phrase, 0)
    if not count_works(review.ledger)["identified"]:
        raise NothingFound(
            f"no work in {review.catalogue.name} matches '{review.plan.topic}'; try other words, a wider range of "
            "years, or another --catalogue"
        )
