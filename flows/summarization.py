"""Summarization: every corpus work read once, its findings kept with the words they rest on."""

from __future__ import annotations

from prefect import flow

from flows.context.context import ReviewContext
from storage.reading.reading import add_reading, unread_works
from storage.records.data_items import read_items
from storage.runs.reviews import add_problem
from tasks.summarization import summarise_work

UNASKED_FIELDS = (
    "the fields ordered with --extract are not extracted: this analyst works by rule and cannot answer a question; use "
    "--analyst anthropic"
)


@flow(name="summarization", flow_run_name="summarization", validate_parameters=False)
def summarization(review: ReviewContext) -> None:
    """Read every corpus work that has no summary yet, or whose full text was stored since."""
    unread = unread_works(review.ledger)
    items = read_items(review.plan.extract)
    if items and not review.analyst.reads:
        add_problem(review.ledger, "summarization", "fields not extracted", UNASKED_FIELDS)
        review.progress.say("summarization", UNASKED_FIELDS)
    calls = [(f"read: {work.title}", (work, pages, review.analyst, items)) for work, pages in unread]
    review.progress.note("summarization", "reading works")
    for (_, pages, *_), summary in review.consult(summarise_work, calls, spread=True):
        add_reading(review.ledger, summary, pages, review.analyst.name)
    review.publish()
    in_full = sum(any(page.page for page in pages) for _, pages in unread)
    told = f", {in_full} of them in the full text" if in_full else ""
    review.progress.say("summarization", f"{len(unread)} works read{told}")
