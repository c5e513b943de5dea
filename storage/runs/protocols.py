"""The protocol of a review on record: its versions, appended with date and reason, and what each changed."""

from __future__ import annotations

from collections.abc import Sequence

import orjson
import polars as pl

from storage.core.clock import now
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.records.criteria import Criterion
from storage.records.protocol import GivenProtocol, ProtocolChange, ProtocolVersion, Reason
from storage.records.search import Plan

VERSIONS = 'SELECT number, sha256, text, reason, "at", dated FROM protocol_version ORDER BY number'
"""The versions of the protocol, as of a ledger or a published copy."""
_COLUMNS = {"question": "questions", "criterion": "criteria", "field": "extract"}


def check_reason(name: str, kept: ProtocolVersion | None, given: GivenProtocol, reason: str, *, judged: bool) -> None:
    """Return if a protocol may be taken into the review of this name, of which works were `judged` or not.

    Raises:
        InputError: it amends the one in force, or is given after works were decided on, and there is no reason.
    """
    if reason or (kept and kept.sha256 == given.sha256):
        return
    remedy = "say why with --reason, or in an entry of [[amendments]] in it"
    if kept:
        raise InputError(
            f"the protocol differs from version {kept.number}, which is in force in review '{name}'; {remedy}, or "
            "leave --protocol out"
        )
    if judged:
        raise InputError(f"works of review '{name}' were decided on before it had a protocol; {remedy}")


def keep_protocol(
    ledger: Ledger, plan: Plan, before: GivenProtocol | None, given: GivenProtocol, reason: Reason
) -> None:
    """Append a protocol that differs from the one in force (`before`), and what it changes. Call inside a transaction.

    The review's questions, criteria, fields and recall target, so far those of the plan, become those of the protocol;
    parts that neither it nor the one before states stay.

    Raises:
        InputError: it amends the one in force, or is given after works were decided on, and there is no reason.
    """
    versions = read_protocols(ledger)
    judged = bool(ledger.select("SELECT EXISTS (FROM decision)").item())
    check_reason(ledger.folder.name, versions[-1] if versions else None, given, reason.text, judged=judged)
    if versions and versions[-1].sha256 == given.sha256:
        return
    number = len(versions) + 1
    row = {"number": number, "sha256": given.sha256, "text": given.text, "reason": reason.text, "at": now()}
    asked = ledger.select("SELECT questions, criteria, extract FROM review").row(0, named=True)
    row |= {"replaced": orjson.dumps(asked).decode()}
    dated = pl.DataFrame([row | {"dated": reason.dated}], schema_overrides={"dated": pl.Date})
    ledger.append("protocol_version", dated)
    named = [{"number": number, "id": name, "criterion_id": key} for name, key in given.criterion_ids.items()]
    ledger.append("protocol_criterion", named)
    held = {"question": plan.questions, "criterion": plan.criteria, "field": plan.extract}
    stated = before.list_parts() if before else {}
    for part, lines in given.list_parts().items():
        if lines or stated.get(part):
            _append_changes(ledger, number, part, stated.get(part) or held[part], lines)
            ledger.change(f"UPDATE review SET {_COLUMNS[part]} = $lines", lines=list(lines))
    target = ledger.select("SELECT recall_target FROM review").item()
    _append_changes(ledger, number, "recall target", [f"{target:g}"], [f"{given.recall_target:g}"])
    ledger.change("UPDATE review SET recall_target = $target", target=given.recall_target)


def _append_changes(ledger: Ledger, number: int, part: str, old: Sequence[str], new: Sequence[str]) -> None:
    changed = [("withdrawn", line) for line in old if line not in new]
    changed += [("added", line) for line in new if line not in old]
    ledger.append(
        "protocol_change",
        [
            {
                "number": number,
                "part": part,
                "action": action,
                "text": line,
                "criterion_id": Criterion.read(line).criterion_id if part == "criterion" else "",
            }
            for action, line in changed
        ],
    )


def read_protocols(ledger: Ledger) -> list[ProtocolVersion]:
    """Return the versions of the protocol, the first first; none for a review without one."""
    return [ProtocolVersion(**row) for row in ledger.select(VERSIONS).iter_rows(named=True)]


def read_changes(ledger: Ledger) -> list[ProtocolChange]:
    """Return what each version of the protocol changed of the review as it stood, in order."""
    rows = ledger.select(
        'SELECT number, part, "action", text FROM protocol_change '
        "ORDER BY number, list_position(['question', 'criterion', 'field'], part) NULLS LAST, \"action\" DESC, text"
    )
    return [ProtocolChange(**row) for row in rows.iter_rows(named=True)]


def count_protocol_exclusions(ledger: Ledger) -> dict[str, int]:
    """Return how many works each criterion left out, none included, by its id in the protocol in force."""
    rows = ledger.select(
        "SELECT p.id, coalesce(e.works, 0)::INTEGER AS works FROM protocol_criterion AS p "
        "LEFT JOIN criterion_exclusion AS e USING (criterion_id) "
        "WHERE p.number = (SELECT max(number) FROM protocol_version) ORDER BY p.id"
    )
    return dict(rows.iter_rows())
