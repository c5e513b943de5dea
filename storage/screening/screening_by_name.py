"""What people who screen by name have yet to judge, what they may see of what others said, and how far they agree."""

from __future__ import annotations

from typing import Any

from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.records.screeners import Queue
from storage.screening.criteria import RULES
from storage.screening.human import PERSON


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


def screener_queue(ledger: Ledger, screener: str, threshold: float) -> dict[str, int]:
    """Return the works that a person has yet to judge, in order, each with how many others have judged it.

    First come those that others have judged already, then those nearest the analyst's threshold.
    """
    return dict(ledger.frame("screener_queue", screener=screener, threshold=threshold).iter_rows())


def list_queue(ledger: Ledger, screener: str, queue: Queue, threshold: float) -> list[str]:
    """Return the works of a queue that a person has yet to judge, in order."""
    if queue == "texts":
        return list(text_queue(ledger, screener))
    return list(
        conflict_queue(ledger, screener) if queue == "conflicts" else screener_queue(ledger, screener, threshold)
    )


def text_queue(ledger: Ledger, screener: str) -> dict[str, int]:
    """Return the works that a person has yet to judge by their full text, each with how many others have.

    Those that others have judged already come first.
    """
    return dict(ledger.frame("text_queue", screener=screener).iter_rows())


def conflict_queue(ledger: Ledger, screener: str) -> dict[str, bool]:
    """Return the works on which people differ or are all unsure, each with whether the person has judged it.

    Those they have not judged come first.
    """
    return dict(ledger.frame("conflict_queue", screener=screener).iter_rows())


def read_shown_work(ledger: Ledger, work_id: str) -> dict[str, Any] | None:
    """Return work_id, title, abstract, year, venue, doi and authors of a work, and nothing that anybody says of it.

    None if people have no such work to screen.
    """
    rows = ledger.frame("shown_work", work_id=work_id)
    return None if rows.is_empty() else rows.row(0, named=True)


def list_criteria(ledger: Ledger, *, by_text: bool = False) -> list[dict[str, Any]]:
    """Return criterion_id, name (its code in the protocol, if any), kind and text of what works are screened by.

    Those of exclusion come first, the rules that need no person behind the others; by full texts those with a code,
    then others that works are judged by one by one.
    """
    rows = ledger.select(
        "SELECT criterion_id, name, kind, text FROM criterion LEFT JOIN criterion_name USING (criterion_id) "
        "WHERE proposed_by IS NULL OR criterion_id IN (SELECT criterion_id FROM screening_criterion) "
        "ORDER BY $by_text AND name IS NULL, $by_text AND proposed_by IS NULL, kind, proposed_by IS NULL, "
        "list_contains($rules, text), CASE WHEN $by_text THEN name END, text",
        by_text=by_text,
        rules=list(RULES.values()),
    )
    return list(rows.iter_rows(named=True))


def list_judged(ledger: Ledger, screener: str) -> list[str]:
    """Return the works that a person has judged, in the order in which they did."""
    rows = ledger.select(
        "SELECT work_id FROM standing_verdict WHERE screener = $screener GROUP BY work_id ORDER BY max(seq)",
        screener=screener,
    )
    return list(rows["work_id"])


def read_last_verdict(ledger: Ledger, screener: str) -> dict[str, Any] | None:
    """Return verdict_id, work_id, title and verdict of what a person said last and has not taken back, if anything."""
    rows = ledger.select(
        "SELECT s.verdict_id, s.work_id, w.title, s.verdict FROM standing_verdict AS s JOIN work AS w USING (work_id) "
        "WHERE s.screener = $screener ORDER BY s.seq DESC LIMIT 1",
        screener=screener,
    )
    return None if rows.is_empty() else rows.row(0, named=True)


def read_opinions(ledger: Ledger, work_id: str, screener: str) -> dict[str, Any]:
    """Return what a person may see of what was said of a work: `state`, `mine`, and `others` and `analyst` once shown.

    `state` is that of the view joint_screening; `mine` is a row of standing_verdict, or None; `others` are such rows,
    and `analyst` the analyst's decision, of a work that the person and enough others have judged; else empty and None.
    """
    stands = read_standing(ledger, work_id)
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


def read_standing(ledger: Ledger, work_id: str) -> list[dict[str, Any]]:
    """Return what stands of what was said of a work, oldest first, each with the state of the whole.

    Once somebody judged it by its full text, only what was said by that.
    """
    rows = ledger.select(
        "SELECT s.*, nullif(concat_ws(' ', n.name, c.kind, c.text), '') AS criterion, j.state, j.verdict AS decided "
        "FROM standing_verdict AS s JOIN joint_screening AS j ON j.work_id = s.work_id "
        "AND j.phase IS NOT DISTINCT FROM s.phase LEFT JOIN criterion AS c ON c.criterion_id = s.criterion_id "
        "LEFT JOIN criterion_name AS n ON n.criterion_id = s.criterion_id WHERE s.work_id = $work_id ORDER BY s.seq",
        work_id=work_id,
    )
    return list(rows.iter_rows(named=True))


def screener_agreement(ledger: Ledger) -> list[dict[str, Any]]:
    """Return how far each two people agree, as in the view screener_agreement; nobody has seen more than is in it."""
    sql = "FROM screener_agreement ORDER BY phase NULLS FIRST, screener, other"
    return list(ledger.select(sql).iter_rows(named=True))


def read_text(ledger: Ledger, work_id: str) -> list[str]:
    """Return the pages of a work's stored full text, in order; none where it has none."""
    rows = ledger.select(
        "SELECT text FROM document WHERE work_id = $work_id AND level = 0 AND page > 0 AND source = 'full text' "
        "ORDER BY page",
        work_id=work_id,
    )
    return list(rows["text"])


def read_screening_counts(ledger: Ledger) -> dict[str, int]:
    """Return how many works there are to screen, and how many are decided on, in conflict and pending.

    `reasons_differ` are those that people exclude alike for different reasons.
    """
    return ledger.select(
        "SELECT count(*) AS works, count(*) FILTER (state IN ('agreed', 'third', 'consensus')) AS decided, "
        "count(*) FILTER (state = 'conflict') AS conflicts, works - decided - conflicts AS pending, "
        "(SELECT count(DISTINCT work_id) FROM reason_conflict) AS reasons_differ "
        "FROM screenable LEFT JOIN joint_screening USING (work_id)"
    ).row(0, named=True)


def read_search_state(ledger: Ledger) -> dict[str, Any] | None:
    """Return how the search stands after its latest stage (the query search_state); None before one has ended."""
    rows = ledger.frame("search_state")
    return None if rows.is_empty() else rows.row(0, named=True)
