"""Asking who cites a set of works in as few list calls as the API allows.

Citing works of N seeds take max(ceil(N / 100), ceil(C / 100)) calls plus the last, partly filled page of each group,
where C is how many distinct works cite any of them. A group that turns out to have more citing works than page numbers
reach is dealt into two, at the price of one call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tasks.catalogues.openalex_pages import MOST_BY_NUMBER, Row, at_once, open_list, read_list
from tasks.catalogues.openalex_queries import MOST_VALUES, WorksQuery, one_of
from tasks.clients.openalex_http import OpenAlexClient


@dataclass(frozen=True, slots=True)
class CitingRows:
    """Rows of works that cite a group of seeds, how many there are in all, and the seeds."""

    seeds: tuple[str, ...]
    rows: tuple[Row, ...]
    total: int


def pack_seeds(seeds: Sequence[str], expected: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Return the seeds in groups of at most 100, most cited first, ties by id.

    Each seed that is expected to have more than 10,000 citing works is alone. Whether a group as a whole has too many
    is left to its first page: citing works overlap, so that expecting the sum makes more groups than needed, and each
    group more reads the works it shares with others again.
    """
    ranked = sorted(dict.fromkeys(seeds), key=lambda seed: (-expected.get(seed, 0), seed))
    alone = [seed for seed in ranked if expected.get(seed, 0) > MOST_BY_NUMBER]
    rest = ranked[len(alone) :]
    return [(seed,) for seed in alone] + [
        tuple(rest[start : start + MOST_VALUES]) for start in range(0, len(rest), MOST_VALUES)
    ]


def read_citing(client: OpenAlexClient, groups: Sequence[tuple[str, ...]], most: int) -> list[CitingRows]:
    """Return the rows citing each group; of a lone seed with more than `most` citing works, the most cited of them."""
    return [part for parts in at_once(lambda group: _read_group(client, group, most), groups) for part in parts]


def _read_group(client: OpenAlexClient, seeds: tuple[str, ...], most: int) -> list[CitingRows]:
    if len(seeds) == 1:
        listing = read_list(client, WorksQuery((("cites", seeds[0]),), sort="cited_by_count"), most)
        return [CitingRows(seeds, listing.rows, listing.total)]
    query = one_of("cites", seeds)
    first = open_list(client, query, MOST_BY_NUMBER)
    if first.total > MOST_BY_NUMBER:
        return [*_read_group(client, seeds[::2], most), *_read_group(client, seeds[1::2], most)]
    listing = read_list(client, query, MOST_BY_NUMBER, first)
    return [CitingRows(seeds, listing.rows, listing.total)]
