"""The protocol of a review on record: its versions, appended with date and reason."""

from __future__ import annotations

from storage.core.clock import now
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.records.protocol import GivenProtocol, ProtocolVersion


def keep_protocol(ledger: Ledger, given: GivenProtocol, reason: str) -> bool:
    """Append a protocol that differs from the one in force, in one transaction; return whether it does.

    The recall target of the review becomes that of the protocol.

    Raises:
        InputError: it amends the one in force, or is given after works were decided on, and there is no reason.
    """
    kept = read_protocols(ledger)
    if kept and kept[-1].sha256 == given.sha256:
        return False
    name = ledger.folder.name
    if kept and not reason:
        raise InputError(
            f"the protocol differs from version {kept[-1].number}, which is in force in review '{name}'; say why with "
            "--reason, or leave --protocol out"
        )
    if not reason and ledger.select("SELECT EXISTS (FROM decision)").item():
        raise InputError(
            f"works of review '{name}' were decided on before it had a protocol; say with --reason why it is given now"
        )
    number = len(kept) + 1
    row = {"number": number, "sha256": given.sha256, "text": given.text, "reason": reason, "at": now()}
    named = [{"number": number, "id": one, "criterion_id": key} for one, key in given.criteria.items()]
    with ledger.transaction():
        ledger.append("protocol_version", [row])
        ledger.append("protocol_criterion", named)
        ledger.change("UPDATE review SET recall_target = $target", target=given.recall_target)
    return True


def read_protocols(ledger: Ledger) -> list[ProtocolVersion]:
    """Return the versions of the protocol, the first first; none for a review without one."""
    rows = ledger.select('SELECT number, sha256, text, reason, "at" FROM protocol_version ORDER BY number')
    return [ProtocolVersion(**row) for row in rows.iter_rows(named=True)]


def count_protocol_exclusions(ledger: Ledger) -> dict[str, int]:
    """Return how many works each criterion left out, none included, by its id in the protocol in force."""
    rows = ledger.select(
        "SELECT p.id, coalesce(e.works, 0)::INTEGER AS works FROM protocol_criterion AS p "
        "LEFT JOIN criterion_exclusion AS e USING (criterion_id) "
        "WHERE p.number = (SELECT max(number) FROM protocol_version) ORDER BY p.id"
    )
    return dict(rows.iter_rows())
