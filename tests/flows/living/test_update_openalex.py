"""Updates through the OpenAlex API: what they find, and what they cost although no model is asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from flows.bench.loopback.server import Loopback, serve_openalex
from flows.bench.loopback.world import World
from flows.living import update
from flows.review import review
from storage.ledger import open_published
from tasks.catalogues.openalex import OpenAlexCatalogue
from tests.faults.grown_world import NEW, grow_world
from tests.faults.world import TOPIC, write_world

_NAME = "trees"


@contextmanager
def _serve(path: Path, year: int, environment: pytest.MonkeyPatch) -> Iterator[Loopback]:
    environment.setattr(OpenAlexCatalogue, "newest_year", lambda _: year)
    with serve_openalex(World(path)) as loopback:
        environment.setenv("LITREVIEW_OPENALEX_URL", loopback.url)
        yield loopback


def test_openalex_is_paid_only_where_there_may_be_news(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new works are found; without news each corpus work is looked up by itself, free, and nothing else is asked.

    Once a work of the corpus is cited more the queries are asked again. What an update cost is on record to the cent
    that the service charged.
    """
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LITREVIEW_OPEN_LIBRARY_URL", "")
    path, reviews = write_world(tmp_path / "works.jsonl"), str(tmp_path / "reviews")
    order = {"quality": "quick", "analyst": "instant", "supervision": "none", "quiet": True}
    with _serve(path, 2022, monkeypatch):
        review.fn(TOPIC, name=_NAME, catalogue="openalex", reviews=reviews, **order)
    grow_world(path)
    spent, asked = [0.0], [0]
    with _serve(path, 2023, monkeypatch) as loopback:
        for _ in range(3):
            update.fn(_NAME, reviews=reviews, quiet=True)
            spent.append(loopback.spent)
            asked.append(len(loopback.requests))
            if len(spent) == 3:
                loopback.world.records["W1"]["cited_by_count"] += 1
    with open_published(tmp_path / "reviews" / _NAME) as connection:
        joined = connection.execute("SELECT work_id FROM corpus WHERE list_contains($new, work_id)", {"new": list(NEW)})
        assert len(joined.fetchall()) == len(NEW)
        told = connection.execute("SELECT news, api_usd FROM living_result ORDER BY number").fetchall()
        works = connection.execute("SELECT work_id FROM living_lookup WHERE number = 2").fetchall()
    assert [news for news, _ in told] == [True, False, False]
    assert [usd for _, usd in told] == pytest.approx([after - before for before, after in pairwise(spent)])
    assert told[1][1] == 0
    free = loopback.requests[asked[1] : asked[2]]
    assert sorted(path for path, _, _ in free) == sorted(f"/works/{work_id}" for (work_id,) in works)
    assert sum("search" in parameters for _, parameters, _ in loopback.requests[asked[2] :]) > 1
