"""The keeper of a program that is run apart: it starts the program, and ends it with all its descendants.

A script of its own, called as ``python -I keeper.py PARENT SECONDS PROGRAM [ARGUMENT]…`` by `run_apart`. It prints a
JSON object: `code` is how the program ended, null if time was up or the parent died; `error` is set instead where it
could not be started; `said` is the end of what it wrote to its standard error.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import IO

import psutil

_SHORTEST_NAP, _LONGEST_NAP = 0.002, 0.05  # seconds
_LOOK_AGAIN = 0.5  # seconds between checks of the children, where orphans are not handed to their ancestor
_PATIENCE = 20.0  # seconds in which the kernel removes what was killed
_TAIL = 16 * 1024  # bytes
_SET_CHILD_SUBREAPER = 36  # of <linux/prctl.h>


def main(arguments: list[str]) -> None:
    """Run the program until it ends, its time is up, or the caller is gone; print how it ended."""
    parent, seconds, *command = arguments
    # What a descendant leaves behind when it dies becomes a child of ours, in whatever session it lives.
    adopts = sys.platform == "linux" and ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    tail = bytearray()
    known: set[psutil.Process] = set()
    ended: dict[str, object] = {"code": None}
    listener: threading.Thread | None = None
    try:
        program = subprocess.Popen(  # noqa: S603 - the program is what the caller wants run
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        )
        listener = threading.Thread(target=_listen, args=(program.stderr, tail), daemon=True)
        listener.start()
        ended["code"] = _wait(program, int(parent), float(seconds), None if adopts else known)
    except OSError as error:
        ended = {"error": error.errno, "code": None}
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        _end_all(known)
    if listener is not None:
        listener.join(_LOOK_AGAIN)
    print(json.dumps(ended | {"said": bytes(tail).decode("utf-8", errors="replace")}), flush=True)  # noqa: T201 - the answer


def _wait(
    program: subprocess.Popen[bytes], parent: int, seconds: float, known: set[psutil.Process] | None
) -> int | None:
    deadline, nap, look = time.monotonic() + seconds, _SHORTEST_NAP, 0.0
    while program.poll() is None:
        if time.monotonic() > deadline or os.getppid() != parent:
            return None
        if known is not None and time.monotonic() > look:
            known |= _list_descendants()
            look = time.monotonic() + _LOOK_AGAIN
        time.sleep(nap)
        nap = min(_LONGEST_NAP, 1.5 * nap)
    return program.returncode


def _end_all(known: set[psutil.Process]) -> None:
    """Kill every descendant, and those they start meanwhile, until none is left, not even its entry among processes."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        living = {each for each in known | _list_descendants() if _is_alive(each)}
        for each in living:
            with suppress(psutil.NoSuchProcess):
                each.kill()
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            if not living:
                return
        time.sleep(_SHORTEST_NAP)


def _list_descendants() -> set[psutil.Process]:
    return set(psutil.Process().children(recursive=True))


def _is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def _listen(stream: IO[bytes], tail: bytearray) -> None:
    while said := os.read(stream.fileno(), _TAIL):
        tail += said
        del tail[:-_TAIL]


if __name__ == "__main__":
    main(sys.argv[1:])
