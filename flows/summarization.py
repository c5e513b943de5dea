"""Summarization: every corpus work read once, its findings kept with the words they rest on."""

from __future__ import annotations

from prefect import flow

from flows.context.context import ReviewContext
from storage.reading.reading import add_answers, add_reading, unasked_works, unread_works
from storage.records.data_items import read_items
from storage.runs.reviews import add_problem
from tasks.summarization import answer_items, summarise_work

UNASKED_FIELDS = (
    "the fields ordered with --extract are not extracted: this analyst works by rule and cannot answer a question; use "
    "--analyst anthropic"
)


@flow(name="summarization", flow_run_name="summarization", validate_parameters=False)
def summarization(review: ReviewContext) -> None:
    """Read every corpus work that has no summary yet, or whose full text was stored since; ask all for new fields."""
    unread = unread_works(review.ledger)
    items = read_items(review.plan.extract)
    if items and not review.analyst.reads:
        items = ()
        add_problem(review.ledger, "summarization", "fields not extracted", UNASKED_FIELDS)
        review.progress.say("summarization", UNASKED_FIELDS)
    calls = [(f"read: {work.title}", (work, pages, review.analyst, items)) for work, pages in unread]
    review.progress.note("summarization", "reading works")
    for (_, pages, *_), summary in review.consult(summarise_work, calls, spread=True):
        add_reading(review.ledger, summary, pages, review.analyst.name, items)
    if review.analyst.reads:
        ask_again(review)
    review.publish()
    in_full = sum(any(page.page for page in pages) for _, pages in unread)
    told = f", {in_full} of them in the full text" if in_full else ""
    review.progress.say("summarization", f"{len(unread)} works read{told}")


def ask_again(review: ReviewContext) -> None:
    """Ask works that were read before the protocol was amended for the fields that they were not asked for."""
    unasked = unasked_works(review.ledger)
    calls = [(f"ask for fields: {work.title}", (work, pages, asked, review.analyst)) for work, pages, asked in unasked]
    for (work, pages, asked, _), answers in review.consult(answer_items, calls, spread=True):
        add_answers(review.ledger, work, pages, asked, answers)
    if unasked:
        review.progress.say("summarization", f"{len(unasked)} works asked for fields that are new")
