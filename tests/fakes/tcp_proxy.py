"""A proxy that knows nothing of what it carries: it passes bytes on, and breaks, holds up or falsifies some of them.

Faults are drawn by lot for each stretch of what the server sends. A falsified byte is never among the first of a
stretch, where headers stand, as no checksum covers those; bodies are packed, and packing notices.
"""

from __future__ import annotations

import random
import select
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

_PIECE = 65_536
_HEADERS = 1_500  # bytes
_RESET = struct.pack("ii", 1, 0)
_FAULTS = ("reset", "cut", "hold up", "falsify")


@dataclass
class Proxy:
    """A proxy while it runs: `chance` of a fault for each stretch, `met` how often each happened; `url` is its address.

    A fault is followed by `calm` stretches without; `stretches` counts all that came.
    """

    url: str = ""
    chance: float = 0.0
    calm: int = 0
    stretches: int = 0
    lot: random.Random = field(default_factory=random.Random)
    met: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _since: int = 1_000_000

    def storm(self, seed: int, chance: float, calm: int = 2) -> None:
        """Begin to break things, the same way for the same seed and the same stretches."""
        self.lot, self.chance, self.calm, self._since = random.Random(seed), chance, calm, 1_000_000  # noqa: S311
        self.met.clear()
        self.stretches = 0

    def draw(self, size: int) -> tuple[str, float]:
        """Return the fault of a stretch of so many bytes, "" for none, and where it strikes, from 0 to 1."""
        with self._lock:
            self._since += 1
            self.stretches += 1
            if self._since <= self.calm or self.lot.random() >= self.chance:
                return "", 0.0
            self._since = 0
            fault = self.lot.choice(_FAULTS if size > _HEADERS else _FAULTS[:-1])
            self.met[fault] += 1
            return fault, self.lot.random()


@contextmanager
def proxy_to(url: str) -> Iterator[Proxy]:
    """Yield a proxy in front of a server of this machine."""
    host, _, port = url.removeprefix("http://").rstrip("/").partition(":")
    proxy = Proxy()
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
        proxy.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        threading.Thread(target=_accept, args=(listener, (host, int(port)), proxy), daemon=True).start()
        yield proxy
        listener.shutdown(socket.SHUT_RDWR)


def _accept(listener: socket.socket, target: tuple[str, int], proxy: Proxy) -> None:
    with suppress(OSError):
        while True:
            client, _ = listener.accept()
            threading.Thread(target=_carry, args=(client, target, proxy), daemon=True).start()


def _carry(client: socket.socket, target: tuple[str, int], proxy: Proxy) -> None:
    """Pass on what either side sends until one of them, or a fault, ends it."""
    with suppress(OSError), client, socket.create_connection(target) as server:
        while True:
            for ready in select.select([client, server], [], [])[0]:
                piece = ready.recv(_PIECE)
                if not piece:
                    return
                if ready is client:
                    server.sendall(piece)
                elif not _hand_over(piece, client, proxy):
                    return


def _hand_over(piece: bytes, client: socket.socket, proxy: Proxy) -> bool:
    """Return whether the connection still stands after what came was handed over, or what a fault left of it."""
    fault, place = proxy.draw(len(piece))
    at = int(place * len(piece))
    if fault == "hold up":
        time.sleep(0.2 * place)
    if fault == "falsify":
        at = _HEADERS + int(place * (len(piece) - _HEADERS))
        piece = piece[:at] + bytes([piece[at] ^ 0x2A]) + piece[at + 1 :]
    if fault == "cut":
        client.sendall(piece[:at])
    elif fault == "reset":
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    else:
        client.sendall(piece)
    return fault not in ("cut", "reset")
