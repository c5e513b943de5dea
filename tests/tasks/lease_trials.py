"""Tries in which several runs want one review at once: how often two of them hold it.

Called as ``python -m tests.tasks.lease_trials [TRIES] [SEED]``, prints the figures and ends with 1 if two ever did. A
request takes up to half a second each way, and a contender waits up to half a second before each of its steps.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime

from storage.core.errors import LedgerInUse
from tasks.bucket.addresses import open_store
from tasks.bucket.lease import Lease
from tasks.bucket.objects import Objects, Stored
from tests.fakes.bucket_server import BucketServer

DELAY = 0.5
_AT_ONCE = 20
_EXPIRED = 0.0  # seconds
SITUATIONS = (
    "nobody was there before",
    "the holder died",
    "the holder is late and pushes too",
    "the holder gave it back",
)


class SlowObjects(Objects):
    """The objects of a contender that dawdles before every step."""

    def __init__(self, url: str, number: int, seed: str) -> None:
        """Begin with one review."""
        super().__init__(open_store(url), f"review-{number}", url)
        self._dice = random.Random(seed)  # noqa: S311 - delays

    def read(self, name: str) -> Stored | None:
        """Wait, then read."""
        self._dawdle()
        return super().read(name)

    def create(self, name: str, content: bytes) -> dict[str, str] | None:
        """Wait, then write."""
        self._dawdle()
        return super().create(name, content)

    def replace(self, name: str, content: bytes, version: dict[str, str]) -> dict[str, str] | None:
        """Wait, then write."""
        self._dawdle()
        return super().replace(name, content, version)

    def now(self) -> datetime:
        """Wait, then ask."""
        self._dawdle()
        return super().now()

    def _dawdle(self) -> None:
        time.sleep(self._dice.uniform(0, DELAY))


def try_once(url: str, number: int, seed: int) -> tuple[str, int, int]:
    """Let two new runs, and in one situation the old one, go for a review; return how many took it and how many pushed.

    Whoever believes to hold it in the end pushes: of those pushes at most one may succeed.
    """
    situation = SITUATIONS[number % len(SITUATIONS)]
    old, *new = (
        Lease(SlowObjects(url, number, f"{seed} {number} {index}"), seconds)
        for index, seconds in enumerate((_EXPIRED, 300.0, 300.0))
    )
    if situation != SITUATIONS[0]:
        old.take()
    if situation == SITUATIONS[3]:
        old.drop()
    contenders = [*new, *([old] if situation == SITUATIONS[2] else [])]
    with ThreadPoolExecutor(len(contenders)) as pool:
        taken = [lease for lease, done in zip(contenders, pool.map(_go_for, contenders), strict=True) if done]
        pushed = list(pool.map(_push, taken))
    return situation, sum(lease is not old for lease in taken), sum(pushed)


def run_trials(url: str, tries: int, seed: int = 1) -> Counter[tuple[str, int, int]]:
    """Return how often each outcome came: situation, new holders, pushes that succeeded."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return Counter(pool.map(lambda number: try_once(url, number, seed), range(tries)))


def count_twice(outcomes: Counter[tuple[str, int, int]]) -> int:
    """Return in how many tries two held the review."""
    return sum(times for (_, holders, pushes), times in outcomes.items() if holders > 1 or pushes > 1)


def _go_for(lease: Lease) -> bool:
    """Take a lease, or push where it was held before; return whether it is believed to be held."""
    with suppress(LedgerInUse):
        if lease.seconds == _EXPIRED:
            lease.write({"files": {}, "ledger": "late"})
        else:
            lease.take()
        return True
    return False


def _push(lease: Lease) -> bool:
    with suppress(LedgerInUse):
        lease.write({"files": {}, "ledger": lease.owner})
        return True
    return False


def main() -> None:
    """Print what came of the tries."""
    tries, seed = (int(word) for word in [*sys.argv[1:], *("200", "1")[len(sys.argv) - 1 :]])
    with BucketServer(DELAY, seed=seed) as server:
        os.environ |= server.environment
        outcomes = run_trials(server.make_bucket(f"trials-{seed}"), tries, seed)
    for (situation, holders, pushes), times in sorted(outcomes.items()):
        print(f"{times:>4}  {situation}: {holders} took it, {pushes} pushed")  # noqa: T201 - the figures
    twice = count_twice(outcomes)
    print(f"{tries} tries, {len(server.asked)} requests, two holders in {twice}")  # noqa: T201 - the figures
    sys.exit(bool(twice))


if __name__ == "__main__":
    main()
