"""A host that means harm: every path is an attack on who fetches from it, sent lazily and without taking memory here.

``with serve_malicious_host() as host:`` gives `host.url`, `host.requests` (paths asked) and `host.sent` (bytes by
path). Attacks are the keys of `ATTACKS`; ``/redirect/<percent-encoded address>`` redirects there, and ``/chain/<n>``
redirects n times to itself before it delivers a PDF.
"""

from __future__ import annotations

import socketserver
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import unquote

PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
HTML = b"<!doctype html><html><head><title>One moment</title></head><body><h1>Please sign in</h1></body></html>"
SCRIPT = b"<script>document.cookie='challenge=1';location.reload()</script>"
_MEGABYTE = bytes(1_000_000)
_GIGABYTE = 1_000 * len(_MEGABYTE)
_STORED_PDF = (
    b"\x00" + len(PDF).to_bytes(2, "little") + (len(PDF) ^ 0xFFFF).to_bytes(2, "little") + PDF
)  # RFC 1951 3.2.4


def _head(*lines: str, status: str = "200 OK") -> bytes:
    return "\r\n".join([f"HTTP/1.1 {status}", "Content-Type: application/pdf", *lines, "", ""]).encode()


def _plain(body: bytes, length: int | None = None) -> Iterator[bytes]:
    yield _head(f"Content-Length: {len(body) if length is None else length}") + body


def _chunk(data: bytes) -> bytes:
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


def _huge() -> Iterator[bytes]:
    yield _head("Transfer-Encoding: chunked") + _chunk(PDF)
    for _ in range(_GIGABYTE // len(_MEGABYTE)):
        yield _chunk(_MEGABYTE)


def _huge_and_stated() -> Iterator[bytes]:
    yield _head(f"Content-Length: {_GIGABYTE}") + PDF
    for _ in range(_GIGABYTE // len(_MEGABYTE)):
        yield _MEGABYTE


def _drip() -> Iterator[bytes]:
    yield _head("Content-Length: 100000") + PDF
    while True:
        time.sleep(0.05)
        yield b" "


def _silent() -> Iterator[bytes]:
    yield b""
    time.sleep(30)


def _packed_gigabyte(header: bytes) -> Iterator[bytes]:
    """Yield a compressed stream that unpacks to a gigabyte: one block that depends on nothing, a thousand times."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    block = packer.compress(_MEGABYTE) + packer.flush(zlib.Z_FULL_FLUSH)
    yield header
    for _ in range(_GIGABYTE // len(_MEGABYTE)):
        yield block


def _gzip_bomb() -> Iterator[bytes]:
    yield _head("Content-Encoding: gzip", "Transfer-Encoding: chunked")
    yield from map(_chunk, _packed_gigabyte(b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03" + _STORED_PDF))


def _endless_headers() -> Iterator[bytes]:
    yield b"HTTP/1.1 200 OK\r\n"
    while True:
        yield b"X-More: " + b"a" * 1_000 + b"\r\n"


def _one_long_header() -> Iterator[bytes]:
    yield b"HTTP/1.1 200 OK\r\nX-Long: "
    while True:
        yield b"a" * 10_000


def _endless_interim() -> Iterator[bytes]:
    while True:
        yield b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 50


def _late_surplus() -> Iterator[bytes]:
    yield _head(f"Content-Length: {len(PDF)}") + PDF
    time.sleep(0.05)
    yield PDF * 10


def _truncated_gzip() -> Iterator[bytes]:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    packed = packer.compress(PDF * 100) + packer.flush()
    yield _head("Content-Encoding: gzip", f"Content-Length: {len(packed) // 2}") + packed[: len(packed) // 2]


def nested_flate_pdf() -> Iterator[bytes]:
    """Yield a small PDF whose only page holds a gigabyte, packed twice."""
    packed = zlib.compress(b"".join(_packed_gigabyte(b"\x78\x9c")), 9)
    yield b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    yield b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>endobj\n"
    yield f"4 0 obj<</Length {len(packed)}/Filter[/FlateDecode/FlateDecode]>>stream\n".encode()
    yield packed + b"\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"


def _nested_flate() -> Iterator[bytes]:
    yield from _plain(b"".join(nested_flate_pdf()))


ATTACKS: dict[str, Callable[[], Iterator[bytes]]] = {
    "/huge.pdf": _huge,
    "/huge-and-stated.pdf": _huge_and_stated,
    "/drip.pdf": _drip,
    "/silent.pdf": _silent,
    "/gzip-bomb.pdf": _gzip_bomb,
    "/truncated-gzip.pdf": _truncated_gzip,
    "/html.pdf": lambda: _plain(HTML),
    "/script.pdf": lambda: _plain(SCRIPT),
    "/xhtml.xml": lambda: _plain(b'<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"/>'),
    "/json.pdf": lambda: _plain(b'{"error": "quota"}'),
    "/empty.pdf": lambda: _plain(b""),
    "/too-short.pdf": lambda: _plain(PDF, length=len(PDF) + 100),
    "/too-long.pdf": lambda: _plain(PDF * 10, length=len(PDF)),
    "/late-surplus.pdf": _late_surplus,
    "/endless-headers.pdf": _endless_headers,
    "/one-long-header.pdf": _one_long_header,
    "/endless-interim.pdf": _endless_interim,
    "/not-http.pdf": lambda: iter([b"220 ftp ready\r\n\r\n"]),
    "/hangs-up.pdf": lambda: iter([b""]),
    "/unasked-encoding.pdf": lambda: iter([_head("Content-Encoding: br", "Content-Length: 4") + b"aaaa"]),
    "/loop": lambda: iter([_head("Location: /loop", "Content-Length: 0", status="302 Found")]),
    "/no-location": lambda: iter([_head("Content-Length: 0", status="302 Found")]),
    "/nested-flate.pdf": _nested_flate,
    "/good.pdf": lambda: _plain(PDF),
}
"""What each path answers; the last two are PDFs to fetch, the second last is one not to unpack."""


@dataclass
class MaliciousHost:
    """The host while it serves."""

    url: str = ""
    requests: list[str] = field(default_factory=list)
    sent: Counter[str] = field(default_factory=Counter)

    def answer(self, path: str) -> Iterator[bytes]:
        """Return what a path is answered with, piece by piece."""
        if path.startswith("/redirect/"):
            to = unquote(path.removeprefix("/redirect/"))
            return iter([_head(f"Location: {to}", "Content-Length: 0", status="302 Found")])
        if path.startswith("/chain/"):
            left = int(path.removeprefix("/chain/"))
            to = f"/chain/{left - 1}" if left > 1 else "/good.pdf"
            return iter([_head(f"Location: {to}", "Content-Length: 0", status="307 Temporary Redirect")])
        missing = _head("Content-Length: 0", status="404 Not Found")
        return ATTACKS[path]() if path in ATTACKS else iter([missing])


@contextmanager
def serve_malicious_host() -> Iterator[MaliciousHost]:
    """Yield the host, on a port of its own of 127.0.0.1."""
    host = MaliciousHost()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            path = [*self.rfile.readline().split(b" "), b""][1].decode("latin-1")
            while self.rfile.readline().strip():
                pass
            host.requests.append(path)
            try:
                for piece in host.answer(path):
                    self.wfile.write(piece)
                    host.sent[path] += len(piece)
            except OSError:
                pass  # the other side has had enough

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        block_on_close = False

    with Server(("127.0.0.1", 0), Handler) as server:
        host.url = f"http://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield host
        server.shutdown()
