"""The protocol that a review is ordered by: taken into the ledger, and written out beside the review."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from flows.context.context import ReviewContext
from flows.context.order import ReviewOrder
from storage.core.ledger import Ledger
from storage.publication.recorded_protocols import count_ended, read_first_asked, read_recorded_protocols
from storage.records.protocol import GivenProtocol, Reason
from storage.records.search import Plan
from storage.runs.protocols import (
    count_protocol_exclusions,
    keep_protocol,
    read_changes,
    read_protocols,
)
from storage.runs.reviews import read_plan, settle_plan
from storage.screening.criteria import read_criteria
from storage.screening.human import read_answers
from storage.searching.amended import read_amended_searches
from tasks.human.plan import revise_plan
from tasks.protocol.reading import Protocol, describe_given, parse_protocol, read_protocol
from tasks.reporting.protocol import describe_protocol

PROTOCOL_FILE = "protocol.md"


def settle_order(ledger: Ledger, order: ReviewOrder, drafted: Plan, record: Path | None) -> Plan:
    """Return the plan in force, with the protocol ordered on record; for a replay, with those of the recorded review.

    Plan and protocol are committed in one transaction. What the protocol leaves open stays as it was planned.

    Raises:
        InputError: the protocol cannot be read, or it amends the one in force without a reason.
        PlanMismatch: something else is asked for than the review was planned for.
    """
    with ledger.transaction():
        if record:
            drafted = _take_back(drafted, record)
        plan = read_plan(ledger) or settle_plan(ledger, drafted)
        if record:
            _follow(ledger, plan, record)
            held = read_plan(ledger) or plan
            drafted = replace(drafted, questions=held.questions, criteria=held.criteria, extract=held.extract)
        elif order.protocol:
            protocol, given = read_protocol(Path(order.protocol))
            _keep(ledger, plan, protocol, given, Reason(order.reason or ""))
            held = read_plan(ledger) or plan
            drafted = replace(
                drafted, criteria=drafted.criteria or held.criteria, extract=drafted.extract or held.extract
            )
        return settle_plan(ledger, drafted)


def _take_back(plan: Plan, record: Path) -> Plan:
    """Return the plan of a recorded review as it was before a protocol changed it."""
    asked = read_first_asked(record)
    if asked is None:
        return plan
    return replace(plan, questions=asked["questions"], criteria=asked["criteria"], extract=asked["extract"])


def take_recorded_protocols(review: ReviewContext, record: Path) -> tuple[ReviewContext, bool]:
    """Return the context under the protocol that a recorded review had by as many runs, and whether it had more later.

    Raises:
        InputError: there is no published review in the folder, or a replay cannot follow its amendments.
    """
    with review.ledger.transaction():
        is_amended_later = _follow(review.ledger, review.plan, record)
    plan = revise_plan(read_plan(review.ledger) or review.plan, read_answers(review.ledger, "plan"))
    return replace(review, plan=plan), is_amended_later


def _follow(ledger: Ledger, plan: Plan, record: Path) -> bool:
    ended = count_ended(ledger)
    waiting = read_recorded_protocols(record)[len(read_protocols(ledger)) :]
    for version in [one.version for one in waiting if one.after <= ended]:
        protocol = parse_protocol(version.text, PROTOCOL_FILE)
        given = describe_given(protocol, version.text)
        _keep(ledger, read_plan(ledger) or plan, protocol, given, Reason(version.reason, version.dated))
    return any(one.after > ended for one in waiting)


def _keep(ledger: Ledger, plan: Plan, protocol: Protocol, given: GivenProtocol, reason: Reason) -> None:
    """Keep a protocol; where no other reason is given, its own amendments state it."""
    versions = read_protocols(ledger)
    before = parse_protocol(versions[-1].text, PROTOCOL_FILE) if versions else None
    stated = protocol.find_reason(before)
    why = Reason(reason.text or stated.text, reason.dated or stated.dated)
    # Criteria that were proposed, or added by a person, are no part of the plan as ordered.
    held = replace(plan, criteria=read_criteria(ledger) or plan.criteria)
    keep_protocol(ledger, held, describe_given(before, versions[-1].text) if before else None, given, why)


def render_protocol(ledger: Ledger, plan: Plan) -> dict[str, str]:
    """Return the document of the protocol by the name of its file; nothing for a review without one."""
    versions = read_protocols(ledger)
    if not versions:
        return {}
    protocol = parse_protocol(versions[-1].text, PROTOCOL_FILE)
    told = describe_protocol(
        protocol,
        versions,
        read_changes(ledger),
        plan,
        count_protocol_exclusions(ledger),
        searches=read_amended_searches(ledger),
    )
    return {PROTOCOL_FILE: told}


def read_protocol_facts(ledger: Ledger) -> dict[str, int | float | str]:
    """Return which version of the protocol is in force since when, and its registration; nothing without a protocol."""
    versions = read_protocols(ledger)
    if not versions:
        return {}
    registration = parse_protocol(versions[-1].text, PROTOCOL_FILE).registration
    since = f"{versions[-1].at.day} {versions[-1].at:%B %Y}"
    registered = {"registration": registration} if registration else {}
    return {"protocol_version": versions[-1].number, "protocol_since": since, **registered}
