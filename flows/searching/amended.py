"""Searching anew: what an amendment of the protocol asks is searched for by every strategy of the first search."""

from __future__ import annotations

from flows.context.context import ReviewContext
from flows.searching.querying import run_queries, search_books, word_queries
from storage.searching.amended import begin_amended_search, count_amended_search, searched_questions
from tasks.text.topics import read_topic


def search_amended(review: ReviewContext, stage: int) -> None:
    """Run in a stage of snowballing the queries for the questions that amendments brought since the search before.

    Queries on record are not run again, so that what is run is new wording alone, and a search that was cut short goes
    on. Without such questions there is nothing to do.
    """
    begin_amended_search(review.ledger, stage)
    questions = searched_questions(review.ledger, stage)
    if not questions:
        return
    phrases = list(dict.fromkeys(read_topic(question).phrase for question in questions))
    run_queries(review, word_queries(review, phrases), stage)
    for phrase in phrases:
        search_books(review, phrase, stage)
    found = count_amended_search(review.ledger, stage)
    review.progress.say(
        "snowballing",
        f"stage {stage}: {found['queries']} queries for the questions as amended: {found['records']} works, "
        f"{found['fresh']} not found before",
    )
