"""``litreview screen NAME`` as somebody sits at it: a process of its own at a narrow terminal, quit and come back."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from storage.core.ledger import Ledger
from storage.publication.published import select_published
from tests.flows.human.reviews import OpenReview

REPOSITORY = Path(__file__).resolve().parents[3]
_COLUMNS = 30
_SECONDS = 100
_TITLE = "Zürich 樹木 \u202ecool\x1b]0;x\x07 the streets of cities in summer, ΔT included"
_CODES = re.compile(r"\x1b\[[0-9;]*m")


class Sitting:
    """A terminal of 30 columns with `litreview screen` running at it, and what it shows."""

    def __init__(self, name: str, home: Path) -> None:
        """Start the command."""
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, _COLUMNS, 0, 0))
        self.before = termios.tcgetattr(self._master)
        environment = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "NO_COLOR"}}
        environment |= {"PYTHONPATH": str(REPOSITORY), "TERM": "xterm-256color", "PYTHONUTF8": "1"}
        command = [sys.executable, "-m", "flows.cli.main", "screen", name, "--reviews", str(home)]
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
        )
        os.close(slave)
        self._raw = b""

    def see(self, words: str, times: int = 1) -> None:
        """Wait until words were shown so many times."""
        deadline = time.monotonic() + _SECONDS
        while self.shown.count(words) < times:
            assert time.monotonic() < deadline, f"never seen: {words}; but\n{self.shown}"
            if select.select([self._master], [], [], 1)[0]:
                self._raw += os.read(self._master, 4096)

    def press(self, keys: str) -> None:
        """Type keys."""
        os.write(self._master, keys.encode())

    def leave(self) -> list[str]:
        """Wait for the end and return all lines, without colours; the terminal has to be as it was."""
        try:
            while more := os.read(self._master, 4096):
                self._raw += more
        except OSError:
            pass  # how Linux says that nobody has the other end open any more
        assert self._process.wait(_SECONDS) == 0
        assert termios.tcgetattr(self._master) == self.before
        os.close(self._master)
        return _CODES.sub("", self.shown).splitlines()

    @property
    def shown(self) -> str:
        """Return what was shown so far, colours and all."""
        return self._raw.decode(errors="replace")


@pytest.mark.slow
def test_screening_at_a_narrow_terminal(
    searched: OpenReview, queue: list[dict[str, Any]], home: Path, tmp_path: Path
) -> None:
    """A verdict is taken back by going back to it, quitting keeps what was said, and coming back goes on behind it.

    Lines fit the terminal, wide characters included, and nothing of a title is obeyed by it.
    """
    first, second = (work["work_id"] for work in queue[:2])
    with searched(ask="") as bench:
        bench.ledger.change("UPDATE work SET title = $title WHERE work_id = $first", title=_TITLE, first=first)
    sitting = Sitting(tmp_path.name, home)
    sitting.see(f"1 of {len(queue)}")
    sitting.press("i")
    sitting.see(f"2 of {len(queue)}")
    sitting.press("b")
    sitting.see(f"1 of {len(queue)}", 2)
    sitting.press("e")
    sitting.see(f"2 of {len(queue)}", 2)
    sitting.press("q")
    lines = sitting.leave()
    assert "\x1b]0;" not in sitting.shown
    assert "\u202e" not in sitting.shown
    assert any("Zürich 樹木" in line for line in lines)
    card = lines[: lines.index(f"1 of {len(queue)} works judged.")]
    assert max(cell_len(line) for line in card) <= _COLUMNS

    again = Sitting(tmp_path.name, home)
    again.see(f"1 of {len(queue) - 1}")
    again.press("u")
    again.see(f"2 of {len(queue) - 1}")
    again.press("\x1b[Bq")
    assert not any("Zürich" in line for line in again.leave())
    decided = select_published(
        home / tmp_path.name, "SELECT work_id, verdict FROM decision WHERE method = 'human' ORDER BY seq"
    )
    assert decided.rows() == [(first, "include"), (first, "exclude"), (second, "unsure")]
    with Ledger(home / tmp_path.name) as ledger:
        sql = "SELECT verdict FROM screening_decision WHERE work_id = $first"
        assert ledger.select(sql, first=first).item() == "exclude"
