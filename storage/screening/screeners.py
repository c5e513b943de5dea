"""Several people screening by name: their verdicts, each a row that never changes, and what is decided by them.

A work is decided on once as many people as are required have judged it alike. Where they differ, or are all unsure, it
is held as unsure, which neither the analyst nor a rule changes, until a third person decides or they reach a consensus.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any, get_args

from storage.core.clock import now
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.records.screeners import Kind, ScreenerVerdict
from storage.records.screening import Decision, Verdict
from storage.screening.human import ANALYST_SEEN, PERSON
from storage.screening.screening import add_decisions
from storage.screening.screening_by_name import count_required, list_criteria, read_shown_work, read_standing

HELD = "held"
_MOST_SCREENERS = 9
_WITHDRAWAL = "withdrawal"
_REASONS = {
    "agreed": "Judged alike by {n} people, each independently.",
    "alone": "Judged by a person.",
    "third": "People differed; a third person decided.",
    "consensus": "People differed, then agreed: {note}",
    "conflict": "People differ; held until a third person decides or they agree.",
    "unsure": "People are unsure; held until a third person decides or they agree.",
    "pending": "A verdict was taken back; held until enough people have judged it.",
}


def require_screeners(ledger: Ledger, screeners: int, said_by: str) -> None:
    """Record how many people must judge each work, unless that is so already, and decide on what this completes.

    Raises:
        InputError: it is not a number from 1 to 9.
    """
    if not 1 <= screeners <= _MOST_SCREENERS:
        raise InputError(f"{screeners} people cannot judge each work; give --screeners 1 to {_MOST_SCREENERS}")
    if screeners == count_required(ledger):
        return
    with ledger.transaction():
        ledger.append("required_screeners", [{"screeners": screeners, "said_by": said_by, "at": now()}])
        for work_id in ledger.select("SELECT work_id FROM joint_screening ORDER BY work_id")["work_id"]:
            _settle(ledger, work_id)


def add_verdict(ledger: Ledger, given: ScreenerVerdict) -> None:
    """Commit a verdict, and the decision that follows from it, at once; one that is on record already changes nothing.

    A verdict of somebody who had judged the work, or on one that is no conflict any more, is one of their own. One on
    a conflict about a full text, or of somebody who had judged it by that, is by the full text too.

    Raises:
        InputError: the work or criterion is unknown, an exclusion by the full text names none, or the consensus has no
            reason or is not one of theirs, or another verdict has that id.
    """
    if _is_known(ledger, asdict(given)):
        return
    stands = read_standing(ledger, given.work_id)
    is_conflict = bool(stands) and stands[0]["state"] == "conflict"
    if is_conflict or given.screener in {row["screener"] for row in stands}:
        given = replace(given, phase=given.phase or stands[0]["phase"])
    at_stage = [row for row in stands if row["phase"] == given.phase]
    own = {row["screener"]: row["kind"] for row in at_stage if row["kind"] != "consensus"}
    kind = _admit(ledger, given, is_conflict and bool(at_stage), own)
    with ledger.transaction():
        _append(ledger, asdict(given) | {"kind": kind, "withdraws": None})
        _settle(ledger, given.work_id)


def withdraw_verdict(ledger: Ledger, verdict_id: str, withdraws: str, screener: str) -> str:
    """Commit that a person takes a verdict back, and return the work; one decided by it is held until decided anew.

    What the person said of the work before stands again. Taken back twice it changes nothing.

    Raises:
        InputError: the person gave no such verdict, or another row has that id.
    """
    rows = ledger.select(
        "SELECT work_id, phase FROM screener_verdict "
        "WHERE verdict_id = $withdraws AND screener = $screener AND kind <> $kind",
        withdraws=withdraws,
        screener=screener,
        kind=_WITHDRAWAL,
    )
    if rows.is_empty():
        raise InputError("there is no such verdict of yours to take back; reload what you see")
    work_id, phase = rows.row(0)
    row = {"verdict_id": verdict_id, "work_id": work_id, "screener": screener, "verdict": None, "kind": _WITHDRAWAL}
    row |= {"criterion_id": None, "note": "", "withdraws": withdraws, "phase": phase}
    if not _is_known(ledger, row) and not _is_withdrawn(ledger, withdraws):
        with ledger.transaction():
            _append(ledger, row)
            _settle(ledger, work_id)
    return str(work_id)


def _is_known(ledger: Ledger, row: dict[str, Any]) -> bool:
    """Return whether a row is on record already.

    Raises:
        InputError: the one on record under its id says something else.
    """
    rows = ledger.select(
        "SELECT work_id, screener, verdict FROM screener_verdict WHERE verdict_id = $verdict_id",
        verdict_id=row["verdict_id"],
    )
    if rows.is_empty():
        return False
    if rows.row(0) != (row["work_id"], row["screener"], row["verdict"]):
        raise InputError("another verdict is on record under this id; give each its own")
    return True


def _is_withdrawn(ledger: Ledger, verdict_id: str) -> bool:
    sql = "SELECT count(*) > 0 FROM screener_verdict WHERE withdraws = $verdict_id"
    return bool(ledger.select(sql, verdict_id=verdict_id).item())


def _admit(ledger: Ledger, given: ScreenerVerdict, is_conflict: bool, own: dict[str, Kind]) -> Kind:  # noqa: FBT001
    """Return the kind under which a verdict counts; `own` has the kinds of the verdicts that stand, by person."""
    if given.verdict not in get_args(Verdict) or given.kind not in get_args(Kind):
        raise InputError("a verdict is include, exclude or unsure; give one of these")
    if read_shown_work(ledger, given.work_id) is None:
        raise InputError(f"there is no work '{given.work_id[:40]}' to screen; reload what you see")
    if given.criterion_id and given.criterion_id not in {one["criterion_id"] for one in list_criteria(ledger)}:
        raise InputError("there is no such criterion; choose one of those listed")
    if given.phase and given.verdict == "exclude" and not given.criterion_id:
        raise InputError("an exclusion at full text names its reason; choose one of the criteria listed, then exclude")
    if given.kind == "consensus":
        if not is_conflict or given.screener not in own:
            raise InputError("a consensus is for those who differ about a work; others judged it already, so reload")
        if given.verdict == "unsure" or not given.note.strip():
            raise InputError("a consensus is include or exclude, with a note on how it was reached; give both")
        return "consensus"
    standing = own.get(given.screener)
    return standing or ("third" if given.kind == "third" and is_conflict else "own")


def _append(ledger: Ledger, row: dict[str, Any]) -> None:
    """Append a row; it is blind unless the person had judged the work and enough others had."""
    shown = ledger.select(
        "SELECT count(*) > 0 FROM screener_verdict AS v JOIN decision AS d USING (work_id) "
        "WHERE v.work_id = $work_id AND v.screener = $screener AND v.phase IS NOT DISTINCT FROM $phase "
        "AND d.method = 'human' AND d.phase = coalesce($phase, 'screening')",
        work_id=row["work_id"],
        screener=row["screener"],
        phase=row["phase"],
    ).item()
    ledger.append("screener_verdict", [row | {"blind": not shown and row["kind"] != "consensus", "at": now()}])


def _settle(ledger: Ledger, work_id: str) -> None:
    """Append the decision that follows from what people say of a work now, if it is not in force. In a transaction."""
    stands = read_standing(ledger, work_id)
    before = ledger.select(
        "SELECT verdict, decided_by, phase, criterion_id FROM decision WHERE method = 'human' "
        "AND phase IN ('screening', 'full text') AND work_id = $work_id ORDER BY seq DESC LIMIT 1",
        work_id=work_id,
    )
    state = stands[0]["state"] if stands else "pending"
    taken_back = ledger.select(
        "SELECT arg_max(kind, seq) = $kind FROM screener_verdict WHERE work_id = $work_id",
        work_id=work_id,
        kind=_WITHDRAWAL,
    ).item()
    if state == "pending" and (before.is_empty() or not taken_back or before["verdict"].item() == "unsure"):
        return
    decided = _decide(ledger, work_id, state, stands)
    if before.is_empty() or before.row(0) != (decided.verdict, decided.decided_by, decided.phase, decided.criterion_id):
        add_decisions(ledger, [decided])


def _decide(ledger: Ledger, work_id: str, state: str, stands: Sequence[dict[str, Any]]) -> Decision:
    """Return the decision for a state; stage and score stay those of the analyst's, as of a work judged by one."""
    analyst = ledger.select(
        "SELECT stage, score, (SELECT count(*) FROM decision WHERE work_id = $work_id)::INTEGER AS decisions "
        "FROM analyst_decision WHERE work_id = $work_id",
        work_id=work_id,
    ).row(0, named=True)
    verdict = stands[0]["decided"] if stands else None
    behind = [row for row in stands if state != "third" or row["kind"] == "third"]
    why = "alone" if state == "agreed" and len(behind) == 1 else state
    why = "unsure" if state == "conflict" and {row["verdict"] for row in behind} == {"unsure"} else why
    notes = [row["note"] for row in stands if row["kind"] == "consensus"]
    reasons = {row["criterion_id"]: row["criterion"] for row in behind if row["verdict"] == verdict == "exclude"}
    reasons.pop(None, None)
    by_text = bool(stands) and stands[0]["phase"] is not None
    features = {} if verdict else {HELD: 1.0}
    if any(not row["blind"] for row in behind):
        features[ANALYST_SEEN] = 1.0
    return Decision(
        work_id=work_id,
        phase="full text" if by_text else "screening",
        stage=None if by_text else analyst["stage"],
        verdict=verdict or "unsure",
        method="human",
        reason=_REASONS[why].format(n=len(behind), note=notes[-1] if notes else "")
        + (f" Their reasons differ: {'; '.join(sorted(reasons.values()))}." if len(reasons) > 1 else ""),
        score=analyst["score"],
        criterion_id=next(iter(reasons)) if len(reasons) == 1 else None,
        features=features,
        decided_by=_name_people([row["screener"] for row in behind]),
        earlier=analyst["decisions"],
    )


def _name_people(screeners: Sequence[str]) -> str:
    """Return who decided, in the form of a single person's name where it was one."""
    people = list(dict.fromkeys(screeners))
    if len(people) == 1:
        return people[0]
    return f"people: {', '.join(one.removeprefix(f'{PERSON}: ') for one in sorted(people))}" if people else PERSON
