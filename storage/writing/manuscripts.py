"""What review.md last held: noted before it is written and once it is in its place, so that no change goes unseen."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from storage.core.ledger import Ledger

WRITTEN, READ = "written", "read"


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A state of review.md; `owners`, `language` and `stored` are as in the table `manuscript`."""

    origin: str
    sha256: str
    text: str
    owners: tuple[str, ...]
    language: str | None = None
    stored: tuple[str, ...] = ()


def read_manuscripts(ledger: Ledger) -> list[Manuscript]:
    """Return what review.md can hold if nobody changed it: what it last held, then what a run cut short wrote.

    Nothing where nothing was ever written.
    """
    return _read(ledger, "number >= (SELECT max(number) FROM manuscript WHERE settled)")


def read_sources(ledger: Ledger) -> list[Manuscript]:
    """Return what a copy of review.md can have been made of: what the program last wrote, and what was read since."""
    return _read(ledger, "settled")


def _read(ledger: Ledger, condition: str) -> list[Manuscript]:
    rows = ledger.select(
        f"SELECT origin, sha256, text, owners, language, stored FROM manuscript WHERE {condition} ORDER BY number"
    )
    return [
        Manuscript(origin, sha256, text, tuple(owners), language, tuple(stored))
        for origin, sha256, text, owners, language, stored in rows.iter_rows()
    ]


def append_manuscript(ledger: Ledger, manuscript: Manuscript, *, settled: bool) -> None:
    """Append what review.md is about to hold, or holds. Call inside a transaction."""
    number = int(ledger.select("SELECT coalesce(max(number), 0) + 1 FROM manuscript").item())
    row = {
        "number": number,
        "origin": manuscript.origin,
        "sha256": manuscript.sha256,
        "text": manuscript.text,
        "owners": list(manuscript.owners),
        "language": manuscript.language,
        "stored": list(manuscript.stored),
        "settled": False,
    }
    ledger.append(
        "manuscript", pl.DataFrame([row], schema_overrides={"language": pl.String, "stored": pl.List(pl.String)})
    )
    if settled:
        _settle(ledger)


def settle_manuscript(ledger: Ledger) -> None:
    """Note that the last manuscript is in its place, and forget what was there before, in one transaction."""
    with ledger.transaction():
        _settle(ledger)


def _settle(ledger: Ledger) -> None:
    ledger.change("DELETE FROM manuscript WHERE NOT settled AND number < (SELECT max(number) FROM manuscript)")
    ledger.change("UPDATE manuscript SET settled = true")
    ledger.change(
        "DELETE FROM manuscript WHERE number < (SELECT max(number) FROM manuscript WHERE origin = $written)",
        written=WRITTEN,
    )
