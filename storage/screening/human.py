"""What people were asked and answered, the works awaiting a verdict, and how far people and analyst agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from storage.core.clock import now
from storage.core.ledger import Ledger
from storage.records.search import content_id

PERSON = "person"
ANALYST_SEEN = "analyst_seen"
"""What features say of a decision of people who knew the analyst's verdict."""

_ASKED = "question = $question AND subject = $subject"


@dataclass(frozen=True, slots=True)
class Answer:
    """A person's answer: the fields changed, whether the run is to stop, and the person's name in the ledger."""

    values: Mapping[str, Any] = field(default_factory=dict)
    stops: bool = False
    answered_by: str = PERSON


def screening_queue(ledger: Ledger, threshold: float, width: float, most: int) -> list[dict[str, Any]]:
    """Return the works for a person to judge, most uncertain first: at most `most`, within `width` of the threshold.

    Those left unsure come first. Each row has work_id, title, abstract, year, venue, authors, the analyst's verdict,
    score, reason and stage, and the number of decisions on the work.
    """
    rows = ledger.frame("screening_queue", threshold=threshold, width=width, most=most)
    return list(rows.iter_rows(named=True))


def has_answer(ledger: Ledger, question: str, subject: str) -> bool:
    """Return whether a person has given an answer other than stopping the run."""
    sql = f"SELECT count(*) > 0 FROM human_answer WHERE {_ASKED} AND NOT stops"
    return bool(ledger.select(sql, question=question, subject=subject).item())


def read_answers(ledger: Ledger, question: str) -> dict[str, Any]:
    """Return what people changed at a point of the review, by field; nothing where nobody changed anything."""
    rows = ledger.select(
        "SELECT CAST(answer AS VARCHAR) AS answer FROM human_answer WHERE question = $question AND NOT stops "
        'ORDER BY "at", answer_id',
        question=question,
    )
    changed: dict[str, Any] = {}
    for answer in rows["answer"]:
        changed |= orjson.loads(answer)
    return changed


def add_question(ledger: Ledger, question: str, subject: str, flow_run_id: str | None) -> int:
    """Record that a person is asked, in one transaction, and return how often the same was asked before."""
    count = f"SELECT count(*) FROM human_question WHERE {_ASKED}"
    times = int(ledger.select(count, question=question, subject=subject).item())
    with ledger.transaction():
        ledger.append(
            "human_question",
            [{"question": question, "subject": subject, "round": times, "flow_run_id": flow_run_id, "at": now()}],
        )
    return times


def earlier_pauses(ledger: Ledger, question: str, subject: str) -> list[tuple[int, str]]:
    """Return round and flow run of each pause for this question that has no answer on record, latest first."""
    rows = ledger.select(
        f"SELECT round, flow_run_id FROM human_question WHERE {_ASKED} AND flow_run_id IS NOT NULL "
        "AND (question, subject, round) NOT IN (SELECT (question, subject, round) FROM human_answer) "
        "ORDER BY round DESC",
        question=question,
        subject=subject,
    )
    return [(int(times), str(flow_run_id)) for times, flow_run_id in rows.iter_rows()]


def add_answer(ledger: Ledger, question: str, subject: str, times: int, answer: Answer) -> None:
    """Append what a person answered after being asked `times` times before. Call inside a transaction."""
    changed = orjson.dumps(dict(answer.values), option=orjson.OPT_SORT_KEYS).decode()
    ledger.append(
        "human_answer",
        [
            {
                "answer_id": content_id("answer", question, subject, times, changed),
                "question": question,
                "subject": subject,
                "round": times,
                "answer": changed,
                "stops": answer.stops,
                "answered_by": answer.answered_by,
                "at": now(),
            }
        ],
    )


def grouped_edition(ledger: Ledger) -> str:
    """Return the content id of the corpus as it stands, regardless of people's changes to its themes."""
    return str(ledger.select("SELECT edition FROM grouped_edition").item())


def await_person(ledger: Ledger, message: str) -> None:
    """Record that the run under way is waiting for a person, and publish, so that others see its state."""
    with ledger.transaction():
        ledger.change("UPDATE run SET status = 'paused', message = $message WHERE status = 'running'", message=message)
    ledger.publish()


def end_wait(ledger: Ledger) -> None:
    """Record that the run goes on."""
    with ledger.transaction():
        ledger.change(
            "UPDATE run SET status = 'running', message = NULL WHERE status = 'paused' AND finished_at IS NULL"
        )


def screening_agreement(ledger: Ledger) -> dict[str, Any] | None:
    """Return works, observed (share), kappa, low and high for works that analyst and people both judged; None if none.

    Kappa is (po - pe) / (1 - pe) over include, exclude and unsure, with po the share of equal verdicts and pe the share
    expected from how often each side gives each verdict (Cohen 1960, doi:10.1177/001316446002000104); low and high
    bound its 95% interval: that of the share (Wilson 1927, doi:10.1080/01621459.1927.10502953) with chance agreement
    taken as given, as in Cohen's standard error. Kappa is None where both gave one and the same verdict throughout, the
    interval for fewer than 2 * k ** 2 works with k verdicts in use (Cicchetti 1981, doi:10.1177/014662168100500114).
    """
    rows = ledger.select("SELECT works, observed, kappa, low, high FROM screening_agreement")
    return None if rows.is_empty() else rows.row(0, named=True)
