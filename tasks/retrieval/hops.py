"""One request to a checked address, and its answer: a redirect, or a body within limits."""

from __future__ import annotations

import ssl
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpcore
import httpx

from tasks.environment.settings import USER_AGENT
from tasks.retrieval.connections import CheckedAddresses, CountedStream, Meter
from tasks.retrieval.targets import Limits, RefusedError, Target
from tasks.services.tries import explain, read_wait

_REDIRECTS = (301, 302, 303, 307, 308)
_PASSING = (408, 425, 429, 500, 502, 503, 504)
_LONGEST_WAIT = 10.0  # seconds a host may ask to be left alone and still be tried again


@dataclass(frozen=True, slots=True)
class Redirect:
    """Where an answer redirects to."""

    location: str


@dataclass(frozen=True, slots=True)
class Body:
    """What an answer delivers: its unpacked pieces, which end in an error if limits or lengths are violated."""

    pieces: Iterator[bytes]


@dataclass(slots=True)
class Sender:
    """Sends requests; `last_status` is that of the latest answer, 0 for none."""

    limits: Limits
    tls: ssl.SSLContext
    last_status: int = 0

    @contextmanager
    def send(self, target: Target, seconds: float, bearer: str | None) -> Iterator[Redirect | Body]:
        """Ask for a target within so many seconds, with a key where there is one, and hold the connection open.

        Raises:
            RefusedError: there is no usable answer; may also be raised while the body is read.
        """
        self.last_status = 0
        meter = Meter(self.limits, seconds)
        raw = target.url
        origin = httpcore.Origin(raw.raw_scheme, raw.raw_host, target.port)
        url = httpcore.URL(scheme=raw.raw_scheme, host=raw.raw_host, port=target.port, target=raw.raw_path)
        connection = httpcore.HTTPConnection(
            origin, ssl_context=self.tls, network_backend=CheckedAddresses(target.addresses, meter)
        )
        try:
            with connection, connection.stream("GET", url, headers=_headers(target, bearer)) as answer:
                self.last_status = answer.status
                meter.is_body = True
                yield self._read(answer, meter)
        except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError) as error:
            if isinstance(error, httpcore.TimeoutException):
                meter.find_patience(None)
            raise RefusedError(_tell(error), "unavailable", again=explain(error).again) from error

    def _read(self, answer: httpcore.Response, meter: Meter) -> Redirect | Body:
        headers = httpx.Headers(answer.headers)
        if answer.status in _REDIRECTS:
            if not (location := headers.get("Location", "").strip()):
                raise RefusedError("The host redirects without saying where.")
            return Redirect(location)
        _check_status(answer.status, headers)
        length = headers.get("Content-Length") if "Transfer-Encoding" not in headers else None
        if length and length.isdigit() and int(length) > self.limits.largest:
            raise RefusedError(_too_large(self.limits))
        pieces = unpack(_watch_end(answer, meter, length), headers.get("Content-Encoding", ""))
        return Body(_bound(pieces, self.limits))


def _headers(target: Target, bearer: str | None) -> list[tuple[bytes, bytes]]:
    headers = [
        (b"Host", target.url.netloc),
        (b"User-Agent", USER_AGENT.encode()),
        (b"Accept", b"application/pdf,application/xml;q=0.9,text/html;q=0.5,*/*;q=0.1"),
        (b"Accept-Encoding", b"gzip, deflate"),
        (b"Connection", b"close"),
    ]
    return [*headers, (b"Authorization", f"Bearer {bearer}".encode())] if bearer else headers


def _check_status(status: int, headers: httpx.Headers) -> None:
    if status == httpx.codes.OK:
        return
    if status in (httpx.codes.NOT_FOUND, httpx.codes.GONE):
        raise RefusedError(f"The host does not have the file (status {status}).", "absent")
    if status in _PASSING:
        wait = read_wait(headers.get("Retry-After")) or 0.0
        raise RefusedError(f"The host answered with status {status}.", "unavailable", again=wait <= _LONGEST_WAIT)
    raise RefusedError(f"The host refuses access to the file (status {status}).", "absent")


def _watch_end(answer: httpcore.Response, meter: Meter, length: str | None) -> Iterator[bytes]:
    yield from answer.iter_stream()
    stream = answer.extensions.get("network_stream")
    if length and length.isdigit():
        surplus = meter.body_received() > int(length)
        if surplus or (isinstance(stream, CountedStream) and stream.has_more()):
            raise RefusedError("The file is longer than its stated length.", "wrong content")


def _bound(pieces: Iterator[bytes], limits: Limits) -> Iterator[bytes]:
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > limits.largest:
            raise RefusedError(_too_large(limits))
        yield piece


def _too_large(limits: Limits) -> str:
    return f"The file is larger than {limits.largest / 1_000_000:g} MB."


def _tell(error: Exception) -> str:
    message = str(error)
    if isinstance(error, httpcore.TimeoutException):
        return "The host does not answer in time."
    if isinstance(error, httpcore.ConnectError):
        untrusted = "CERTIFICATE_VERIFY_FAILED" in message
        return "The host's certificate is not valid." if untrusted else "The host cannot be connected to."
    if not isinstance(error, httpcore.RemoteProtocolError):
        return "The connection broke off."
    if "without sending complete message body" in message or "incomplete chunked read" in message:
        return "The file is shorter than its stated length."
    if "without sending a response" in message:
        return "The host hung up without an answer."
    return "The host does not speak proper HTTP."


_PIECE = 65_536  # bytes
_WINDOWS = {"gzip": zlib.MAX_WBITS | 16, "x-gzip": zlib.MAX_WBITS | 16, "deflate": zlib.MAX_WBITS}


def unpack(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """Yield the pieces of a body (at most 64 KiB each) whose Content-Encoding is given.

    A small body can become any number of pieces: the reader must count.

    Raises:
        RefusedError: the encoding is unknown (only gzip and deflate are asked for), the data is not in it, or it ends
            too early.
    """
    name = encoding.strip().lower()
    if name in ("", "identity"):
        yield from chunks
        return
    if name not in _WINDOWS:
        raise RefusedError("The file is compressed in a way that was not asked for.", "wrong content")
    unpacker = zlib.decompressobj(_WINDOWS[name])
    begun = False
    for chunk in chunks:
        packed = chunk
        while packed:
            if unpacker.eof:  # a file may consist of several members (RFC 1952 section 2.2)
                unpacker = zlib.decompressobj(_WINDOWS[name])
            begun = True
            try:
                piece = unpacker.decompress(packed, _PIECE)
            except zlib.error as error:
                raise RefusedError("The file is not compressed correctly.", "unavailable", again=True) from error
            packed = unpacker.unconsumed_tail or unpacker.unused_data
            if piece:
                yield piece
    if begun and not unpacker.eof:
        raise RefusedError("The compressed file ends too early.", "unavailable", again=True)
