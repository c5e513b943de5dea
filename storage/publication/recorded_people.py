"""What people did in an earlier review, in the order they did it, for a replay that asks nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from storage.core.clock import now
from storage.core.errors import InputError, RecordMissing
from storage.core.ledger import Ledger
from storage.writing.versions import open_snapshot

_RUNS = "SELECT started_at, finished_at, status, message FROM run ORDER BY started_at"
_QUESTIONS = 'SELECT question, subject, round, "at" FROM human_question ORDER BY "at"'
_ANSWERS = 'SELECT * REPLACE (CAST(answer AS VARCHAR) AS answer) FROM human_answer ORDER BY "at", answer_id'
_VERDICTS = (
    "SELECT * REPLACE (CAST(features AS VARCHAR) AS features) FROM decision WHERE method = 'human' AND decided_by "
    "NOT IN ('user', 'import') ORDER BY seq"
)
# What people do between two runs, by table.
_UNPROMPTED = {
    "appraisal": 'SELECT * FROM appraisal ORDER BY "at", work_id, domain',
    "pooling": 'SELECT * FROM pooling ORDER BY "at", exposure, outcome, measure',
    "required_screeners": 'SELECT * FROM required_screeners ORDER BY "at"',
    "screener_verdict": "SELECT * EXCLUDE (seq) FROM screener_verdict ORDER BY seq",
}
_UNASKED = "SELECT phase, message FROM problem WHERE kind = 'nobody asked' ORDER BY ALL"
_KNOWN = "SELECT decision_id FROM decision WHERE method = 'human'"

Rows = tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Deed:
    """What people did on one occasion: an answer to a question, verdicts, or both; `verdicts` are rows of `decision`.

    Without `point`, the verdicts were given between two runs (`litreview screen`), as was what `unprompted` has by
    table (`litreview appraise`, `litreview pool`, `litreview screen --as`). `finished` counts the runs finished before
    it; `stops` says that the run ended there, `resumed` that another followed.
    """

    point: str
    subject: str
    answer: dict[str, Any] | None
    verdicts: Rows
    finished: int
    stops: bool
    resumed: bool
    unprompted: Mapping[str, Rows] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RecordedPeople:
    """The deeds of people in a review, in order; `unasked` says where and why nobody was asked, as (point, why)."""

    folder: Path
    deeds: tuple[Deed, ...]
    unasked: tuple[tuple[str, str], ...]

    @property
    def points(self) -> tuple[str, ...]:
        """Return the points at which people were to be asked."""
        return tuple(
            dict.fromkeys([*(deed.point for deed in self.deeds if deed.point), *(one for one, _ in self.unasked)])
        )

    def next_deed(self, ledger: Ledger) -> Deed | None:
        """Return the first deed that a ledger does not hold yet; None after the last."""
        return next(iter(self.pending(ledger)), None)

    def pending(self, ledger: Ledger) -> list[Deed]:
        """Return the deeds that a ledger does not hold yet."""
        answers = set(ledger.select("SELECT answer_id FROM human_answer")["answer_id"])
        verdicts = set(ledger.select(_KNOWN)["decision_id"])
        held = {table: set(ledger.select(sql).iter_rows()) for table, sql in _UNPROMPTED.items()}
        return [
            deed
            for deed in self.deeds
            if (deed.answer and deed.answer["answer_id"] not in answers)
            or any(row["decision_id"] not in verdicts for row in deed.verdicts)
            or any(tuple(row.values()) not in held[table] for table, rows in deed.unprompted.items() for row in rows)
        ]


def read_recorded_people(folder: Path) -> RecordedPeople:
    """Return what people did in a published review.

    Raises:
        InputError: there is no published review in the folder, it was updated, or its people gave verdicts a replay
            cannot follow.
    """
    with open_snapshot(folder) as record:
        if updates := record.select("SELECT count(*) FROM living_update").item():
            raise InputError(
                f"the review in '{folder}' was updated {updates} times since it was written, which a replay cannot "
                "follow; replay a copy of it from before, or review anew without LITREVIEW_REPLAY"
            )
        runs, questions, answers, verdicts, unasked, *given = (
            list(record.select(sql).iter_rows(named=True))
            for sql in (_RUNS, _QUESTIONS, _ANSWERS, _VERDICTS, _UNASKED, *_UNPROMPTED.values())
        )
    deeds = [*_read_asked(runs, questions, answers, verdicts)]
    asked = {row["decision_id"] for _, deed in deeds for row in deed.verdicts}
    unasked_for = [row for row in verdicts if row["decision_id"] not in asked]
    deeds += _read_sessions(folder, runs, unasked_for, *given)
    return RecordedPeople(
        folder,
        tuple(deed for _, deed in sorted(deeds, key=lambda pair: pair[0])),
        tuple((row["phase"], row["message"]) for row in unasked),
    )


def count_finished(ledger: Ledger) -> int:
    """Return how many runs of a review have finished."""
    return int(ledger.select("SELECT count(*) FROM run WHERE status = 'finished'").item())


def add_deed(ledger: Ledger, deed: Deed) -> None:
    """Append what people did, verbatim except for numbers of order and the times of answers and decisions.

    Call inside a transaction.

    Raises:
        RecordMissing: a work that they judged was not found here.
    """
    moment = now()
    if deed.answer:
        ledger.append("human_answer", [deed.answer | {"at": moment}])
    met = set(ledger.select("SELECT DISTINCT work_id FROM discovery")["work_id"])
    given = [*deed.verdicts, *(row for rows in deed.unprompted.values() for row in rows)]
    if strange := [row["work_id"] for row in given if "work_id" in row and row["work_id"] not in met]:
        raise RecordMissing(
            f"people judged {len(set(strange))} works that this replay did not find, {strange[0]} among them; replay "
            "with the same topic, options and version of litreview, or review anew without LITREVIEW_REPLAY"
        )
    known = set(ledger.select(_KNOWN)["decision_id"])
    fresh = [row for row in deed.verdicts if row["decision_id"] not in known]
    ledger.append("decision", _number(ledger, [row | {"decided_at": moment} for row in fresh]))
    for table, rows in deed.unprompted.items():
        ledger.append(table, _number(ledger, rows) if table == "screener_verdict" else rows)


def _number(ledger: Ledger, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows with numbers of order, which go on from those of this ledger."""
    numbers = ledger.select("SELECT nextval('event_seq') AS seq FROM range($n)", n=len(rows))["seq"].sort()
    return [row | {"seq": seq} for row, seq in zip(rows, numbers, strict=True)]


