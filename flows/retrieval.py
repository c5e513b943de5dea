"""Retrieval: the full text of every corpus work, or the reason why there is none."""

from __future__ import annotations

from prefect import flow

from flows.context.context import ReviewContext
from flows.gathering import gather_fulltexts, look_up_abstracts
from flows.orchestration.artifacts import show_table
from flows.records import settle_records
from flows.snowballing import settle_corpus
from storage.reading.abstracts import bare_works
from storage.reading.fulltexts import corpus_ids, count_statuses, replace_unreadable
from storage.runs.reviews import add_problem

# A review may replace a quarter of its works: where more cannot be read, the search is at fault, not the works.
_REPLACED_PER_WORK = 0.25


@flow(name="retrieval", flow_run_name="retrieval", validate_parameters=False)
def retrieval(review: ReviewContext) -> None:
    """Fetch and parse what is due, work by work; works that can be read take the places of those that cannot.

    References that nobody has an abstract of are marked as incomplete.
    """
    tried: set[str] = set()
    most = int(review.tier.works * _REPLACED_PER_WORK)
    while True:
        settle_records(review)
        works = corpus_ids(review.ledger)
        look_up_abstracts(review, works)
        gather_fulltexts(review, works, "retrieval", tried)
        replaced = replace_unreadable(review.ledger, review.tier.works, most)
        if not replaced:
            break
        review.progress.say("retrieval", f"{replaced} works that cannot be read were replaced by the next in order")
        settle_corpus(review)
    for work_id, reason in bare_works(review.ledger):
        message = f"{work_id} has no abstract. {reason}"
        add_problem(review.ledger, "retrieval", "incomplete reference", message, work_id)
    statuses = count_statuses(review.ledger)
    show_table("full-texts", [{"status": status, "works": n} for status, n in statuses.items()], "What could be read")
    review.publish()
    told = ", ".join(f"{status} {n}" for status, n in statuses.items())
    review.progress.say("retrieval", f"{sum(statuses.values())} works: {told}")
