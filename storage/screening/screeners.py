"""Several people screening by name: their verdicts, each a row that never changes, and what is decided by them.

A work is decided on once as many people as are required have judged it alike. Where they differ, or are all unsure, it is
held as unsure, which neither the analyst nor a rule changes, until a third person decides or they reach a consensus.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, get_args

from storage.core.clock import now
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.records.screeners import Kind, ScreenerVerdict
from storage.records.search import Decision, Verdict
from storage.screening.human import ANALYST_SEEN, PERSON
from storage.screening.screening import add_decisions

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


def count_required(ledger: Ledger) -> int:
    """Return how many people must judge each work; 1 where nobody said otherwise."""
    return int(ledger.select('SELECT coalesce(arg_max(screeners, "at"), 1) FROM required_screeners').item())


def find_screener(ledger: Ledger, name: str) -> str:
    """Return how the ledger calls a person (`tasks.human.forms.name_person`): as before, if only the case differs.

    Raises:
        InputError: it is no name.
    """
    if name == PERSON:
        raise InputError("whoever screens beside others needs a name; give one with letters, as in --as ANNA")
    known = ledger.select("SELECT DISTINCT screener FROM screener_verdict ORDER BY screener")["screener"]
    return next((one for one in known if one.casefold() == name.casefold()), name)


def add_verdict(ledger: Ledger, given: ScreenerVerdict) -> None:
    """Commit a verdict, and the decision that follows from it, at once; one that is on record already changes nothing.

    A verdict of somebody who had judged the work, or on one that is no conflict any more, is one of their own.

    Raises:
        InputError: the work or criterion is unknown, or the consensus has no reason or is not one of theirs, or another
            verdict has that id.
    """
    if _is_known(ledger, asdict(given)):
        return
    stands = _read_state(ledger, given.work_id)
    own = {row["screener"]: row["kind"] for row in stands if row["kind"] != "consensus"}
    kind = _admit(ledger, given, bool(stands) and stands[0]["state"] == "conflict", own)
    with ledger.transaction():
        _append(ledger, asdict(given) | {"kind": kind, "withdraws": None})
        _settle(ledger, given.work_id)


def withdraw_verdict(ledger: Ledger, verdict_id: str, withdraws: str, screener: str) -> None:
    """Commit that a person takes a verdict of theirs back; a work decided by it is held as unsure until decided anew.

    What the person said of the work before stands again. Taken back twice it changes nothing.

    Raises:
        InputError: the person gave no such verdict, or another row has that id.
    """
    rows = ledger.select(
        "SELECT work_id FROM screener_verdict WHERE verdict_id = $withdraws AND screener = $screener AND kind <> $kind",
        withdraws=withdraws,
        screener=screener,
        kind=_WITHDRAWAL,
    )
    if rows.is_empty():
        raise InputError("there is no such verdict of yours to take back; reload what you see")
    row = {"verdict_id": verdict_id, "work_id": rows.item(), "screener": screener, "verdict": None, "kind": _WITHDRAWAL}
    row |= {"criterion_id": None, "note": "", "withdraws": withdraws}
    if _is_known(ledger, row) or _is_withdrawn(ledger, withdraws):
        return
    with ledger.transaction():
        _append(ledger, row)
        _settle(ledger, row["work_id"])


def read_last_verdict(ledger: Ledger, screener: str) -> dict[str, Any] | None:
    """Return verdict_id, work_id, title and verdict of what a person said last and has not taken back, if anything."""
    rows = ledger.select(
        "SELECT s.verdict_id, s.work_id, w.title, s.verdict FROM standing_verdict AS s JOIN work AS w USING (work_id) "
        "WHERE s.screener = $screener ORDER BY s.seq DESC LIMIT 1",
        screener=screener,
    )
    return None if rows.is_empty() else rows.row(0, named=True)


def screener_queue(ledger: Ledger, screener: str, threshold: float) -> list[dict[str, Any]]:
    """Return the works that a person has yet to judge, without what anybody or the analyst says of them.

    Each row has work_id, title, abstract, year, venue, doi and authors; first those that others have judged already,
    then those nearest the analyst's threshold.
    """
    return list(ledger.frame("screener_queue", screener=screener, threshold=threshold).iter_rows(named=True))


def conflict_queue(ledger: Ledger, screener: str) -> list[dict[str, Any]]:
    """Return the works on which people differ or are all unsure, as in `screener_queue`, with is_party.

    This says whether the person has judged the work; those they have not judged come first.
    """
    return list(ledger.frame("conflict_queue", screener=screener).iter_rows(named=True))


def read_shown_work(ledger: Ledger, work_id: str) -> dict[str, Any] | None:
    """Return a work as in `screener_queue`; None if there is none for people to screen."""
    rows = ledger.frame("shown_work", work_id=work_id)
    return None if rows.is_empty() else rows.row(0, named=True)


def list_judged(ledger: Ledger, screener: str) -> list[str]:
    """Return the works that a person has judged, in the order in which they did."""
    rows = ledger.select(
        "SELECT work_id FROM standing_verdict WHERE screener = $screener GROUP BY work_id ORDER BY max(seq)",
        screener=screener,
    )
    return list(rows["work_id"])


def read_opinions(ledger: Ledger, work_id: str, screener: str) -> dict[str, Any]:
    """Return what a person may see of what was said of a work: `state`, `mine`, and `others` and `analyst` once shown.

    `state` is that of the view joint_screening; `mine` is a row of standing_verdict, or None; `others` are such rows, and
    `analyst` the analyst's decision, of a work that the person and enough others have judged; else empty and None.
    """
    stands = _read_state(ledger, work_id)
    mine = [row for row in stands if row["screener"] == screener]
    state = stands[0]["state"] if stands else "pending"
    told: dict[str, Any] = {"state": state, "mine": mine[-1] if mine else None, "others": [], "analyst": None}
    if mine and state != "pending":
        told["others"] = [row for row in stands if row not in mine]
        analyst = ledger.select(
            "SELECT verdict, score, reason FROM analyst_decision WHERE work_id = $work_id", work_id=work_id
        )
        told["analyst"] = None if analyst.is_empty() else analyst.row(0, named=True)
    return told


def screener_agreement(ledger: Ledger) -> list[dict[str, Any]]:
    """Return how far each two people agree, as in the view screener_agreement; nobody has seen more than is in it."""
    return list(ledger.select("FROM screener_agreement ORDER BY screener, other").iter_rows(named=True))


def read_screening_counts(ledger: Ledger) -> dict[str, int]:
    """Return how many works there are to screen, and how many are decided on, in conflict and pending."""
    return ledger.select(
        "SELECT count(*) AS works, count(*) FILTER (state IN ('agreed', 'third', 'consensus')) AS decided, "
        "count(*) FILTER (state = 'conflict') AS conflicts, count(*) FILTER (coalesce(state, 'pending') = 'pending') AS "
        "pending FROM screenable LEFT JOIN joint_screening USING (work_id)"
    ).row(0, named=True)


def list_criteria(ledger: Ledger) -> list[dict[str, Any]]:
    """Return criterion_id, kind and text of what works are screened by, those of exclusion first."""
    rows = ledger.select(
        "SELECT criterion_id, kind, text FROM criterion WHERE proposed_by IS NULL OR criterion_id IN "
        "(SELECT criterion_id FROM screening_criterion) ORDER BY kind, proposed_by IS NULL, text"
    )
    return list(rows.iter_rows(named=True))


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


def _read_state(ledger: Ledger, work_id: str) -> list[dict[str, Any]]:
    """Return what stands of what was said of a work, oldest first, each with the state of the whole."""
    rows = ledger.select(
        "SELECT s.*, c.kind || ' ' || c.text AS criterion, j.state, j.verdict AS decided FROM standing_verdict AS s "
        "JOIN joint_screening AS j USING (work_id) LEFT JOIN criterion AS c ON c.criterion_id = s.criterion_id "
        "WHERE s.work_id = $work_id ORDER BY s.seq",
        work_id=work_id,
    )
    return list(rows.iter_rows(named=True))


def _admit(ledger: Ledger, given: ScreenerVerdict, is_conflict: bool, own: dict[str, Kind]) -> Kind:  # noqa: FBT001
    """Return the kind under which a verdict counts; `own` has the kinds of the verdicts that stand, by person."""
    if given.verdict not in get_args(Verdict) or given.kind not in get_args(Kind):
        raise InputError("a verdict is include, exclude or unsure; give one of these")
    if read_shown_work(ledger, given.work_id) is None:
        raise InputError(f"there is no work '{given.work_id[:40]}' to screen; reload what you see")
    if given.criterion_id and given.criterion_id not in {one["criterion_id"] for one in list_criteria(ledger)}:
        raise InputError("there is no such criterion; choose one of those listed")
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
        "WHERE v.work_id = $work_id AND v.screener = $screener AND d.method = 'human'",
        work_id=row["work_id"],
        screener=row["screener"],
    ).item()
    seq = ledger.select("SELECT nextval('event_seq') AS seq FROM range($n)", n=1).item()
    ledger.append(
        "screener_verdict",
        [row | {"blind": not shown and row["kind"] != "consensus", "at": now(), "seq": seq}],
    )


def _settle(ledger: Ledger, work_id: str) -> None:
    """Append the decision that follows from what people say of a work now, if it is not in force. In a transaction."""
    stands = _read_state(ledger, work_id)
    before = ledger.select(
        "SELECT verdict, decided_by FROM decision WHERE work_id = $work_id AND phase = 'screening' AND method = 'human' "
        "ORDER BY seq DESC LIMIT 1",
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
    if before.is_empty() or before.row(0) != (decided.verdict, decided.decided_by):
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
    named = {row["criterion_id"] for row in behind if row["criterion_id"] and row["verdict"] == verdict}
    features = {} if verdict else {HELD: 1.0}
    if any(not row["blind"] for row in behind):
        features[ANALYST_SEEN] = 1.0
    return Decision(
        work_id=work_id,
        phase="screening",
        stage=analyst["stage"],
        verdict=verdict or "unsure",
        method="human",
        reason=_REASONS[why].format(n=len(behind), note=notes[-1] if notes else ""),
        score=analyst["score"],
        criterion_id=named.pop() if verdict == "exclude" and len(named) == 1 else None,
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
