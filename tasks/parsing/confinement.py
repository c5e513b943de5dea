"""Programs run apart: under a keeper that ends them with all that came of them when they are done or time is up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SCRATCH = ".part-parse-"
"""How the name of a folder begins that a program works in; what a killed run leaves is known by it."""

_KEEPER = Path(__file__).with_name("keeper.py")
_GRACE = 60.0  # seconds the keeper has, beyond the program's time, to start and to end what there is


@dataclass(frozen=True, slots=True)
class Ending:
    """How a program ended: `code` is negative for a signal, None where time was up.

    `said` is the end of what it wrote to its standard error, 16 KB at most, as it is: neither bounded for a ledger nor
    safe to print.
    """

    code: int | None
    said: str = ""


def run_apart(command: Sequence[str], *, folder: Path, environment: Mapping[str, str], seconds: float) -> Ending:
    """Run a program in a folder and return how it ended.

    It reads nothing. No process that came of it outlives the call, also none in a session of its own whose parent is
    long gone, nor the end of this process, however that comes. On systems other than Linux a process is missed
    that loses its parent within half a second.

    Raises:
        OSError: the program cannot be started.
    """
    keeper = subprocess.Popen(  # noqa: S603 - the program is ours, or the one the user set; the file is an argument
        [sys.executable, "-I", str(_KEEPER), str(os.getpid()), str(seconds), *command],
        cwd=folder,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        answer, _ = keeper.communicate(timeout=seconds + _GRACE)
    except subprocess.TimeoutExpired:
        answer = b""
    finally:
        _dismiss(keeper)
    if not answer:
        return Ending(None)
    ended = json.loads(answer)
    if ended.get("error") is not None:
        raise OSError(ended["error"], os.strerror(ended["error"]), command[0])
    return Ending(ended["code"], ended["said"])


def _dismiss(keeper: subprocess.Popen[bytes]) -> None:
    """Have a keeper that is still at work end everything, and end it if it cannot."""
    if keeper.poll() is None:
        keeper.terminate()
        try:
            keeper.wait(_GRACE)
        except subprocess.TimeoutExpired:
            keeper.kill()
            keeper.wait()
