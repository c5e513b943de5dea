"""The works of a world as a pool to rank."""

from __future__ import annotations

from tasks.catalogues.local.files import read_records
from tasks.catalogues.work_record import find_work_id, parse_work
from tasks.metadata.fields import decode_json, entry
from tasks.screening.features import RankingPool
from tests.benchmarks.worlds import World


def read_pool(world: World) -> RankingPool:
    """Return all works of the world, in the order of its file, with title and abstract and all their references."""
    texts: dict[str, str] = {}
    for record in read_records(world.works_file):
        raw = entry(decode_json(record.text))
        work_id = find_work_id(raw)
        if work_id is not None and work_id not in texts:
            work = parse_work(raw)
            texts[work_id] = f"{work.title}. {work.abstract or ''}".strip()
    return RankingPool(tuple(texts), tuple(texts.values()), tuple(world.references[work_id] for work_id in texts))
