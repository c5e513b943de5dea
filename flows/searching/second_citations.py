"""A second opinion on citations: where the catalogue knows few references of a relevant work, other indexes are asked.

What they state joins the citations on record, so that a stage of snowballing, an update and an expansion follow it, and
ranking and the citation graph count it.
"""

from __future__ import annotations

from collections.abc import Sequence

from flows.context.context import ReviewContext
from flows.context.searches import recognise
from storage.records.citations import AskedWork, CitationReading, Linked, Links
from storage.records.search import Work
from storage.records.snowballing import Direction
from storage.runs.reviews import INDEX_SILENT, add_problem
from storage.searching.citations import (
    Edge,
    StatedCitations,
    add_answers,
    add_citations,
    add_records,
    find_known,
    follow_answers,
    follow_records,
    names_to_describe,
    read_own_records,
    recorded_sources,
    unread_answers,
    works_to_ask,
)
from tasks.catalogues.several import list_members
from tasks.citation_indexes.own_records import state_own_work
from tasks.citation_indexes.protocol import CitationIndex
from tasks.citation_indexes.registry import CITATION_INDEXES, read_links
from tasks.citation_indexes.tasks import ask_citations, describe_linked, find_linked
from tasks.metadata.shared_dois import set_apart
from tasks.services.answers import Absence


def consult_citations(review: ReviewContext, stage: int, among: Sequence[str] | None = None) -> None:
    """Ask each second index about works with few references, and add the citations that it states.

    These are the relevant works, or with `among` those about to be followed. Each work is asked about once. A replay
    takes over what the indexes told the recorded review.
    """
    record = review.citation_indexes.record
    if record:
        told = recorded_sources(record)
        # In the order of the recorded review, since what one index names is known to the next.
        for source in (name for name in CITATION_INDEXES if name in told):
            follow_answers(review.ledger, record, source, stage, works_to_ask(review.ledger, source, among))
            _add_stated(review, source, stage, None)
    for index in review.citation_indexes.opened:
        _ask(review, index, stage, works_to_ask(review.ledger, index.name, among))
        _add_stated(review, index.name, stage, index)


def _ask(review: ReviewContext, index: CitationIndex, stage: int, works: Sequence[AskedWork]) -> None:
    """Commit what an index says about works that it was not asked about yet, batch by batch."""
    batches = index.cut(works)
    calls = [(f"{index.name}: citations of {len(batch)} works", (batch, index)) for batch in batches]
    for _, answered in review.driver.each(ask_citations, calls):
        add_answers(review.ledger, index.name, stage, answered.answers, index.client.drain_calls())
        if answered.silence:
            add_problem(review.ledger, "snowballing", INDEX_SILENT, answered.silence)


def _add_stated(review: ReviewContext, source: str, stage: int, index: CitationIndex | None) -> None:
    """Add the citations that answers on record state, with the works at their other ends.

    These are works on record, else of the catalogue, else as the index describes them. Others are counted only.
    """
    stated = {work_id: read_links(source, body) for work_id, body in unread_answers(review.ledger, source).items()}
    if not stated:
        return
    linked = list(dict.fromkeys(one for links in stated.values() for ends in links.values() for one in ends))
    known = find_known(review.ledger, source, linked)
    lead, _ = list_members(review.catalogue)
    named = [one for one in linked if one not in known and (one.doi or one.openalex or one.pmid)]
    label = f"which works {source} names: {len(named)}"
    found = review.ask_catalogue(find_linked, label, named, lead) if named else {}
    works = {work.work_id: work for work in found.values()}
    ends = known | {one: work.work_id for one, work in found.items()}
    own = _describe(review, source, stage, [one for one in linked if one not in ends], index)
    for (one, work), known_as in zip(own.items(), recognise(review.ledger, list(own.values())), strict=True):
        ends[one] = known_as.work_id
        if known_as.work_id in (work.work_id, set_apart(work).work_id):
            works.setdefault(known_as.work_id, known_as)
    edges, readings = _count(stated, ends, set(own))
    add_citations(review.ledger, StatedCitations(source, tuple(works.values()), edges, readings), stage)
    told = f"{source} states {len(edges)} citations of {len(stated)} works with few references"
    review.progress.say("snowballing", told)


def _describe(
    review: ReviewContext, source: str, stage: int, linked: Sequence[Linked], index: CitationIndex | None
) -> dict[Linked, Work]:
    """Return works that the catalogue does not have as the index describes them, each asked for once."""
    named = {one.name: one for one in linked if one.name}
    missing = names_to_describe(review.ledger, source, named)
    if review.citation_indexes.record:
        follow_records(review.ledger, review.citation_indexes.record, source, missing)
    elif index:
        size = index.described_at_once
        groups = [missing[start : start + size] for start in range(0, len(missing), size)]
        calls = [
            (f"{source}: records of {len(group)} works", ([named[name] for name in group], index)) for group in groups
        ]
        for _, records in review.driver.each(describe_linked, calls):
            if isinstance(records, Absence):
                add_problem(review.ledger, "snowballing", INDEX_SILENT, records.reason)
                continue
            add_records(review.ledger, source, stage, records, index.client.drain_calls())
    records = read_own_records(review.ledger, source, named)
    works = {one: state_own_work(source, name, records[name]) for name, one in named.items() if name in records}
    return {one: work for one, work in works.items() if work}


def _count(
    stated: dict[str, Links], ends: dict[Linked, str], own: set[Linked]
) -> tuple[frozenset[Edge], tuple[CitationReading, ...]]:
    """Return the citations whose other end is known, and how many that are of each answer and direction."""
    edges: set[Edge] = set()
    readings: list[CitationReading] = []
    directions: tuple[Direction, ...] = ("backward", "forward")
    for work_id, links in stated.items():
        for direction in directions:
            if direction not in links:
                continue
            others = [one for one in links[direction] if one in ends]
            edges |= {(work_id, ends[one]) if direction == "backward" else (ends[one], work_id) for one in others}
            resolved, described = len(others), len([one for one in others if one in own])
            readings.append(CitationReading(work_id, direction, len(links[direction]), resolved, described))
    return frozenset(edges), tuple(readings)
