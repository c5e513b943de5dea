"""Storms over the language model's service: faults of every kind end in one review, and no ceiling is passed.

`make storms` plays ten of them and prints its figures; `make test` one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from flows.context.order import ReviewOrder
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.review import work_through
from storage.core.canonical import canonical_hash
from storage.core.ledger import Ledger
from storage.runs.language_models import read_spending
from tasks.environment.settings import read_settings
from tasks.language_models import calls as asking
from tasks.screening.embeddings import INSTANT_MODEL_NAME, instant_vectors
from tests.benchmarks.servers.delivery import BROKEN
from tests.benchmarks.servers.messages_metering import Meter
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.faults.world import TOPIC, write_world
from tests.storms.conftest import Tell
from tests.storms.weather import Weather

pytestmark = pytest.mark.slow

_SEEDS = range(10 if os.environ.get("LITREVIEW_STORMS") else 1)
_REFUSALS = ("429", "500", "503", "529", "ramp")
_BATCH_FROM = 6  # requests: few, so that the works of a small world make a batch
_LOST = ("garbage", "disconnect", "lost", *sorted(BROKEN - {"slow"}))


@dataclass(frozen=True)
class End:
    """What a review came to: its hash, its text, dollars spent, and those of them for answers that were lost."""

    canonical_hash: str
    text: str
    usd: float
    lost_usd: float


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring the waits after lost answers from seconds to thousandths."""
    monkeypatch.setattr(asking, "_PAUSE", 0.001)


@pytest.fixture
def server() -> Iterator[LoopbackAnthropic]:
    """Yield a service of this test's own, whose batches end after one look: a batch of another run would be adopted."""
    with serve_anthropic(SCRIPTS, looks=1) as loopback:
        yield loopback


@pytest.fixture(scope="module")
def works(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_world(tmp_path_factory.mktemp("trees") / "works.jsonl")


@pytest.fixture(scope="module")
def calm(works: Path, tmp_path_factory: pytest.TempPathFactory) -> End:
    """Return what the review comes to when nothing happens: all answers are whole, and none is given twice."""
    with serve_anthropic(SCRIPTS, looks=1) as server:
        end = write(server, works, tmp_path_factory.mktemp("calm"), Weather(0, ("500",), chance=0.0))
        assert repeated(server) == 0
        assert (end.usd, end.lost_usd) == (pytest.approx(server.meter.usd), 0.0)
        return end


def write(server: LoopbackAnthropic, works: Path, home: Path, weather: Weather) -> End:
    """Return what a review comes to that is written in a weather."""
    server.weather, server.meter = weather, Meter()
    server.whole.clear()
    settings = read_settings().model_copy(
        update={"anthropic_base_url": server.url, "anthropic_api_key": SecretStr("key"), "open_library_url": ""}
    )
    order = ReviewOrder(topic=TOPIC, quality="quick", name="r", catalogue=str(works), analyst="anthropic", reviews=home)
    with open_context(order, settings, Progress(quiet=True)) as bench:
        if bench.gateway and bench.gateway.batches:
            bench.gateway.batches.least = _BATCH_FROM
        work_through(replace(bench, embed=instant_vectors, embedding_model=INSTANT_MODEL_NAME))
    server.weather = lambda _: ""
    with Ledger(home / "r") as ledger:
        lost = ledger.select("SELECT coalesce(sum(usd), 0) FROM llm_call WHERE step = 'lost request'").item()
        spent, reserved = read_spending(ledger)
        assert reserved == 0.0
        return End(canonical_hash(ledger), (home / "r" / "review.md").read_text(encoding="utf-8"), spent, float(lost))


def repeated(server: LoopbackAnthropic) -> int:
    """Return how many whole answers to requests that cost money were given again."""
    return sum(times - 1 for name, times in server.whole.items() if times and name.startswith("POST"))


@pytest.mark.parametrize("seed", _SEEDS)
@pytest.mark.parametrize("faults", [_REFUSALS, _REFUSALS + _LOST], ids=["refusals", "all"])
def test_a_storm_ends_in_the_same_review(
    server: LoopbackAnthropic, works: Path, calm: End, tmp_path: Path, *, seed: int, faults: tuple[str, ...], tell: Tell
) -> None:
    """What is refused costs nothing, to the cent; what is lost counts at the most it may have cost, never less."""
    weather = Weather(seed, faults, chance=0.4)
    end = write(server, works, tmp_path, weather)
    told = f"{weather.met.total()} faults, ${end.usd:.4f} of which ${end.lost_usd:.4f} for lost answers"
    tell(f"models, seed {seed}: {told}, charged ${server.meter.usd:.4f}, repeated {repeated(server)}")
    assert weather.met.total() > 5
    assert (end.canonical_hash, end.text) == (calm.canonical_hash, calm.text)
    assert repeated(server) == 0
    if faults == _REFUSALS:
        assert (end.usd, end.lost_usd) == (pytest.approx(server.meter.usd), 0.0)
    else:
        assert end.lost_usd > 0
        assert end.usd >= server.meter.usd
