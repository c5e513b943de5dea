"""The works of a world as a pool to rank."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tasks.analysts.extractive.relevance import log_citation_rate
from tasks.catalogues.local.files import read_records
from tasks.catalogues.work_record import find_work_id, parse_work
from tasks.metadata.fields import decode_json, entry
from tasks.screening.features import RankingPool
from tests.benchmarks.worlds import World

_AS_OF = 2023  # the year of the worlds' records


def read_pool(world: World) -> RankingPool:
    """Return all works of the world, in the order of its file, with title and abstract and all their references."""
    return read_rated_pool(world)[0]


def read_rated_pool(world: World) -> tuple[RankingPool, NDArray[np.float64]]:
    """Return all works of the world (`read_pool`), and the logarithm of how often each is cited a year."""
    texts: dict[str, str] = {}
    rates: list[float] = []
    for record in read_records(world.works_file):
        raw = entry(decode_json(record.text))
        work_id = find_work_id(raw)
        if work_id is not None and work_id not in texts:
            work = parse_work(raw)
            texts[work_id] = f"{work.title}. {work.abstract or ''}".strip()
            rates.append(log_citation_rate(work.year, work.cited_by_count, _AS_OF))
    pool = RankingPool(tuple(texts), tuple(texts.values()), tuple(world.references[work_id] for work_id in texts))
    return pool, np.array(rates)
