"""Running tasks over many items: under Prefect when a flow run is active, as plain calls when none is.

What task runs receive is handed over as soon as it arrives to the flow, which alone writes to the ledger.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from functools import partial
from queue import SimpleQueue
from typing import Any, ParamSpec, Protocol, TypeAlias, TypeVar, TypeVarTuple

from prefect import Flow
from prefect.context import FlowRunContext, SettingsContext, get_settings_context
from prefect.futures import as_completed
from prefect.results import ResultRecord  # type: ignore[attr-defined]  # not in __all__
from prefect.settings import PREFECT_FLOWS_HEARTBEAT_FREQUENCY, Settings, temporary_settings
from prefect.utilities.annotations import quote
from prefect.utilities.callables import get_call_parameters

from flows.orchestration.rescheduling import is_worth_retrying, pausable
from flows.orchestration.runners import Spread
from storage.core.errors import StoppedShort


class Handover:
    """A task run calls `keep` when something has arrived, and waits until the flow has put it on record.

    `arrivals` is the queue on which the flow waits for this and for everything else.
    """

    def __init__(self, commit: Callable[[], None]) -> None:
        """Have arrivals put on record by `commit`."""
        self.arrivals: SimpleQueue[Any] = SimpleQueue()
        self._commit = commit
        self._lock = threading.Lock()
        self._has_ended = False

    def keep(self) -> None:
        """Return once everything that has arrived so far is on record.

        Raises:
            StoppedShort: nobody waits for the result any more; what arrived is put on record all the same.
        """
        kept = threading.Event()
        with self._lock:
            if not self._has_ended:
                self.arrivals.put(kept)
        if not self._has_ended:
            kept.wait()
        if self._has_ended:
            raise StoppedShort("the run ended before this was complete; run 'litreview resume'")

    def serve(self, arrived: Any) -> bool:
        """Return whether an arrival was handed over here; if so, it is now on record."""
        if not isinstance(arrived, threading.Event):
            return False
        try:
            self._commit()
        except BaseException:
            self.end()  # nobody may wait for a flow that has failed
            raise
        finally:
            arrived.set()
        return True

    def end(self) -> None:
        """Let nobody wait from now on: a task run that hands something over is told to stop."""
        with self._lock:
            self._has_ended = True
            for _ in range(self.arrivals.qsize()):
                arrived = self.arrivals.get()
                if isinstance(arrived, threading.Event):
                    arrived.set()
                else:
                    self.arrivals.put(arrived)


P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
Given = TypeVarTuple("Given")

# The name of a task run, and its positional arguments.
Call: TypeAlias = tuple[str, tuple[*Given]]

_LONGEST_NAME = 80


class Step(Protocol[*Given, R_co]):
    """A Prefect task, typed by its arguments and its result."""

    @property
    def fn(self) -> Callable[[*Given], R_co]:
        """Return the function that the task runs."""


class Driver:
    """Submits tasks and flows and counts the task runs it asked Prefect for."""

    def __init__(self, cluster: Spread | None = None) -> None:
        """Start with no task runs counted; calls that may be spread go to the workers of `cluster`, if there is one."""
        self.task_runs = 0
        self.cluster = cluster
        self._settings: Settings | None = None
        # A task run's completion is in its state; a log line about it as well costs the server a third of its time.
        finished = logging.getLogger("prefect.task_runs")
        if finished.getEffectiveLevel() == logging.INFO:
            finished.setLevel(logging.WARNING)

    def run(self, task: Step[*Given, R], name: str, *arguments: *Given) -> R:
        """Return the outcome of one task run, named for the UI."""
        return next(outcome for _, outcome in self.each(task, [(name, arguments)]))

    def begin(self, task: Step[*Given, R], name: str, *arguments: *Given) -> Callable[[], R]:
        """Return a function that gives a task run's outcome; under Prefect the run starts now, else when called."""
        if FlowRunContext.get() is None:
            return partial(self.run, task, name, *arguments)
        return partial(_outcome, self._submit(task, name, arguments))

    def each(
        self, task: Step[*Given, R], calls: Iterable[Call[*Given]], *, spread: bool = False
    ) -> Iterator[tuple[tuple[*Given], R]]:
        """Yield (arguments, outcome) of each named call as it completes; a failure stops the rest.

        Without a flow run the calls happen one by one, each once the outcome before it was consumed. `spread` calls go
        to a cluster where there is one: their arguments and outcomes must be serializable.
        """
        if FlowRunContext.get() is None:
            for _, arguments in calls:
                yield arguments, task.fn(*arguments)
            return
        runner = self.cluster if spread else None
        running = {self._submit(task, name, arguments, runner): arguments for name, arguments in calls}
        for future in as_completed(list(running)):
            yield running[future], _outcome(future)

    def pull(
        self,
        task: Step[*Given, R],
        next_call: Callable[[], Call[*Given] | None],
        at_once: int,
        handover: Handover | None = None,
    ) -> Iterator[tuple[tuple[*Given], Callable[[], R]]]:
        """Yield (arguments, function that returns the outcome or raises) of each call as it completes.

        A call is taken from `next_call` when fewer than `at_once` are running; None means that none can start now.
        Meanwhile, what running calls hand over is put on record. On an interrupt nothing more is started, and running
        calls are waited for, so that their outcomes are not lost.
        """
        if FlowRunContext.get() is None:
            with ThreadPoolExecutor(at_once) as pool:
                yield from _pull(lambda _, arguments: pool.submit(task.fn, *arguments), next_call, at_once, handover)
        else:
            yield from _pull(partial(self._submit, task), next_call, at_once, handover)

    def _submit(self, task: Any, name: str, arguments: tuple[Any, ...], runner: Spread | None = None) -> Any:
        # with_options() would read and hash the source of the task again for every run.
        named = copy(task)
        named.task_run_name, named.retry_condition_fn = _escape(name), is_worth_retrying
        self.task_runs += 1
        if runner:
            # A cluster is sent the run context, whose parameters are a review context with open files.
            with FlowRunContext.model_construct(**dict(FlowRunContext.get() or ()) | {"parameters": {}}):
                return runner.submit(named, get_call_parameters(named.fn, arguments, {}))
        # quote() keeps Prefect from walking through every record in search of futures.
        return named.submit(*(quote(value) for value in arguments))

    def enter(self, flow: Flow[P, R], *arguments: P.args, **options: P.kwargs) -> R:
        """Return the outcome of a flow: a subflow run under Prefect, else a plain call."""
        if FlowRunContext.get() is None:
            return flow.fn(*arguments, **options)
        subflow = copy(flow)
        subflow.fn = pausable(flow.fn)
        # The review's own run sends heartbeats for the process; a subflow that sent its own would take a second longer,
        # because Prefect waits that long for the thread that sends them.
        with SettingsContext(profile=get_settings_context().profile, settings=self._settings_of_subflows()):
            return subflow(*arguments, **options)

    def _settings_of_subflows(self) -> Settings:
        # Prefect takes a tenth of a second to change one setting, as long as the rest of a subflow run takes.
        if self._settings is None:
            with temporary_settings({PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None}) as settings:
                self._settings = settings
        return self._settings


