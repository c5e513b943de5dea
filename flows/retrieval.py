"""Retrieval: the full text of every corpus work, or the reason why there is none."""

from __future__ import annotations

from prefect import flow

from flows.context.context import ReviewContext
from flows.gathering import gather_fulltexts, look_up_abstracts
from flows.orchestration.artifacts import show_table
from flows.records import settle_records
from flows.screening.judging import choose_judge
from flows.snowballing import settle_corpus
from storage.reading.abstracts import bare_works
from storage.reading.fulltexts import corpus_ids, count_statuses, replace_unreadable, unassessed_works
from storage.reading.reading import stored_pages
from storage.runs.reviews import add_problem
from storage.screening.screening import add_decisions
from tasks.screening.tasks import assess_eligibility, decide_by_text

# A review may replace a quarter of its works: where more cannot be read, the search is at fault, not the works.
_REPLACED_PER_WORK = 0.25


@flow(name="retrieval", flow_run_name="retrieval", validate_parameters=False)
def retrieval(review: ReviewContext) -> None:
    """Fetch and parse what is due, work by work; works that can be read take the places of those that cannot.

    Full texts are held against the criteria: the next in order take the places of works that one of these rules out.
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
        if replaced:
            review.progress.say("retrieval", f"{replaced} works that cannot be read were replaced by the next in order")
        if not (assess_texts(review) or replaced):
            break
        settle_corpus(review)
    for work_id, reason in bare_works(review.ledger):
        message = f"{work_id} has no abstract. {reason}"
        add_problem(review.ledger, "retrieval", "incomplete reference", message, work_id)
    statuses = count_statuses(review.ledger)
    show_table("full-texts", [{"status": status, "works": n} for status, n in statuses.items()], "What could be read")
    review.publish()
    told = ", ".join(f"{status} {n}" for status, n in statuses.items())
    review.progress.say("retrieval", f"{sum(statuses.values())} works: {told}")


def assess_texts(review: ReviewContext) -> int:
    """Hold full texts against the criteria as they are now, and return how many verdicts changed by that.

    An analyst that only scores cannot tell whether a text meets a criterion. No full text is no exclusion.
    """
    if not choose_judge(review).analyst.reads:
        return 0
    works, decided = unassessed_works(review.ledger)
    pages = stored_pages(review.ledger, [work.work_id for work in works])
    calls = [
        (f"hold against criteria: {work.title}", (review.plan, work, pages[work.work_id], review.analyst))
        for work in works
    ]
    standing = set(corpus_ids(review.ledger))
    changed = 0
    for (_, work, *_), found in review.consult(assess_eligibility, calls, spread=True):
        decision = decide_by_text(found, review.tier.works, decided.get(work.work_id, 0), review.analyst)
        with review.ledger.transaction():
            add_decisions(review.ledger, [decision])
        changed += (decision.verdict == "include") != (work.work_id in standing)
    if works:
        review.progress.say(
            "retrieval", f"{len(works)} full texts held against the criteria, {changed} verdicts changed"
        )
    return changed
