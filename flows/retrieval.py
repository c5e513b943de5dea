"""Retrieval: the full text of every corpus work, or the reason why there is none."""

from __future__ import annotations

from prefect import flow

from flows.context.context import Workbench
from flows.gathering import gather_fulltexts, look_up_abstracts
from flows.orchestration.artifacts import show_table
from flows.records import settle_records
from flows.snowballing import settle_corpus
from storage.reading.abstracts import bare_works
from storage.reading.fulltexts import corpus_ids, count_statuses, replace_unreadable
from storage.runs.reviews import add_problem

# A review may exchange a quarter of its works: where more cannot be read, the search and not the works is at fault.
_REPLACED_PER_WORK = 0.25


@flow(name="retrieval", flow_run_name="retrieval", validate_parameters=False)
def retrieval(bench: Workbench) -> None:
    """Fetch and parse what is due, work by work; works that can be read take the places of those that cannot.

    References that nobody has an abstract of are marked as incomplete.
    """
    tried: set[str] = set()
    most = int(bench.tier.works * _REPLACED_PER_WORK)
    while True:
        settle_records(bench)
        works = corpus_ids(bench.ledger)
        look_up_abstracts(bench, works)
        gather_fulltexts(bench, works, "retrieval", tried)
        replaced = replace_unreadable(bench.ledger, bench.tier.works, most)
        if not replaced:
            break
        bench.progress.say("retrieval", f"{replaced} works that cannot be read gave their place to the next")
        settle_corpus(bench)
    for work_id, reason in bare_works(bench.ledger):
        message = f"{work_id} has no abstract. {reason}"
        add_problem(bench.ledger, "retrieval", "incomplete reference", message, work_id)
    statuses = count_statuses(bench.ledger)
    show_table("full-texts", [{"status": status, "works": n} for status, n in statuses.items()], "What could be read")
    bench.publish()
    told = ", ".join(f"{status} {n}" for status, n in statuses.items())
    bench.progress.say("retrieval", f"{sum(statuses.values())} works: {told}")
