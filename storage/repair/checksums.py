"""Whether the blocks of a DuckDB file have their checksums, whatever they hold.

DuckDB verifies a block when it reads it, and no query reads the index of a key of several columns: that it is damaged
would be found out by the next write. The file begins with three headers of 4,096 bytes, each behind its checksum, of
which the second and third say by turns how many blocks there are and how large they are; each block begins with its
checksum too (https://duckdb.org/docs/stable/internals/storage, and DuckDB's `src/common/checksum.cpp`).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

_HEADERS, _HEADER = 3, 4096 // 8  # 64-bit words
_COUNT, _SIZE = 4, 5  # the words of a header that hold the number of blocks and their size in bytes
_FACTOR, _START = np.uint64(0xBF58476D1CE4E5B9), np.uint64(5381)
_AT_ONCE = 1 << 21  # words: 16 MiB


def find_damaged_block(database: Path) -> int | None:
    """Return the position in bytes of the first block without its checksum, None if there is none.

    Blocks never written, which are empty, and files whose header is not of this format have nothing to compare. A block
    that is no longer in use counts as well.
    """
    size = database.stat().st_size // 8
    if size < _HEADERS * _HEADER:
        return None
    words = np.memmap(database, dtype="<u8", mode="r", shape=(size,))
    headers, blocks = words[: _HEADERS * _HEADER].reshape(_HEADERS, _HEADER), words[_HEADERS * _HEADER :]
    if not _have_checksums(headers).all():
        return None
    current = max(headers[1:], key=lambda header: int(header[1]))
    length = int(current[_SIZE]) // 8
    count = min(int(current[_COUNT]), blocks.size // length)
    step = max(1, _AT_ONCE // length)
    for first in range(0, count, step):
        some = blocks[first * length : min(first + step, count) * length].reshape(-1, length)
        spoilt = np.flatnonzero(~_have_checksums(some) & some.any(axis=1))
        if spoilt.size:
            return (headers.size + (first + int(spoilt[0])) * length) * 8
    return None


def _have_checksums(blocks: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
    found = np.bitwise_xor.reduce(blocks[:, 1:] * _FACTOR, axis=1) ^ _START
    return np.asarray(found == blocks[:, 0])
