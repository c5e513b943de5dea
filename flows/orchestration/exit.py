"""The end of a process that ran a command: nothing is printed after the command's own last output."""

from __future__ import annotations

import atexit
import logging
import os
import sys
from collections.abc import Callable


def end_quietly(command: Callable[[], None]) -> None:
    """Run a command that ends the process, and then exit without tearing down the interpreter.

    Prefect's threads hold connections to the end, and DuckDB's binding would list each object that they hold, forty
    lines on standard error after the path of a review. Everything else to be done at exit is done before.
    """
    code: list[int] = [1]  # the exit code of an uncaught error

    def leave() -> None:
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code[0])

    atexit.register(leave)
    try:
        command()
    except SystemExit as ended:
        code[0] = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        raise
    code[0] = 0


def end_quietly_when_served() -> None:
    """Have a process that a server or worker started for one flow run print nothing during teardown.

    The worker goes by its exit code, so it ends as it would otherwise; what was printed before then stays.
    """
    if os.environ.get("PREFECT__FLOW_RUN_ID") and not _silenced:
        _silenced.append(True)
        atexit.register(_silence)


_silenced: list[bool] = []


def _silence() -> None:
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - a device
        os.dup2(nowhere.fileno(), 2)
