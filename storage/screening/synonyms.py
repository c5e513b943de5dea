"""Other names of what the topic names, as the works of the first search define them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from storage.core.ledger import Ledger
from storage.records.synonyms import Synonym


def found_texts(ledger: Ledger) -> list[tuple[str, str]]:
    """Return (work_id, title and abstract) of every work found so far, by id."""
    rows = ledger.select(
        "SELECT work_id, concat_ws('. ', title, abstract) AS text FROM work "
        "WHERE work_id IN (SELECT work_id FROM discovery) ORDER BY work_id"
    )
    return list(rows.iter_rows())


def add_synonyms(ledger: Ledger, synonyms: Iterable[Synonym]) -> None:
    """Append other names, in one transaction."""
    with ledger.transaction():
        ledger.append("synonym", [asdict(synonym) for synonym in synonyms])


def read_synonyms(ledger: Ledger) -> list[tuple[str, str]]:
    """Return (name, alias) of each other name on record, longest names first."""
    rows = ledger.select("SELECT name, alias FROM synonym ORDER BY length(name) DESC, name, works DESC, alias")
    return list(rows.iter_rows())
