"""Connections to checked addresses, with every byte and second counted.

TLS still verifies the certificate for the host's name: only the look-up of its internet address is replaced.
"""

from __future__ import annotations

import re
import ssl
import time
from collections.abc import Iterable, Sequence
from typing import Any

import httpcore

from tasks.retrieval.targets import Limits, RefusedError

_READ = 16_384  # bytes at a time
_CONNECT = 10.0  # seconds for one internet address
_MOST_ADDRESSES = 3
_SURPLUS_WAIT = 0.2  # seconds
_END_OF_HEAD = re.compile(rb"\n\r?\n")
_INTERIM = re.compile(rb"HTTP/1\.[01] 1\d\d")


class Meter:
    """Counts what one request takes, and stops it at the limits."""

    def __init__(self, limits: Limits, seconds: float) -> None:
        """Begin to count; the request may take so many seconds."""
        self._limits = limits
        self._deadline = time.monotonic() + seconds
        self._first_byte: float | None = None
        self._received = 0
        self._head = bytearray()
        self._body_at: int | None = None
        self.is_body = False

    def find_patience(self, timeout: float | None) -> float:
        """Return the seconds the next step may take.

        Raises:
            RefusedError: there are none left.
        """
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise RefusedError("The file takes too long to arrive.", "unavailable")
        return min(left, self._limits.silence, timeout or left)

    def count(self, data: bytes) -> None:
        """Count bytes that arrived."""
        now = time.monotonic()
        if self._first_byte is None:
            self._first_byte = now
        self._received += len(data)
        elapsed = now - self._first_byte
        if elapsed > self._limits.grace and self._received < self._limits.least_rate * elapsed:
            raise RefusedError("The file arrives too slowly.", "unavailable")
        if self._body_at is None:
            self._find_body(data)
        if not self.is_body and self._received > self._limits.head + _READ:
            raise RefusedError("The answer has too many header lines.")

    def body_received(self) -> int:
        """Return the bytes that arrived after the header lines."""
        return 0 if self._body_at is None else self._received - self._body_at

    def _find_body(self, data: bytes) -> None:
        self._head += data
        while end := _END_OF_HEAD.search(self._head):
            interim = _INTERIM.match(self._head)
            del self._head[: end.end()]
            if not interim:
                self._body_at = self._received - len(self._head)
                return


class CheckedAddresses(httpcore.NetworkBackend):
    """Connects to given internet addresses, whatever host it is asked for."""

    def __init__(self, addresses: Sequence[str], meter: Meter) -> None:
        """Take the addresses, the preferred one first."""
        self._addresses = addresses[:_MOST_ADDRESSES]
        self._meter = meter
        self._plain = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,  # noqa: ARG002 - the point: it was looked up already
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Return a stream to the first of the addresses that answers."""
        failure: httpcore.NetworkError | httpcore.TimeoutException | None = None
        for address in self._addresses:
            patience = min(self._meter.find_patience(timeout), _CONNECT)
            try:
                stream = self._plain.connect_tcp(address, port, patience, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return CountedStream(stream, self._meter)
        raise failure or httpcore.ConnectError("no address")


class CountedStream(httpcore.NetworkStream):
    """A stream whose every read is counted and bounded."""

    def __init__(self, stream: httpcore.NetworkStream, meter: Meter) -> None:
        """Wrap a stream."""
        self._stream = stream
        self._meter = meter

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return the next bytes, none at the end."""
        data = self._stream.read(min(max_bytes, _READ), self._meter.find_patience(timeout))
        self._meter.count(data)
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send bytes."""
        self._stream.write(buffer, self._meter.find_patience(timeout))

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """Return the encrypted stream; only its decrypted bytes are counted."""
        patience = self._meter.find_patience(timeout)
        return CountedStream(self._stream.start_tls(ssl_context, server_hostname, patience), self._meter)

    def get_extra_info(self, info: str) -> Any:
        """Return what the underlying stream knows."""
        return self._stream.get_extra_info(info)

    def has_more(self) -> bool:
        """Return whether anything follows what should have been the end."""
        try:
            return bool(self._stream.read(1, _SURPLUS_WAIT))
        except (httpcore.NetworkError, httpcore.TimeoutException):
            return False
