"""``litreview screen NAME --web`` as a process of its own, and what browsers send it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

REPOSITORY = Path(__file__).resolve().parents[3]
_SECONDS = 100


class PageServer:
    """The command running on a review, until it is interrupted or killed."""

    def __init__(self, name: str, home: Path, port: int, *options: str) -> None:
        """Start it and wait until it says where it is."""
        command = [sys.executable, "-m", "flows.cli.main", "screen", name, "--reviews", str(home), "--web"]
        self._log = (home / f"{name}-{uuid4().hex}.log").open("w+b")
        self._process = subprocess.Popen(
            [*command, "--port", str(port), *options],
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        )
        self.port = port
        self.token = self._read_token()
        self.origin = f"http://127.0.0.1:{port}"
        self.address = f"{self.origin}/?token={self.token}"
        self.headers = {"X-Litreview-Token": self.token, "Origin": self.origin}

    @property
    def log(self) -> str:
        """Return what it wrote to standard error."""
        self._log.flush()
        return Path(self._log.name).read_text("utf-8", errors="replace")

    def _read_token(self) -> str:
        deadline = time.monotonic() + _SECONDS
        while not (found := re.search(r"/\?token=(\S+)", self.log)):
            assert self._process.poll() is None, self.log
            assert time.monotonic() < deadline, self.log
            time.sleep(0.05)
        return found[1]

    def get(self, asked: str, **given: str) -> dict[str, Any]:
        """Return what it answers to a question."""
        told = httpx.get(f"{self.origin}/api/{asked}", params=given, headers=self.headers, timeout=60)
        assert told.status_code == 200, told.text
        answer: dict[str, Any] = told.json()
        return answer

    def post(self, asked: str, **given: Any) -> httpx.Response:
        """Return what it answers to something sent as the page sends it."""
        return httpx.post(f"{self.origin}/api/{asked}", json=given, headers=self.headers, timeout=60)

    def judge(self, who: str, work: str, verdict: str, **fields: str) -> dict[str, Any]:
        """Return what a person is answered to a verdict, which must be taken."""
        given = {"id": uuid4().hex, "mode": "queue", "kind": "own", "criterion": "", "note": ""} | fields
        told = self.post("verdict", who=who, work=work, verdict=verdict, **given)
        assert told.status_code == 200, told.text
        answer: dict[str, Any] = told.json()
        return answer

    def kill(self) -> None:
        """End it as a machine that fails does."""
        self._process.kill()
        self._process.wait(_SECONDS)

    def stop(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """End it as Ctrl-C does, and return exit code and standard output."""
        self._process.send_signal(how)
        out, _ = self._process.communicate(timeout=_SECONDS)
        self._log.close()
        return self._process.returncode, out.decode()
