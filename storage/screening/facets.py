"""Facets of the topic, and the relevant works that are about each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from storage.core.ledger import Ledger


def state_facets(ledger: Ledger, facets: Mapping[str, bool]) -> None:
    """Store the facets of a new review's topic, in their order, and whether each has a share of the places.

    One alone has nothing to be weighed against.
    """
    if len(facets) > 1:
        rows = [
            {"facet": facet, "position": position, "shares": shares}
            for position, (facet, shares) in enumerate(facets.items(), start=1)
        ]
        with ledger.transaction():
            ledger.append("facet", rows)


def read_facets(ledger: Ledger) -> list[str]:
    """Return the facets of the topic, empty for one that names a single thing and for reviews begun before facets."""
    return [str(facet) for facet in ledger.select("SELECT facet FROM facet ORDER BY position")["facet"]]


def unassigned_texts(ledger: Ledger) -> list[tuple[str, str, str]]:
    """Return (work_id, title, abstract) of the relevant works that are not known to be about any facet, by id."""
    rows = ledger.select(
        "SELECT work_id, title, coalesce(abstract, '') FROM relevant JOIN work USING (work_id) "
        "WHERE work_id NOT IN (SELECT work_id FROM facet_work) ORDER BY work_id"
    )
    return [(str(work_id), str(title or ""), str(abstract)) for work_id, title, abstract in rows.iter_rows()]


def add_facet_works(ledger: Ledger, works: Iterable[tuple[str, str, bool]]) -> None:
    """Append (facet, work_id, whether its title names it) in one transaction."""
    rows = [{"facet": facet, "work_id": work_id, "in_title": in_title} for facet, work_id, in_title in works]
    with ledger.transaction():
        ledger.append("facet_work", rows)
