"""Asking who cites a set of works in as few list calls as the API allows.

Citing works of N seeds take max(ceil(N / 100), ceil(C / 100)) calls, where C is how many distinct works cite any of
them, as long as the seeds share one OR group: what cites works of two groups is read twice. So seeds stay together
until a first page shows that this is impossible, at the price of that page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tasks.catalogues.openalex.client import OpenAlexClient
from tasks.catalogues.openalex.pages import MOST_BY_NUMBER, MOST_ROWS, Row, at_once, open_list, read_list
from tasks.catalogues.openalex.queries import MOST_VALUES, WorksQuery, one_of

CountCitations = Callable[[Sequence[str]], Mapping[str, int]]
"""Returns the citations that works received, by work id."""


@dataclass(frozen=True, slots=True)
class CitingRows:
    """Rows of works that cite a group of seeds, the seeds, and whether there are more than were to be read."""

    seeds: tuple[str, ...]
    rows: tuple[Row, ...]
    total: int | None
    is_cut: bool = False


def pack_seeds(seeds: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the seeds, each once, in order, in groups of at most 100."""
    distinct = list(dict.fromkeys(seeds))
    return [tuple(distinct[start : start + MOST_VALUES]) for start in range(0, len(distinct), MOST_VALUES)]


def read_citing(
    client: OpenAlexClient, groups: Sequence[tuple[str, ...]], count_citations: CountCitations, most: int
) -> list[CitingRows]:
    """Return the rows citing each group; of a seed with more than `most` citing works, the most cited of them.

    A group with more citing works than `most` is requested without the seeds that have so many by themselves, and one
    with more than page numbers can reach is split into two with about equally many citations.
    """
    parts = at_once(lambda group: _read_group(client, group, count_citations, most), groups)
    return [part for of_group in parts for part in of_group]


def _read_group(
    client: OpenAlexClient, seeds: tuple[str, ...], count_citations: CountCitations, most: int
) -> list[CitingRows]:
    if len(seeds) == 1:
        listing = read_list(client, WorksQuery((("cites", seeds[0]),), sort="cited_by_count"), most)
        return [CitingRows(seeds, listing.rows, listing.total, is_cut=listing.total is None or listing.total > most)]
    query = one_of("cites", seeds)
    enough = min(most, MOST_BY_NUMBER)
    listing = open_list(client, query, MOST_ROWS)
    if listing.total is None or listing.total <= enough:
        listing = read_list(client, query, MOST_BY_NUMBER, listing)
    if listing.total is None or listing.total > enough:
        citations = count_citations(seeds)
        ranked = sorted(seeds, key=lambda seed: (-citations.get(seed, 0), seed))
        hubs = [seed for seed in ranked if citations.get(seed, 0) > enough]
        rest = tuple(ranked[len(hubs) :])
        parts = [(hub,) for hub in hubs] + ([rest] if rest and hubs else [])
        if not hubs and (listing.total is None or listing.total > MOST_BY_NUMBER):
            parts = [rest[::2], rest[1::2]]
        if parts:
            return [found for part in parts for found in _read_group(client, part, count_citations, most)]
        # What has already been read of it is not requested again.
        listing = read_list(client, query, MOST_BY_NUMBER)
    return [CitingRows(seeds, listing.rows, listing.total)]
