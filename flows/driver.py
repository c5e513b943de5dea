"""Running tasks over many items: under Prefect when a flow run is active, as plain calls when none is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any, TypeVar

from prefect import Flow, Task
from prefect.context import FlowRunContext
from prefect.futures import as_completed
from prefect.settings import PREFECT_FLOWS_HEARTBEAT_FREQUENCY, temporary_settings
from prefect.utilities.annotations import quote

from flows.rescheduling import is_worth_retrying, pausable

Item = TypeVar("Item")

_LONGEST_NAME = 80


class Driver:
    """Submits tasks and flows and counts the task runs it asked Prefect for."""

    def __init__(self) -> None:
        """Start with no task run counted."""
        self.task_runs = 0

    def run(self, task: Task[Any, Any], name: str, *arguments: Any) -> Any:
        """Return the outcome of one task run, named for the UI."""
        return next(outcome for _, outcome in self.each(task, [(name, arguments)]))

    def each(
        self, task: Task[Any, Any], calls: Iterable[tuple[str, tuple[Any, ...]]]
    ) -> Iterator[tuple[tuple[Any, ...], Any]]:
        """Yield (arguments, outcome) of each named call as it completes; a failure stops the rest.

        Without a flow run the calls happen one by one, each when the one before was consumed.
        """
        if FlowRunContext.get() is None:
            for _, arguments in calls:
                yield arguments, task.fn(*arguments)
            return
        running = {}
        for name, arguments in calls:
            # with_options() would read and hash the source of the task again for every run.
            named = copy(task)
            named.task_run_name, named.retry_condition_fn = _escape(name), is_worth_retrying
            # quote() keeps Prefect from walking through every record in search of futures.
            future = named.submit(*(quote(value) for value in arguments))
            running[future] = arguments
            self.task_runs += 1
        for future in as_completed(list(running)):
            yield running[future], future.result()

    def enter(self, flow: Flow[Any, Any], *arguments: Any) -> Any:
        """Return the outcome of a flow: a subflow run under Prefect, else a plain call."""
        if FlowRunContext.get() is None:
            return flow.fn(*arguments)
        subflow = copy(flow)
        subflow.fn = pausable(flow.fn)
        # The review's own run sends heartbeats for the process; a subflow that sent its own would take a second longer,
        # which Prefect waits for the thread that sends them.
        with temporary_settings({PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None}):
            return subflow(*arguments)


def _escape(name: str) -> str:
    """Return a task run name without braces, which Prefect would take for placeholders."""
    short = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "\u2026"
    return short.replace("{", "(").replace("}", ")")
