"""Updates through the OpenAlex API: what they find, and what they cost although no model is asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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


def test_openalex_is_asked_for_what_is_new_and_paid_for_searches_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new works are found; each corpus work is looked up by itself, free; without news searches are all it costs.

    What an update cost is on record to the cent that the service charged.
    """
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LITREVIEW_OPEN_LIBRARY_URL", "")
    path, reviews = write_world(tmp_path / "works.jsonl"), str(tmp_path / "reviews")
    order = {"quality": "quick", "analyst": "instant", "supervision": "none", "quiet": True}
    with _serve(path, 2022, monkeypatch):
        review.fn(TOPIC, name=_NAME, catalogue="openalex", reviews=reviews, **order)
    grow_world(path)
    with _serve(path, 2023, monkeypatch) as loopback:
        update.fn(_NAME, reviews=reviews, quiet=True)
        spent, asked = [loopback.spent], len(loopback.requests)
        update.fn(_NAME, reviews=reviews, quiet=True)
        spent.append(loopback.spent - spent[0])
        requests = loopback.requests[asked:]
    with open_published(tmp_path / "reviews" / _NAME) as connection:
        joined = connection.execute("SELECT work_id FROM corpus WHERE list_contains($new, work_id)", {"new": list(NEW)})
        assert len(joined.fetchall()) == len(NEW)
        told = connection.execute("SELECT news, api_usd FROM living_result ORDER BY number").fetchall()
        works = connection.execute("SELECT count(*) FROM living_lookup WHERE number = 2").fetchone()
    assert [news for news, _ in told] == [True, False]
    assert [usd for _, usd in told] == pytest.approx(spent)
    searches = [request for request in requests if "search" in request[1]]
    single = [request for request in requests if "filter" not in request[1] and "search" not in request[1]]
    lists = len(requests) - len(searches) - len(single)
    assert works == (len(single),)
    assert spent[1] == pytest.approx(len(searches) * 0.001 + lists * 0.0001)
