"""Programs run apart: in a process group of their own, killed with all their children when time is up."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

SCRATCH = ".part-parse-"
"""How the name of a folder begins that a program works in; what a killed run leaves is known by it."""

_SHORTEST_NAP, _LONGEST_NAP = 0.002, 0.05  # seconds


def run_apart(command: Sequence[str], *, folder: Path, environment: Mapping[str, str], seconds: float) -> int | None:
    """Run a program in a folder and return how it ended, None if it had to be killed because time was up.

    A negative number is the signal that ended it. It reads nothing, what it prints is thrown away, and no process of
    its group outlives the call.

    Raises:
        OSError: the program cannot be started.
    """
    program = subprocess.Popen(  # noqa: S603 - the program is ours, or the one the user set; the file is an argument
        list(command),
        cwd=folder,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        ended = _wait(program.pid, seconds)
    finally:
        # Not yet reaped, so that its number still names its group and nobody else's.
        os.killpg(program.pid, signal.SIGKILL)
        program.wait()
    return program.returncode if ended else None


def _wait(pid: int, seconds: float) -> bool:
    deadline, nap = time.monotonic() + seconds, _SHORTEST_NAP
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() > deadline:
            return False
        time.sleep(nap)
        nap = min(_LONGEST_NAP, 1.5 * nap)
    return True
