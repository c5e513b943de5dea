"""Reading a list of works page by page, and noticing when rows are missing.

A list ends where its pages say so: with one that is not full, or a cursor that leads no further. The number of works is
stated too, but may be wrong or missing; if the pages end before that number, the gap is recorded. Pages go by number,
several at once, as far as OpenAlex allows (10,000 rows); beyond that, and if numbered pages overlap because the index
changed, by cursor, one after the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from storage.core.errors import CatalogueError, RecordMissing
from tasks.catalogues.openalex.client import AT_ONCE, Fault, OpenAlexClient
from tasks.catalogues.openalex.queries import WorksQuery, describe
from tasks.metadata.fields import entries, entry

MOST_ROWS = 100
MOST_BY_NUMBER = 10_000

Row = Mapping[str, Any]
Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True)
class Listing:
    """The first rows of a list, the address of its first page, and the pages asked for.

    `total` is how many there are in all, None if not stated; `missing` how many of them the pages lack.
    """

    rows: tuple[Row, ...]
    path: str
    pages: int
    total: int | None
    missing: int = 0

    @property
    def least(self) -> int:
        """Return how many there are at least."""
        return len(self.rows) if self.total is None else self.total


def open_list(client: OpenAlexClient, query: WorksQuery, size: int) -> Listing:
    """Return the first page of a list, of so many rows (1 or more)."""
    path = query.address(size, page=1)
    page = _fetch_page(client, path, 0, size)
    rows = entries(page.get("results"))
    return Listing(tuple(rows), path, 1, _choose_total([_read_count(page)], len(rows), has_ended=len(rows) < size))


def read_list(client: OpenAlexClient, query: WorksQuery, limit: int, first: Listing | None = None) -> Listing:
    """Return the first `limit` rows of a list, or all it has; whatever is missing in the end is recorded.

    `first` is its first page if that was read already.
    """
    listing = collect_list(client, query, limit, first)
    if listing.missing:
        there = min(listing.least, limit) - listing.missing
        message = f"OpenAlex counts {listing.total} {describe(query)}; of the {there + listing.missing} asked for it "
        client.note("works not listed", f"{message}lists {there}")
    return listing


def collect_list(
    client: OpenAlexClient, query: WorksQuery, limit: int, first: Listing | None = None, size: int | None = None
) -> Listing:
    """Return the same by pages of `size` rows (as many as are wanted, unless told); nothing is put on record."""
    size = size or min(limit, MOST_ROWS)
    first = first or open_list(client, query, size)
    if limit > MOST_BY_NUMBER and (first.total or 0) > MOST_BY_NUMBER:
        listing = _walk(client, query, limit)
    else:
        listing = _turn_pages(client, query, limit, size, first)
        if _count_distinct(listing.rows) < len(listing.rows):
            listing = _walk(client, query, limit)
    return replace(listing, rows=listing.rows[:limit])


def at_once(function: Callable[[Item], Outcome], items: Iterable[Item]) -> list[Outcome]:
    """Return the outcomes for the items in their order, a few worked on at the same time."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(function, items))


def _turn_pages(client: OpenAlexClient, query: WorksQuery, limit: int, size: int, first: Listing) -> Listing:
    """Return a list by page numbers: as many pages as it is said to have, and on until one is not full."""
    rows, counts, pages = [*first.rows], [first.total], 1
    is_full, stated = len(rows) == size, first.total or 0
    while len(rows) < limit and (is_full or pages * size < stated) and (pages + 1) * size <= MOST_BY_NUMBER:
        last = max(pages + 1, math.ceil(min(limit, stated, MOST_BY_NUMBER) / size))
        try:
            found = at_once(
                lambda number: _fetch_page(client, query.address(size, page=number), (number - 1) * size, size),
                range(pages + 1, last + 1),
            )
        except RecordMissing:
            if pages * size < stated:
                raise
            break  # reviews recorded earlier asked for no page beyond the number stated
        for page in found:
            counts.append(_read_count(page))
            rows += entries(page.get("results"))
        is_full, pages = len(entries(found[-1].get("results"))) == size, last
        stated = max(stated, *(count or 0 for count in counts))
    has_ended = len(rows) < limit and not (is_full and (pages + 1) * size > MOST_BY_NUMBER)
    return _sum_up(rows, counts, limit, first.path, pages, has_ended=has_ended)


def _walk(client: OpenAlexClient, query: WorksQuery, limit: int) -> Listing:
    rows: list[Row] = []
    counts: list[int | None] = []
    cursor: object = "*"
    while len(rows) < limit and isinstance(cursor, str):
        page = _fetch_page(client, query.address(MOST_ROWS, cursor=cursor), len(rows), MOST_ROWS)
        found = entries(page.get("results"))
        counts.append(_read_count(page))
        cursor = entry(page.get("meta")).get("next_cursor") if len(found) == MOST_ROWS else None
        rows += found
    path = query.address(MOST_ROWS, cursor="*")
    return _sum_up(rows, counts, limit, path, len(counts), has_ended=len(rows) < limit)


def _sum_up(
    rows: Sequence[Row], counts: Sequence[int | None], limit: int, path: str, pages: int, *, has_ended: bool
) -> Listing:
    there = _count_distinct(rows)
    total = _choose_total(counts, there, has_ended=has_ended)
    missing = max(min(total or 0, limit) - there, 0) if has_ended else 0
    return Listing(tuple(rows), path, pages, total, missing)


def _choose_total(counts: Iterable[int | None], there: int, *, has_ended: bool) -> int | None:
    """Return the stated number nearest to that received; the latter if a list that ended states none."""
    possible = [count for count in counts if count is not None and count >= there]
    return min(possible, default=there if has_ended else None)


def _fetch_page(client: OpenAlexClient, path: str, before: int, size: int) -> Row:
    page = client.get(path, partial(_find_fault, before=before, size=size))
    if page is None:
        raise CatalogueError(
            f"{client.base_url} has no list of works; check the setting LITREVIEW_OPENALEX_URL, or unset it"
        )
    return page


def _find_fault(page: Row, before: int, size: int) -> Fault | None:
    if not isinstance(page.get("results"), list):
        return Fault("did not answer with a list of works")
    found, stated = len(entries(page.get("results"))), _read_count(page)
    if stated is None or (found and stated < before + found):
        return Fault("did not say how many works there are", missing=size - found)
    expected = max(0, min(size, stated - before))
    if found < expected:
        return Fault(f"answered with {found} of {expected} works", missing=expected - found)
    meta = entry(page.get("meta"))
    if "next_cursor" in meta and stated > before + found and not isinstance(meta["next_cursor"], str):
        return Fault("did not say where the list goes on", missing=0)
    return None


def _read_count(page: Row) -> int | None:
    """Return how many works a page says there are, None if that is not a whole number of 0 or more."""
    stated = entry(page.get("meta")).get("count")
    return stated if isinstance(stated, int) and not isinstance(stated, bool) and stated >= 0 else None


def _count_distinct(rows: Iterable[Row]) -> int:
    return len({row.get("id") for row in rows})
