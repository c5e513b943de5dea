"""Asking who cites a set of works in as few list calls as the API allows.

Citing works of N seeds take max(ceil(N / 100), ceil(C / 100)) calls plus the last, partly filled page of each group,
where C is how many distinct works cite any of them.
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
    """Return the seeds in groups of at most 100 with at most 10,000 citing works expected in each.

    First fit, most cited first, ties by id; a seed that passes 10,000 by itself is alone. Seeds of which nothing is
    expected count as uncited: a group that turns out too large is halved when its first page tells.
    """
    groups: list[list[str]] = []
    room: list[int] = []
    for seed in sorted(dict.fromkeys(seeds), key=lambda seed: (-expected.get(seed, 0), seed)):
        citing = expected.get(seed, 0)
        place = next(
            (n for n, left in enumerate(room) if citing <= left and len(groups[n]) < MOST_VALUES),
            None,
        )
        if place is None:
            groups.append([seed])
            room.append(MOST_BY_NUMBER - citing)
        else:
            groups[place].append(seed)
            room[place] -= citing
    return [tuple(group) for group in groups]


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
        half = len(seeds) // 2
        return [*_read_group(client, seeds[:half], most), *_read_group(client, seeds[half:], most)]
    listing = read_list(client, query, MOST_BY_NUMBER, first)
    return [CitingRows(seeds, listing.rows, listing.total)]
