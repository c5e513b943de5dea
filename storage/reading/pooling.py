"""Effects that can be pooled, the requests of people to pool them, and what these come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields

from storage.core.clock import now
from storage.core.ledger import Ledger
from storage.records.pooling import PooledEffect, PooledResult, Pooling, Requested, StatedEffect


def read_stated_effects(ledger: Ledger) -> list[StatedEffect]:
    """Return the effects that works of the review state, older works first, those of a work in its order."""
    return [StatedEffect(**row) for row in ledger.frame("stated_effects").iter_rows(named=True)]


def read_poolings(ledger: Ledger) -> list[Requested]:
    """Return the requests in force by outcome and exposure, with what they come to."""
    asked = [field.name for field in fields(Pooling) if field.name != "wanted"]
    told = [field.name for field in fields(PooledEffect)]
    return [
        Requested(
            Pooling(**{name: row[name] for name in asked}),
            row["at"],
            PooledEffect(**{name: row[name] for name in told}) if row["works"] else None,
        )
        for row in ledger.frame("poolings").iter_rows(named=True)
    ]


def add_pooling(ledger: Ledger, pooling: Pooling) -> None:
    """Append a request, after which earlier ones on the same comparison no longer hold. Call inside a transaction."""
    ledger.append("pooling", [asdict(pooling) | {"at": now()}])


def replace_pooled(ledger: Ledger, effects: Sequence[PooledEffect], results: Sequence[PooledResult]) -> None:
    """Put what the requests in force come to in the place of what they came to before, in one transaction."""
    with ledger.transaction():
        for table, rows in (("pooled_effect", effects), ("pooled_result", results)):
            ledger.change(f"DELETE FROM {table}")
            ledger.append(table, [asdict(row) for row in rows])
