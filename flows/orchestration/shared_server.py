"""A server that a run has started serves the other runs that find it meanwhile, and ends with the last of them."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import BinaryIO

import psutil

from tasks.environment.settings import read_settings

_SECONDS = 15


@dataclass(frozen=True, slots=True)
class Share:
    """One run's share in the server at the usual address; the file beside it names the process a run has started."""

    file: BinaryIO

    def note(self, pid: int) -> None:
        """Keep the process of the server that this run has started."""
        self.file.seek(0)
        self.file.truncate()
        self.file.write(str(pid).encode())
        self.file.flush()

    def find_started(self) -> psutil.Process | None:
        """Return the server if a run has started it; None where somebody keeps it running, or there is none."""
        self.file.seek(0)
        with suppress(ValueError, psutil.Error):
            process = psutil.Process(int(self.file.read()))
            if "prefect" in process.cmdline():
                return process
        return None

    def leave(self) -> psutil.Process | None:
        """Return the server if a run has started it and no other uses it; who comes now waits until it is stopped."""
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return None
        process = self.find_started()
        self.file.truncate(0)
        return process


@contextmanager
def share_server() -> Iterator[Share]:
    """Yield a share in the server at the usual address: a lock on a file, which ends with a run that is killed."""
    folder = read_settings().cache
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "prefect-server.lock").open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        yield Share(file)


def stop(process: psutil.Process) -> None:
    """End a server, by force if it takes longer than a quarter of a minute."""
    with suppress(psutil.NoSuchProcess):
        process.terminate()
        try:
            process.wait(_SECONDS)
        except psutil.TimeoutExpired:
            process.kill()
            process.wait(_SECONDS)
