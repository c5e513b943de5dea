"""How a loopback server delivers an answer: whole and packed as the real services pack it, or broken on its way."""

from __future__ import annotations

import gzip
import socket
import struct
import time
from collections.abc import Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler

BROKEN = {"reset", "hang up", "cut", "cut unpacked", "bad gzip", "empty", "slow"}
"""A connection reset or closed before the answer; half of it, with or without its length stated; bytes that are not
gzip; nothing but headers; an answer in drops."""

_DROPS, _PAUSE = 8, 0.02  # pieces, seconds
_RESET = struct.pack("ii", 1, 0)  # linger on, for no time


def deliver(
    handler: BaseHTTPRequestHandler, status: int, headers: Mapping[str, str], body: bytes, fault: str = ""
) -> None:
    """Send an answer, gzipped where that is accepted, or what a fault of `BROKEN` leaves of it."""
    # Who asked may have been killed.
    with suppress(ConnectionError):
        if fault == "reset":
            handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        if fault in ("reset", "hang up"):
            handler.close_connection = True
            handler.connection.close()
            return
        more = dict(headers)
        if fault == "empty":
            body = b""
        elif "gzip" in handler.headers.get("Accept-Encoding", "") and body and fault != "cut unpacked":
            packed = gzip.compress(body, 1, mtime=0)
            body = packed[:12] + bytes(byte ^ 0x55 for byte in packed[12:]) if fault == "bad gzip" else packed
            more["Content-Encoding"] = "gzip"
        if fault == "cut unpacked":  # who closes the connection at the end need not state a length
            more["Connection"] = "close"
        else:
            more["Content-Length"] = str(len(body))
        handler.send_response(status)
        for name, value in more.items():
            handler.send_header(name, value)
        handler.end_headers()
        if fault.startswith("cut"):
            handler.close_connection = True
            body = body[: len(body) // 2]
        step = -(-len(body) // _DROPS) if fault == "slow" and body else len(body) or 1
        for start in range(0, len(body), step):
            handler.wfile.write(body[start : start + step])
            if fault == "slow":
                handler.wfile.flush()
                time.sleep(_PAUSE)