def _pull(
    start: Callable[[str, tuple[*Given]], Any],
    next_call: Callable[[], Call[*Given] | None],
    at_once: int,
    handover: Handover | None,
) -> Iterator[tuple[tuple[*Given], Callable[[], Any]]]:
    post = handover or Handover(lambda: None)
    running: dict[Any, tuple[*Given]] = {}
    interrupt: KeyboardInterrupt | None = None
    try:
        while True:
            while interrupt is None and len(running) < at_once and (call := next_call()) is not None:
                name, arguments = call
                future = start(name, arguments)
                running[future] = arguments
                future.add_done_callback(post.arrivals.put)
            if not running:
                break
            try:
                arrived = post.arrivals.get()
            except KeyboardInterrupt as again:
                post.end()
                if interrupt:
                    raise
                interrupt = again
                continue
            if not post.serve(arrived):
                yield running.pop(arrived), arrived.result
    except GeneratorExit:
        post.end()
        while handover and running:  # calls under way still have results to put on record
            running.pop(post.arrivals.get())
        raise
    if interrupt:
        raise interrupt


def _outcome(future: Any) -> Any:
    """Return the outcome of a task run, or raise what it raised.

    Prefect asks an event loop in another thread for every outcome, although a completed run already carries it.
    """
    future.wait()
    state = future.state
    if state and state.is_completed() and isinstance(state.data, ResultRecord):
        return state.data.result
    return future.result()


def _escape(name: str) -> str:
    """Return a task run name without braces, which Prefect would take for placeholders."""
    short = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "\u2026"
    return short.replace("{", "(").replace("}", ")")
