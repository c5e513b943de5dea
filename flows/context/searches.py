"""Searching the indexes beside the catalogue: by words alone, each query as each of them words it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flows.context.context import ReviewContext
from storage.core.ledger import Ledger
from storage.records.search import Formulation, Hit, SearchOutcome, Work
from storage.searching.identity import find_alike
from storage.searching.works import add_search, run_query_ids
from tasks.catalogues.several import list_members
from tasks.discovery import run_search_beside
from tasks.metadata.same_work import KnownWorks
from tasks.metadata.shared_dois import have_one_id, set_apart

_BY_WORDS = ("keyword", "expansion")


def search_indexes(review: ReviewContext, queries: Sequence[Formulation], stage: int = 0) -> None:
    """Commit what the indexes beside the catalogue find with the queries in words that they were not asked yet.

    Outcomes are committed in the order of the queries, whatever comes first: which record stands for a work must not
    depend on the network. Answers are on record as they come, so that nothing is asked twice.
    """
    lead, beside = list_members(review.catalogue)
    done = run_query_ids(review.ledger)
    pending = [
        (query, index)
        for index in beside
        for query in queries
        if query.strategy in _BY_WORDS and query.query_id(index.name) not in done
    ]
    calls = [(f"{index.name}, {query.strategy}: {query.framing}", (query, index, lead)) for query, index in pending]
    found = {(query, index.name): outcome for (query, index, _), outcome in review.search(run_search_beside, calls)}
    for query, index in pending:
        outcome = found[query, index.name]
        with review.ledger.transaction():
            add_search(review.ledger, _recognise_hits(review.ledger, outcome), index.name, stage)
        said = f"{query.strategy} search of {index.name}, {query.framing}: {len(outcome.hits)} works"
        review.progress.say("discovery", said)


def recognise(ledger: Ledger, works: Sequence[Work]) -> list[Work]:
    """Return works that an index found, in order, with the ids on record of those that are on record already.

    Works of an id on record stay as they are, unless another has it because of a DOI that they share: they get one of
    their own then. Works listed twice get one id.
    """
    on_record = find_alike(ledger, works)
    held, known = {work.work_id: work for work in on_record}, KnownWorks(on_record)
    named = []
    for work in works:
        is_taken = work.work_id in held and have_one_id(held[work.work_id], work)
        same = None if work.work_id in held and not is_taken else known.find(work)
        found = replace(work, work_id=same.work_id) if same else set_apart(work) if is_taken else work
        named.append(found)
        held.setdefault(found.work_id, found)
        known.add(found)
    return named


def _recognise_hits(ledger: Ledger, outcome: SearchOutcome) -> SearchOutcome:
    hits: dict[str, Hit] = {}
    for hit, work in zip(outcome.hits, recognise(ledger, [hit.work for hit in outcome.hits]), strict=True):
        hits.setdefault(work.work_id, replace(hit, work=work))
    return replace(outcome, hits=tuple(hits.values()))
