"""A shell as a reader of the README sits at it: lines are typed in order, some go on beside the rest until the end."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tests.readme.typed import Keys

_TAIL = 25
_MOST_SECONDS = 1_800
_EXPORT = re.compile(r"export (\w+)=(\S+)")
_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Failed(Exception):
    """A line ended otherwise than it should; the text tells how, with the last lines it printed."""


class Terminal:
    """Types lines into a shell in a folder; what is exported stays so."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        """Begin in a folder."""
        self._folder, self._environment = folder, environment
        self._beside: list[tuple[str, subprocess.Popen[bytes]]] = []

    def type(self, line: str, exits: Sequence[int] = (0,), keys: Keys = ()) -> str:
        """Type a line, wait for its end, and return what it printed.

        Raises:
            Failed: its exit status is none of `exits`.
        """
        if exported := _EXPORT.fullmatch(line):
            self._environment[exported[1]] = exported[2]
            return ""
        status, shown = self._sit(line, keys)
        if status not in exits:
            raise Failed(f"exit status {status} of: {line}\n{_take_tail(shown)}")
        return shown

    def start(self, line: str) -> Path:
        """Type a line as into a terminal beside, and return the file that has what it prints."""
        log = self._folder.parent / f"beside-{len(self._beside)}.log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                ["bash", "-c", f"exec {line}"], cwd=self._folder, env=self._environment, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
            )  # fmt: skip
        self._beside.append((line, process))
        return log

    def check_beside(self) -> None:
        """See to it that what goes on beside still does.

        Raises:
            Failed: it ended.
        """
        for number, (line, process) in enumerate(self._beside):
            if process.poll() is not None:
                log = self._folder.parent / f"beside-{number}.log"
                raise Failed(f"ended by itself: {line}\n{_take_tail(log.read_text('utf-8', 'replace'))}")

    def end(self) -> None:
        """End what goes on beside, the last first, as Ctrl-C does; what does not heed it is killed."""
        for _, process in reversed(self._beside):
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(90)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def _sit(self, line: str, keys: Keys) -> tuple[int, str]:
        """Run a line at a terminal of its own, press keys when what calls for them is shown; return status and text."""
        master, slave = pty.openpty()
        process = subprocess.Popen(
            ["bash", "-c", line], cwd=self._folder, env=self._environment, start_new_session=True,
            stdin=slave, stdout=slave, stderr=slave,
        )  # fmt: skip
        os.close(slave)
        deadline, raw, answered = time.monotonic() + _MOST_SECONDS, b"", 0
        try:
            while time.monotonic() < deadline:
                if select.select([master], [], [], 1)[0]:
                    raw += os.read(master, 65_536)
                elif keys:
                    new = _CODES.sub("", raw[answered:].decode(errors="replace"))
                    met = [(each.end(), press) for shown, press in keys for each in re.finditer(shown, new)]
                    if met:
                        answered = len(raw)
                        os.write(master, max(met)[1].encode())
        except OSError:
            process.wait()  # nobody has the other end open any more: so does Linux say it
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            os.close(master)
        shown = _CODES.sub("", raw.decode(errors="replace")).replace("\r\n", "\n")
        with (self._folder.parent / "typed.log").open("a", encoding="utf-8") as log:
            log.write(f"$ {line}\n{shown}\n")
        return process.wait(), shown


def _take_tail(shown: str) -> str:
    return "\n".join(f"    {line}" for line in shown.rstrip().splitlines()[-_TAIL:])
