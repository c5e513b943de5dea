"""Reading a list of works page by page, and noticing when rows are missing.

Pages go by number, several at once, as far as OpenAlex allows (10,000 rows); beyond that, and where pages by number
overlap because the index moved, by cursor, one after the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from storage.errors import CatalogueError, StoppedShort
from tasks.catalogues.fields import count, entries, entry
from tasks.catalogues.openalex_queries import WorksQuery
from tasks.clients.openalex_http import AT_ONCE, OpenAlexClient

MOST_ROWS = 100
MOST_BY_NUMBER = 10_000

Row = Mapping[str, Any]
Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True)
class Listing:
    """The first rows of a list, how many there are in all, the address of its first page, and the pages asked for."""

    rows: tuple[Row, ...]
    total: int
    path: str
    pages: int


def open_list(client: OpenAlexClient, query: WorksQuery, limit: int) -> Listing:
    """Return the first page of a list of which at most `limit` rows (1 or more) are wanted."""
    rows = min(limit, MOST_ROWS)
    path = query.address(rows, page=1)
    return _listing([_fetch_page(client, path, 0, rows)], path)


def read_list(client: OpenAlexClient, query: WorksQuery, limit: int, first: Listing | None = None) -> Listing:
    """Return the first `limit` rows of a list, or all it has; `first` is its first page if that was read already.

    Raises:
        StoppedShort: pages stay incomplete, or overlap, however often they are asked for.
    """
    first = first or open_list(client, query, limit)
    wanted = min(limit, first.total)
    listing = first
    if wanted > MOST_BY_NUMBER:
        listing = _walk(client, query, wanted)
    elif wanted > len(first.rows):
        size = min(limit, MOST_ROWS)
        numbers = range(2, math.ceil(wanted / size) + 1)
        rest = at_once(
            lambda number: _fetch_page(client, query.address(size, page=number), (number - 1) * size, size), numbers
        )
        rows = (*first.rows, *(row for body in rest for row in entries(body.get("results"))))
        listing = Listing(rows, first.total, first.path, 1 + len(numbers))
        if _count_distinct(rows) < wanted:
            listing = _walk(client, query, wanted)
    if _count_distinct(listing.rows) < min(wanted, listing.total):
        raise StoppedShort(
            f"OpenAlex lists only {_count_distinct(listing.rows)} of {wanted} works; run 'litreview resume' later"
        )
    return Listing(listing.rows[:limit], listing.total, listing.path, listing.pages)


def at_once(function: Callable[[Item], Outcome], items: Iterable[Item]) -> list[Outcome]:
    """Return the outcomes for the items in their order, a few worked on at the same time."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(function, items))


def _walk(client: OpenAlexClient, query: WorksQuery, wanted: int) -> Listing:
    path = query.address(MOST_ROWS, cursor="*")
    pages: list[Row] = []
    cursor: object = "*"
    read = 0
    while read < wanted and isinstance(cursor, str):
        page = _fetch_page(client, query.address(MOST_ROWS, cursor=cursor), read, MOST_ROWS)
        pages.append(page)
        found = len(entries(page.get("results")))
        cursor = entry(page.get("meta")).get("next_cursor") if found else None
        read += found
    return _listing(pages, path)


def _listing(pages: list[Row], path: str) -> Listing:
    rows = tuple(row for page in pages for row in entries(page.get("results")))
    total = count(entry(pages[0].get("meta")).get("count"))
    return Listing(rows, max(total, len(rows)), path, len(pages))


def _fetch_page(client: OpenAlexClient, path: str, before: int, size: int) -> Row:
    page = client.get(path, partial(_find_missing_rows, before=before, size=size))
    if page is None:
        raise CatalogueError(
            f"{client.base_url} has no list of works; check the setting LITREVIEW_OPENALEX_URL, or unset it"
        )
    return page


def _find_missing_rows(page: Row, before: int, size: int) -> str | None:
    if not isinstance(page.get("results"), list):
        return "did not answer with a list of works"
    expected = max(0, min(size, count(entry(page.get("meta")).get("count")) - before))
    found = len(entries(page.get("results")))
    return f"answered with {found} of {expected} works" if found < expected else None


def _count_distinct(rows: Iterable[Row]) -> int:
    return len({row.get("id") for row in rows})
