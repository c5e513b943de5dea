"""Bodies as they were before transport compressed them, never more at once than asked for."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from tasks.retrieval.limits import RefusedError

_PIECE = 65_536  # bytes
_WINDOWS = {"gzip": zlib.MAX_WBITS | 16, "x-gzip": zlib.MAX_WBITS | 16, "deflate": zlib.MAX_WBITS}


def unpack(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """Yield the pieces of a body (at most 64 KiB each) whose Content-Encoding is given.

    A small body can become any number of pieces: who reads must count.

    Raises:
        RefusedError: the encoding is unknown (only gzip and deflate are asked for), the data is not in it, or it ends
            too early.
    """
    name = encoding.strip().lower()
    if name in ("", "identity"):
        yield from chunks
        return
    if name not in _WINDOWS:
        raise RefusedError("The file is packed in a way that was not asked for.", "wrong content")
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
                raise RefusedError("The file is packed wrongly.", "unavailable", again=True) from error
            packed = unpacker.unconsumed_tail or unpacker.unused_data
            if piece:
                yield piece
    if begun and not unpacker.eof:
        raise RefusedError("The packed file ends too early.", "unavailable", again=True)
