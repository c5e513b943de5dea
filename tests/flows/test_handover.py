"""What comes to task runs is put on record while they run; where that fails, the run ends and nobody waits."""

from __future__ import annotations

import threading

import pytest
from prefect import task

from flows.orchestration.driver import Driver, Handover

pytestmark = pytest.mark.slow

_PATIENCE = 60  # seconds, after which something waits for ever


def test_what_came_is_on_record_when_a_task_goes_on():
    """Each of several task runs at once finds on record what it handed over."""
    came: list[int] = []
    kept: list[int] = []
    handover = Handover(lambda: kept.extend(came[len(kept) :]))

    @task
    def hand_over(number: int) -> bool:
        came.append(number)
        handover.keep()
        return number in kept

    calls = iter([(str(number), (number,)) for number in range(9)])
    assert all(take() for _, take in Driver().pull(hand_over, lambda: next(calls, None), 3, handover))
    assert sorted(kept) == list(range(9))


def test_a_record_that_cannot_be_written_ends_the_run_and_keeps_nobody_waiting():
    """As on a full disk: the flow fails, and the task runs beside it are told to stop."""

    def fail() -> None:
        raise OSError("the disk is full")

    handover = Handover(fail)
    failures: list[str] = []

    @task
    def hand_over() -> None:
        handover.keep()

    def conduct() -> None:
        try:
            list(Driver().pull(hand_over, lambda: ("hand over", ()), 3, handover))
        except OSError as error:
            failures.append(str(error))

    flow = threading.Thread(target=conduct, daemon=True)
    flow.start()
    flow.join(_PATIENCE)
    assert failures == ["the disk is full"]