def _read_asked(
    runs: Sequence[dict[str, Any]],
    questions: Sequence[dict[str, Any]],
    answers: Sequence[dict[str, Any]],
    verdicts: Sequence[dict[str, Any]],
) -> list[tuple[datetime, Deed]]:
    """Return the questions that were answered, or led to verdicts, with the time each was put."""
    found = []
    for question in questions:
        run = _run_at(runs, question["at"])
        asked = (name, subject, _) = tuple(question[key] for key in ("question", "subject", "round"))
        answer = next((one for one in answers if (one["question"], one["subject"], one["round"]) == asked), None)
        given = tuple(row for row in verdicts if (row["phase"], row["subject"], row["round"]) == asked)
        stops = bool(answer["stops"]) if answer else run["status"] not in {"finished", "running"}
        if answer or given:
            resumed = not stops or run is not runs[-1]
            deed = Deed(name, subject, answer, given, _count_finished(runs, run), stops, resumed)
            found.append((question["at"], deed))
    return found


def _read_sessions(
    folder: Path, runs: Sequence[dict[str, Any]], *given: Sequence[dict[str, Any]]
) -> list[tuple[datetime, Deed]]:
    """Return verdicts, and the rows of other tables, given between runs, grouped where no run came between them."""
    groups: dict[datetime, tuple[list[dict[str, Any]], ...]] = {}
    for kind, rows in enumerate(given):
        for row in rows:
            run = _run_at(runs, _given_at(row))
            if run["status"] != "finished" and not _stopped_by_person(run):
                raise InputError(
                    f"people judged works of the review in '{folder}' while a run of it was interrupted, which a "
                    "replay cannot follow; review anew without LITREVIEW_REPLAY"
                )
            groups.setdefault(run["started_at"], tuple([] for _ in given))[kind].append(row)
    deeds = []
    for started, (judged, *others) in groups.items():
        run = _run_at(runs, started)
        before = _count_finished(runs, run) + (run["status"] == "finished")
        deed = Deed(
            "",
            "",
            None,
            tuple(judged),
            before,
            stops=False,
            resumed=run is not runs[-1],
            unprompted={table: tuple(rows) for table, rows in zip(_UNPROMPTED, others, strict=True) if rows},
        )
        deeds.append((min(_given_at(row) for rows in (judged, *others) for row in rows), deed))
    return deeds


def _given_at(row: dict[str, Any]) -> datetime:
    """Return when a row was given."""
    given: datetime = row["decided_at"] if "decided_at" in row else row["at"]
    return given


def _stopped_by_person(run: dict[str, Any]) -> bool:
    return run["status"] == "stopped" and ": a person stopped the run" in (run["message"] or "")


def _run_at(runs: Sequence[dict[str, Any]], moment: datetime) -> dict[str, Any]:
    """Return the last run that had begun by then."""
    return [run for run in runs if run["started_at"] <= moment][-1]


def _count_finished(runs: Sequence[dict[str, Any]], run: dict[str, Any]) -> int:
    """Return how many runs before this one had finished."""
    return sum(other["status"] == "finished" for other in runs if other["started_at"] < run["started_at"])
