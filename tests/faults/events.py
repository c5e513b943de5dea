"""The moments at which a run can be stopped: around commits, publishing, catalogue calls, task calls and renames.

Our own methods keep doing their work; each is wrapped to write one line to a log before and after, and to stop the
process when the line has the number asked for. A line is written with one system call, so it outlives the process.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

from flows.orchestration.driver import Driver
from storage.core.ledger import _COPY, Ledger
from tasks.catalogues.local.catalogue import LocalCatalogue

Moment = Literal["before", "after", "stop"]
Manner = Literal["kill", "interrupt"]

KILLED = 137
CATALOGUE_CALLS = (
    "search", "works_by_id", "works_by_doi", "citing_works", "topics", "authors_of_topic", "works_of_author"
)  # fmt: skip


@dataclass(frozen=True)
class Event:
    """One line of the log: `what` is commit, publish, copy, rename, catalogue or task; `within` is the task call."""

    number: int
    moment: Moment
    what: str
    name: str
    within: str

    @property
    def kind(self) -> tuple[str, str, str]:
        """Return what two events of a kind share."""
        return self.moment, self.what, self.name


def read_events(log: Path) -> list[Event]:
    """Return the events of a log in order; the moment "stop" marks where the run was stopped."""
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    return [_parse(line) for line in lines]


def _parse(line: str) -> Event:
    number, moment, what, name, within = line.split("\t")
    return Event(int(number), moment, what, name, within)  # type: ignore[arg-type]  # written by Recorder alone


class Recorder:
    """Writes the log of one run, and stops the run at one event of it."""

    def __init__(self, log: Path, stop_at: int | None = None, manner: Manner = "kill") -> None:
        """Start a log; without `stop_at` nothing is stopped."""
        self._log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._stop_at = stop_at
        self._manner = manner
        self._number = 0
        self._within = ""
        self._in_catalogue = False

    def install(self) -> None:
        """Wrap the methods at which events happen, for the rest of this process."""
        self._wrap_transactions()
        self._wrap(Ledger, "publish", "publish", lambda *_: "corpus.duckdb")
        self._wrap(Path, "replace", "rename", lambda _, target: Path(target).name)
        self._wrap(subprocess, "run", "copy", lambda command: "corpus.duckdb" if _COPY in command else "")
        for name in CATALOGUE_CALLS:
            self._wrap_catalogue(name)
        self._wrap_tasks()
        self._wrap_requests()

    def happen(self, moment: Moment, what: str, name: str) -> None:
        """Write an event, and stop the process if its turn has come."""
        self._number += 1
        self._write(moment, what, name)
        if self._number != self._stop_at:
            return
        self._write("stop", self._manner, name)
        if self._manner == "kill":
            os._exit(KILLED)
        raise KeyboardInterrupt

    def _write(self, moment: Moment, what: str, name: str) -> None:
        os.write(self._log, f"{self._number}\t{moment}\t{what}\t{name}\t{self._within}\n".encode())

    def _wrap(self, owner: Any, method: str, what: str, name_of: Callable[..., str]) -> None:
        original = getattr(owner, method)

        @wraps(original)
        def counted(*arguments: Any, **options: Any) -> Any:
            name = name_of(*arguments)
            if not name:
                return original(*arguments, **options)
            self.happen("before", what, name)
            outcome = original(*arguments, **options)
            self.happen("after", what, name)
            return outcome

        setattr(owner, method, counted)

    def _wrap_transactions(self) -> None:
        original = Ledger.transaction

        @contextmanager
        def counted(ledger: Ledger, writer: str) -> Iterator[None]:
            with original(ledger):
                yield
                self.happen("before", "commit", writer)
            self.happen("after", "commit", writer)

        def transaction(ledger: Ledger) -> AbstractContextManager[None]:
            return counted(ledger, sys._getframe(1).f_code.co_name)

        Ledger.transaction = transaction  # type: ignore[assignment, method-assign]  # that is the point

    def _wrap_catalogue(self, name: str) -> None:
        original = getattr(LocalCatalogue, name)

        @wraps(original)
        def counted(*arguments: Any, **options: Any) -> Any:
            if self._in_catalogue:  # a call that the catalogue makes to itself is part of the outer one
                return original(*arguments, **options)
            self.happen("before", "catalogue", name)
            self._in_catalogue = True
            try:
                outcome = original(*arguments, **options)
            finally:
                self._in_catalogue = False
            self.happen("after", "catalogue", name)
            return outcome

        setattr(LocalCatalogue, name, counted)

    def _wrap_tasks(self) -> None:
        original = Driver.each

        def each(driver: Driver, task: Any, calls: Iterable[tuple[str, tuple[Any, ...]]], **_: bool) -> Iterator[Any]:
            for label, arguments in calls:

                def counted(*given: Any, label: str = label) -> Any:
                    self._within = label
                    self.happen("before", "task", task.name)
                    outcome = task.fn(*given)
                    self.happen("after", "task", task.name)
                    self._within = ""
                    return outcome

                yield from original(driver, SimpleNamespace(fn=counted), [(label, arguments)])  # type: ignore[arg-type]

        Driver.each = each  # type: ignore[assignment, method-assign]  # that is the point

    def _wrap_requests(self) -> None:
        original = Driver.pull

        def pull(driver: Driver, task: Any, next_call: Any, at_once: int) -> Iterator[Any]:
            def counted(*given: Any) -> Any:
                self.happen("before", "task", task.name)
                outcome = task.fn(*given)
                self.happen("after", "task", task.name)
                return outcome

            yield from original(driver, SimpleNamespace(fn=counted), next_call, at_once)  # type: ignore[arg-type]

        Driver.pull = pull  # type: ignore[assignment, method-assign]  # that is the point
