"""Remaking a review from its record: what was asked for, what people did, and whether it came out the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson

from flows.context.context import ReviewContext, ReviewRecord
from flows.context.order import OPTIONS, ReviewOrder, read_order
from flows.context.pooling import pool_again
from storage.core.canonical import hash_tables
from storage.core.errors import InputError, RecordMissing, StoppedByPerson
from storage.publication.published import read_published_order
from storage.publication.recorded_people import Deed, RecordedPeople, add_deed, count_finished, read_recorded_people
from storage.runs.reviews import add_problem
from storage.screening.human import Answer
from storage.writing.versions import open_snapshot
from tasks.human.forms import Form
from tasks.text.numbers import join_phrases

_GIVEN = {
    "appraisal": "judgements on quality",
    "pooling": "requests to pool",
    "screener_verdict": "verdicts by name",
}


def follow_record(order: ReviewOrder, record: Path) -> tuple[ReviewOrder, RecordedPeople]:
    """Return the order of a recorded review, under its `as_of`, and what people did in it.

    What is given must be as recorded; what is left at its default is taken from the record, including the catalogue.

    Raises:
        InputError: there is no published review in the folder, the order differs, or it cannot be followed.
    """
    recorded = read_order(read_published_order(record))
    if order.topic.casefold() != recorded.topic.casefold():
        raise InputError(
            f"the review in '{record}' has the topic '{recorded.topic}', not '{order.topic}'; give its topic, or "
            "unset LITREVIEW_REPLAY"
        )
    people = read_recorded_people(record)
    followed = {name: _follow(name, order, recorded, record) for name, option in OPTIONS.items() if not option.per_run}
    followed |= {"as_of": recorded.as_of, "catalogue": order.catalogue or recorded.catalogue, "ask": people.points}
    return order.model_copy(update=followed), people


def _follow(name: str, order: ReviewOrder, recorded: ReviewOrder, record: Path) -> Any:
    """Return what the record says about a part of the order, if the order leaves it open or says the same."""
    given, said = getattr(order, name), getattr(recorded, name)
    if name == "pdfs" and given and said:
        return given
    is_open = given == ReviewOrder.model_fields[name].default and name not in {"fulltext", "pdfs"}
    if not (is_open or given == said or (name == "supervision" and order.loops == recorded.loops)):
        raise InputError(
            f"the review in '{record}' was made with the {name.replace('_', ' ')} {_say(said)}, not {_say(given)}; "
            f"give that, or unset LITREVIEW_REPLAY"
        )
    return said


def _say(value: Any) -> str:
    if isinstance(value, tuple):
        return f"'{', '.join(map(str, value))}'" if value else "unset"
    return "unset" if value in {None, ""} else f"'{value}'"


def replay(
    review: ReviewContext,
    people: RecordedPeople,
    take_protocols: Callable[[ReviewContext, Path], tuple[ReviewContext, bool]],
    work_through: Callable[[ReviewContext], None],
) -> None:
    """Work through a review as often as people made its record do so, with their verdicts where they gave them.

    `take_protocols` has amendments of the protocol taken after as many runs as the record took them after, and returns
    whether more follow.

    Raises:
        RecordMissing: the record holds no answer to a question asked, or holds one to a question not asked.
        StoppedByPerson: the record ends where a person stopped it.
    """
    while True:
        before = people.next_deed(review.ledger)
        review, is_amended_later = take_protocols(review, people.folder)
        try:
            work_through(review)
        except StoppedByPerson:
            if not _is_resumed(people, review):
                raise
        deed = people.next_deed(review.ledger)
        if deed is None:
            if is_amended_later:
                continue
            break
        if not deed.point and count_finished(review.ledger) >= deed.finished:
            _judge(review, deed)
            if not deed.resumed:
                break
        elif deed is before and count_finished(review.ledger) > deed.finished:
            raise RecordMissing(
                f"the recorded review was asked about {deed.point or 'single works'} where this one is not; replay it "
                "with the same version of litreview, or review anew without LITREVIEW_REPLAY"
            )
    review.progress.say("replay", _compare(review, people.folder))


def follow_deed(
    review: ReviewContext, people: RecordedPeople, form: Form, carry_out: Callable[[Form, Answer], None] | None
) -> None:
    """Commit what people did when the recorded review put this question, and its effects, each in one transaction.

    Raises:
        RecordMissing: they judged a work that was not found here.
        StoppedByPerson: a person stopped the recorded run here.
    """
    while (deed := people.next_deed(review.ledger)) and (deed.point, deed.subject) == (form.point, form.subject):
        if count_finished(review.ledger) < deed.finished:
            return
        with review.ledger.transaction():
            add_deed(review.ledger, deed)
            # The verdicts themselves are already on record.
            if deed.answer and not deed.stops and carry_out and not deed.verdicts:
                carry_out(form, Answer(orjson.loads(deed.answer["answer"])))
        review.progress.say(form.point, "answered as in the recorded review")
        if deed.stops:
            raise StoppedByPerson(f"{form.point}: a person stopped the run, as in the recorded review")
        if deed.answer:
            return
    for point, message in people.unasked:
        if point == form.point:
            add_problem(review.ledger, point, "nobody asked", message)


def _judge(review: ReviewContext, session: Deed) -> None:
    with review.ledger.transaction():
        add_deed(review.ledger, session)
    pool_again(review.ledger)
    review.publish()
    given = {_GIVEN[table]: len(rows) for table, rows in session.unprompted.items() if table in _GIVEN}
    told = {"verdicts": len(session.verdicts)} | given
    said = join_phrases([f"{n} {what}" for what, n in told.items() if n]) or "what was arranged"
    review.progress.say("replay", f"{said} of people as they were given after a run")


def _is_resumed(people: RecordedPeople, review: ReviewRecord) -> bool:
    """Return whether the recorded review continued after the last step done here."""
    done = people.deeds[: len(people.deeds) - len(people.pending(review.ledger))]
    return not done or done[-1].resumed


def _compare(review: ReviewRecord, record: Path) -> str:
    own = hash_tables(review.ledger)
    with open_snapshot(record) as recorded:
        theirs = hash_tables(recorded)
    others = [table for table in own if own[table] != theirs[table]]
    return f"differs from its record in: {', '.join(others)}" if others else "the same as its record"
