"""Programs run apart: under a keeper that ends them and all their descendants when they are done or time is up.

A parser as the rest of the program sees it: the same protocol, in a process with limits.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

from tasks.parsing.protocol import ParsedDocument, ParsedPage, Status
from tasks.parsing.worker import OUT_OF_MEMORY, PARSERS

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

    It reads nothing. No descendant outlives the call, not even one in a session of its own whose parent is long gone,
    or the end of this process, however that comes. On systems other than Linux a process that loses its parent within
    half a second is missed.

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
    """Have a keeper that is still running end everything, and end it if it cannot."""
    if keeper.poll() is None:
        keeper.terminate()
        try:
            keeper.wait(_GRACE)
        except subprocess.TimeoutExpired:
            keeper.kill()
            keeper.wait()


_SOURCES = Path(__file__).resolve().parents[__name__.count(".")]  # from where this module is imported
_OUT_OF_MEMORY = {-signal.SIGKILL, -signal.SIGABRT, -signal.SIGTRAP, OUT_OF_MEMORY}
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@dataclass(frozen=True, slots=True)
class Limits:
    """What reading one file may cost: memory and answer in bytes, processor and elapsed time in seconds."""

    memory: int = 1024 * 1024 * 1024
    processor: int = 90
    elapsed: float = 180.0
    answer: int = 64 * 1024 * 1024


STANDARD = Limits()


@dataclass(frozen=True, slots=True)
class ConfinedParser:
    """The parser of a name (see `tasks.parsing.worker`) in a process with limits, without the user's environment.

    It works in a folder of its own in `scratch`, else where temporary files go. A parser that reads pages one by one is
    given their `numbers`; what it has read when it is stopped is kept.
    """

    name: str
    limits: Limits = STANDARD
    scratch: Path | None = None
    numbers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a name without a parser."""
        if self.name not in PARSERS:
            raise ValueError(f"there is no parser {self.name}")

    def parse(self, path: Path) -> ParsedDocument:
        """Return what the file holds, or the outcome of the process as status: timed out, too large, broken."""
        limits = self.limits
        with tempfile.TemporaryDirectory(prefix=SCRATCH, dir=self.scratch and self.scratch.resolve()) as folder:
            answer = Path(folder) / "answer.json"
            command = [sys.executable, "-P", "-m", "tasks.parsing.worker", self.name, str(path.resolve()), str(answer)]
            ended = run_apart(
                [*command, str(limits.memory), str(limits.processor), str(limits.answer), *map(str, self.numbers)],
                folder=Path(folder),
                environment=_bare_environment(),
                seconds=limits.elapsed,
            ).code
            answered = answer.is_file() and answer.stat().st_size <= limits.answer
            document = read_answer(answer.read_text("utf-8", errors="replace"), self.name) if answered else None
        if document is not None and ended == 0:
            return document
        stopped = self._explain(ended)
        if document is None or not self.numbers:
            return stopped
        return replace(document, reason=" ".join(filter(None, (document.reason, stopped.reason))))

    def _explain(self, ended: int | None) -> ParsedDocument:
        if ended is None or ended == -signal.SIGXCPU:
            return ParsedDocument("timed out", self.name, reason="Reading the file took longer than is allowed.")
        if ended in _OUT_OF_MEMORY or ended == -signal.SIGXFSZ:
            return ParsedDocument("too large", self.name, reason="Reading the file takes more memory than is allowed.")
        return ParsedDocument("broken", self.name, reason="The parser failed on the file.")


def read_answer(text: str, parser: str) -> ParsedDocument:
    """Return the document a worker wrote; a malformed one is a broken file, for the worker may have been subverted."""
    failed = ParsedDocument("broken", parser, reason="The parser failed on the file.")
    try:
        fields: dict[str, Any] = json.loads(text)
        if fields["status"] not in get_args(Status):
            return failed
        pages = tuple(ParsedPage(int(page["number"]), _plain(page["text"])) for page in fields["pages"])
        return ParsedDocument(
            fields["status"],
            parser,
            pages,
            min(1.0, max(0.0, float(fields["quality"]))),
            _plain(fields["references"]),
            _plain(fields["reason"]),
            tuple(int(number) for number in fields["wanting"]),
            int(fields["page_count"]),
        )
    except (ValueError, KeyError, TypeError):
        return failed


def _plain(text: object) -> str:
    return str(text).encode("utf-8", errors="replace").decode("utf-8")


def _bare_environment() -> dict[str, str]:
    """Return an environment without keys and addresses: what is read there is not ours."""
    return {"PATH": os.defpath, "LC_ALL": "C.UTF-8", "PYTHONPATH": str(_SOURCES), "PYTHONHASHSEED": "0", **_ONE_THREAD}
