"""Taking turns: never more at once than allowed, one per host, with a pause between two."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tasks.retrieval.fetching import Turns


def test_no_more_at_once_than_allowed_and_one_per_host():
    """Twenty threads to ten hosts: at most five are under way, never two to one host."""
    turns, lock = Turns(5, 0.0), threading.Lock()
    under_way: list[str] = []
    most = 0

    def send(number: int) -> None:
        nonlocal most
        host = f"host-{number % 10}"
        with turns.wait(host):
            with lock:
                assert host not in under_way
                under_way.append(host)
                most = max(most, len(under_way))
            time.sleep(0.02)
            with lock:
                under_way.remove(host)

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(send, range(20)))

    assert 1 < most <= 5


def test_a_host_has_its_pause_and_others_do_not_wait_for_it():
    """Also after a failure."""
    turns = Turns(5, 0.3)
    started = time.monotonic()
    with pytest.raises(ZeroDivisionError), turns.wait("slow.example.org"):
        _ = 1 / 0
    with turns.wait("other.example.org"):
        assert time.monotonic() - started < 0.2
    with turns.wait("slow.example.org"):
        assert time.monotonic() - started >= 0.3
