"""What has to come about on the Prefect server after a command of the README was typed."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

from flows.cli.deployments import OUR_SHEET
from flows.scheduling.sheet import read_sheet
from tests.readme.terminal import Failed, Terminal

SERVER = "http://127.0.0.1:4200"
_API = f"{SERVER}/api"
_ENDED_BADLY = {"FAILED", "CRASHED", "CANCELLED"}
_MINUTES = 4  # a server plans runs of a schedule that was changed about once a minute
_NAME = re.compile(r"--name (\S+)")
_CRON = re.compile(r"--cron '[^']+' --timezone \S+")


def await_coming(then: str, terminal: Terminal, line: str, printed: str) -> str:
    """Wait for what is to come about after a line that printed this; return what to say of it.

    Raises:
        Failed: it does not come about in time, or a run ends badly.
    """
    if then == "server":
        _wait(terminal, lambda: _asks("GET", "/health") is True, 120, "a Prefect server on port 4200")
        return "the server answers"
    if then == "deployments":
        number = len(read_sheet(OUR_SHEET))
        _wait(terminal, lambda: _asks("POST", "/deployments/count") == number, 240, f"{number} deployments")
        return f"{number} deployments are there"
    if then == "run":
        found = re.search(r"UUID: (\S+)", printed)
        if found is None:
            raise Failed(f"no flow run is told by: {line}\n{printed}")
        _wait(terminal, lambda: _is_completed(_asks("GET", f"/flow_runs/{found[1]}")), 1_500, "the end of the run")
        return "its run is Completed"
    return _see_schedule_fire(terminal, line)


def _see_schedule_fire(terminal: Terminal, line: str) -> str:
    """Type the command again for a time that comes soon, wait for the run that the schedule begins, and remove it."""
    name = _NAME.search(line)
    soon = datetime.now(UTC) + timedelta(minutes=_MINUTES)
    again = _CRON.sub(f"--cron '{soon.minute} {soon.hour} * * *' --timezone UTC", line)
    if name is None or again == line:
        raise Failed(f"no name, or no time that another can stand for, in: {line}")
    before = {run["id"] for run in _read_scheduled(name[1])}
    terminal.type(again)
    _wait(
        terminal,
        lambda: any(_is_completed(run) for run in _read_scheduled(name[1]) if run["id"] not in before),
        1_500,
        f"a Completed run of the schedule '{name[1]}'",
    )
    terminal.type(f".venv/bin/litreview schedule --remove {name[1]}")
    return f"typed again for {soon:%H:%M} UTC, its run is Completed; removed"


def _read_scheduled(name: str) -> list[dict[str, Any]]:
    asked = {"sort": "EXPECTED_START_TIME_ASC", "limit": 200}
    runs: list[dict[str, Any]] = _asks("POST", "/flow_runs/filter", asked) or []
    return [run for run in runs if run["auto_scheduled"] and run["parameters"].get("name") == name]


def _is_completed(run: dict[str, Any] | None) -> bool:
    """Return whether a run is completed.

    Raises:
        Failed: it ended otherwise.
    """
    state = (run or {}).get("state") or {}
    if state.get("type") in _ENDED_BADLY and run:
        raise Failed(f"the run '{run['name']}' is {state['name']}: {state.get('message')}")
    return bool(state.get("type") == "COMPLETED")


def _wait(terminal: Terminal, is_there: Callable[[], bool], seconds: float, what: str) -> None:
    deadline = time.monotonic() + seconds
    while not is_there():
        terminal.check_beside()
        if time.monotonic() > deadline:
            raise Failed(f"{what}: not within {seconds:.0f} seconds")
        time.sleep(2)


def _asks(method: str, path: str, sent: dict[str, Any] | None = None) -> Any:
    try:
        answer = httpx.request(method, f"{_API}{path}", json=sent if sent or method == "GET" else {}, timeout=30)
    except httpx.HTTPError:
        return None
    return answer.json() if answer.is_success else None
