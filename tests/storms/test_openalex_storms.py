"""Storms over OpenAlex: faults of every kind, a small allowance, kills. One corpus, and nothing answered asked twice.

`make storms` plays all of them and prints its figures; `make test` one of each.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from storage.core.errors import QuotaExhausted
from tasks.catalogues.openalex.client import AT_ONCE
from tests.benchmarks.servers.delivery import BROKEN
from tests.benchmarks.servers.server import LIST_USD, Loopback, serve_openalex
from tests.benchmarks.servers.world import World
from tests.fakes.tcp_proxy import proxy_to
from tests.faults.world import write_world
from tests.storms.conftest import Tell
from tests.storms.openalex_run import End, answers_on_record, look_at, run_review
from tests.storms.weather import Weather

pytestmark = pytest.mark.slow

_ALL = bool(os.environ.get("LITREVIEW_STORMS"))
_SEEDS = range(10 if _ALL else 1)
_KILLS = 20 if _ALL else 2
_DAILY = (60, 150, 250) if _ALL else (150,)  # credits
# What asking again mends: refusals, answers that say too little or nothing, and whatever can happen on the way.
_FAULTS = ("burst", "500", "garbage", "timed_out", "short", "no count", "count 0", "count in words", *sorted(BROKEN))
_REPOSITORY = Path(__file__).resolve().parents[2]
_MOST_DAYS = 40


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loopback]:
    """Yield an OpenAlex of the small world, at one address for all runs: what is kept names it."""
    with serve_openalex(World(write_world(tmp_path_factory.mktemp("trees") / "works.jsonl"))) as loopback:
        yield loopback


@pytest.fixture(scope="module")
def calm(server: Loopback, tmp_path_factory: pytest.TempPathFactory) -> End:
    """Return what the review comes to when nothing happens; nothing is asked twice."""
    clear(server)
    home = tmp_path_factory.mktemp("calm")
    run_review(home, server.url)
    assert max(server.whole.values()) == 1
    return look_at(home)


def clear(server: Loopback) -> None:
    server.weather = lambda _: ""
    server.allowance, server.spent = 1.0, 0.0
    server.whole.clear()
    server.requests.clear()


def repeated(server: Loopback) -> int:
    """Return how many whole answers were given again."""
    return sum(times - 1 for times in server.whole.values() if times)


@pytest.mark.parametrize("seed", _SEEDS)
def test_a_storm_of_faults_ends_in_the_same_review(
    server: Loopback, calm: End, tmp_path: Path, *, seed: int, tell: Tell
):
    """No fault that asking again mends ends the run, and what is spent is what the service charged, to the cent."""
    clear(server)
    server.weather = weather = Weather(seed, _FAULTS)
    run_review(tmp_path, server.url)
    end = look_at(tmp_path)
    told = f"{weather.met.total()} faults, {len(server.requests)} requests, repeated {repeated(server)}"
    tell(f"openalex, seed {seed}: {told}, one corpus: {end.canonical_hash == calm.canonical_hash}")
    assert weather.met.total() > 10
    assert (end.canonical_hash, end.corpus) == (calm.canonical_hash, calm.corpus)
    assert repeated(server) == 0
    assert end.usd == pytest.approx(server.spent)


@pytest.mark.parametrize("seed", _SEEDS)
def test_bytes_broken_by_somebody_who_cannot_read_them(
    server: Loopback, calm: End, tmp_path: Path, *, seed: int, tell: Tell
):
    """A proxy that cuts, resets, holds up and falsifies at random changes nothing that is known in the end."""
    clear(server)
    with proxy_to(server.url) as proxy:
        proxy.storm(seed, 0.35)
        run_review(tmp_path, proxy.url)
        end = look_at(tmp_path)
        tell(f"openalex by proxy, seed {seed}: {dict(proxy.met)}, {len(server.requests)} requests")
        assert proxy.met.total() > 5
    assert end.corpus == calm.corpus


@pytest.mark.parametrize(
    ("daily", "seed"),
    [*((daily, None) for daily in _DAILY), *((_DAILY[seed % len(_DAILY)], seed) for seed in _SEEDS if _ALL)],
)
def test_a_small_allowance_ends(
    server: Loopback, calm: End, tmp_path: Path, *, daily: int, seed: int | None, tell: Tell
):
    """Every day brings the review forward by what the allowance pays for, and nothing is paid for twice."""
    clear(server)
    if seed is not None:
        server.weather = Weather(seed, _FAULTS)
    server.allowance = daily * LIST_USD
    days, paid = 0, 0.0
    while True:
        days += 1
        assert days <= _MOST_DAYS
        paid, server.spent = paid + server.spent, 0.0
        answered = server.whole.total()
        try:
            run_review(tmp_path, server.url)
            break
        except QuotaExhausted:
            assert server.whole.total() > answered or seed is not None
    paid += server.spent
    end = look_at(tmp_path)
    needed = -(-round(paid / LIST_USD) // daily)
    told = f"{days} days for {paid / LIST_USD:.0f} credits, repeated {repeated(server)}"
    tell(f"openalex, {daily} credits a day, seed of faults {seed}: {told}")
    assert (end.canonical_hash, end.corpus) == (calm.canonical_hash, calm.corpus)
    assert repeated(server) == 0
    assert end.usd == pytest.approx(paid)
    assert days <= needed + 1 or seed is not None


@pytest.mark.parametrize("daily", [None, *_DAILY] if _ALL else [None])
def test_killed_at_any_answer_the_review_goes_on(
    server: Loopback, calm: End, tmp_path: Path, *, daily: int | None, tell: Tell
):
    """Killed again and again, it asks nothing again that was on record, and no more than was on its way."""
    clear(server)
    lot = random.Random(daily or 0)  # noqa: S311 - a sample, no secret
    server.allowance = daily * LIST_USD if daily else 1.0
    kills, days, again = 0, 1, 0
    for _ in range(_KILLS * 3):
        known = answers_on_record(tmp_path) if (tmp_path / "r").exists() else set()
        before = Counter(server.whole)
        code = _run_killed(server, tmp_path, lot.randint(1, 4) if kills < _KILLS else None, lot.uniform(0, 0.03))
        again += sum(path in known for path in server.whole - before)
        if code == 0:
            break
        if code == -signal.SIGKILL:
            kills += 1
        else:
            days, server.spent = days + 1, 0.0
    assert code == 0
    end = look_at(tmp_path)
    told = (
        f"{kills} kills, {days} days, of answers on record repeated {again}, of those on their way {repeated(server)}"
    )
    tell(f"openalex, {daily or 'enough'} credits a day: {told}")
    assert (end.canonical_hash, end.corpus) == (calm.canonical_hash, calm.corpus)
    assert kills == _KILLS
    assert again == 0
    assert repeated(server) <= kills * AT_ONCE


def _run_killed(server: Loopback, home: Path, request: int | None, delay: float) -> int:
    """Return the exit code of a run that is killed a moment after its n-th request, or that ends by itself."""
    command = [sys.executable, "-m", "tests.storms.openalex_run", str(home), server.url]
    with (home / "log").open("ab") as log:
        process = subprocess.Popen(command, cwd=_REPOSITORY, stdout=log, stderr=log)
    requests = count(1)

    def strike(_target: str) -> str:
        if next(requests) == request:
            threading.Timer(delay, process.kill).start()
        return ""

    server.weather = strike
    return process.wait(300)
