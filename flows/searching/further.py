"""Keyword searches in the course of snowballing, where citations lead nowhere, as where references are unknown."""

from __future__ import annotations

from flows.context.context import ReviewContext
from flows.context.searches import search_indexes
from storage.searching.works import add_search, run_query_ids
from storage.searching.yields import count_brought, read_judged, read_yields
from tasks.catalogues.several import list_members
from tasks.discovery import run_search
from tasks.snowballing.further_queries import FEW, word_further


def search_further(review: ReviewContext, stage: int) -> None:
    """Run the queries that go on from earlier ones if a stage's citations brought few works, and commit what they find.

    After a kill the same queries come out again, as what the stage judged does not count; those on record are not
    repeated.
    """
    if count_brought(review.ledger, stage) >= FEW:
        return
    ran = read_yields(review.ledger, stage)
    done = run_query_ids(review.ledger)
    lead, _ = list_members(review.catalogue)
    queries = word_further(review.plan, ran, *read_judged(review.ledger, stage))
    calls = [
        (f"{query.strategy}: {query.framing}", (query, lead))
        for query in queries
        if query.query_id(lead.name) not in done
    ]
    for (query, _), outcomes in review.search(run_search, calls):
        with review.ledger.transaction():
            for outcome in outcomes:
                add_search(review.ledger, outcome, lead.name, stage)
        found = sum(len(outcome.hits) for outcome in outcomes)
        review.progress.say("snowballing", f"stage {stage}: keyword search, {query.framing}: {found} works")
    search_indexes(review, queries, stage)
