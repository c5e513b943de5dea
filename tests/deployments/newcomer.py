"""How far a newcomer's run has come, waiting for it, and the browser it is seen with."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@dataclass(frozen=True)
class Finished:
    """A run of the deployment after it ended: where its review is, its id, and the works it asked a person about."""

    folder: Path
    flow_run_id: str
    asked_about: list[str]


@dataclass(frozen=True)
class Paused:
    """A run of the deployment that waits for a person: its address in the API, its id, and what is asked."""

    at: str
    flow_run_id: str
    form: dict[str, Any]


def wait_for(condition: Callable[[], Any], seconds: float) -> Any:
    """Return what a condition gives once it is true."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, f"not within {seconds} seconds"
        time.sleep(1)
    return found
