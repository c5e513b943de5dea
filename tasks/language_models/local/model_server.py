"""llama.cpp's own server for one file of weights, in a process of its own that ends with ours.

It runs in the environment that `make local` makes, knows none of our settings, and listens to this machine alone.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
from dataclasses import dataclass, field
from pathlib import Path

from storage.core.errors import InputError

_SCRIPT = Path(__file__).with_name("serve_weights.py")
_HANDED_ON = ("PATH", "HOME", "LANG", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES")
_LONGEST_REASON = 200  # characters
_SECONDS_TO_END = 10.0


@dataclass
class ModelServer:
    """A file of weights (GGUF) and the Python that can serve it, with room for so many tokens of prompt and answer."""

    python: Path
    weights: Path
    context_tokens: int
    _process: subprocess.Popen[str] | None = None
    _address: str = ""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> str:
        """Return the server's address, once it has loaded the model; one that ended is started anew.

        Raises:
            InputError: the model cannot be loaded.
        """
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self.stop()
                self._address = self._load()
            return self._address

    def stop(self) -> None:
        """End the server, if it runs."""
        process, self._process = self._process, None
        if process is None:
            return
        for stream in (process.stdin, process.stdout):
            if stream:
                stream.close()
        try:
            process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _load(self) -> str:
        environment = {name: os.environ[name] for name in _HANDED_ON if name in os.environ}
        command = [str(self.python), "-I", str(_SCRIPT), str(self.weights.resolve()), str(self.context_tokens)]
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as log:
            try:
                self._process = subprocess.Popen(  # noqa: S603 - our own script
                    command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True
                )
            except OSError as error:
                raise InputError(
                    f"'{self.python}' cannot be started ({error.strerror}); `make local` makes it, or name a Python "
                    "that has xllamacpp in LITREVIEW_LOCAL_PYTHON"
                ) from error
            for line in self._process.stdout or ():
                if line.startswith("http"):
                    return line.strip()
            self._process.wait()
            log.seek(0)
            said = [line.strip() for line in log if line.strip()]
        reason = (said or [f"it ended with {self._process.returncode}"])[-1][:_LONGEST_REASON]
        raise InputError(
            f"the model '{self.weights.name}' of LITREVIEW_LOCAL_MODEL cannot be served ({reason}); give a GGUF file "
            "that llama.cpp reads and that fits into memory with LITREVIEW_LOCAL_CONTEXT tokens"
        )
