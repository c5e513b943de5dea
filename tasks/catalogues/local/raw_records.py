"""The raw records of a segment: JSON Lines in Zstandard frames of a few lines each, any of which is read alone.

The file is what ``zstdcat`` and DuckDB's ``read_json`` take for a catalogue too.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
import pyarrow as pa

_LINES = 16
_LEVEL = 3


class RecordWriter:
    """Writes lines in the order they come, as a context; leaving it writes what is left and the places of frames."""

    def __init__(self, records: Path, frames: Path) -> None:
        """Start with empty files."""
        self._frames = frames
        self._stream = records.open("wb")
        self._codec = pa.Codec("zstd", compression_level=_LEVEL)
        self._lines: list[bytes] = []
        self._ends, self._sizes = [0], [0]

    def __enter__(self) -> Self:
        """Return the writer."""
        return self

    def add(self, line: bytes) -> None:
        """Add a line, without its end."""
        self._lines.append(line)
        if len(self._lines) == _LINES:
            self._flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write what is left; close the file."""
        try:
            if kind is None:
                if self._lines:
                    self._flush()
                np.save(self._frames, np.array([self._ends, self._sizes], dtype=np.int64))
        finally:
            self._stream.close()

    def _flush(self) -> None:
        data = b"\n".join(self._lines) + b"\n"
        frame = self._codec.compress(data, asbytes=True)
        self._stream.write(frame)
        self._ends.append(self._ends[-1] + len(frame))
        self._sizes.append(len(data))
        self._lines.clear()


class RecordReader:
    """Reads lines by their number, from any thread."""

    def __init__(self, records: Path, frames: Path) -> None:
        """Map the file.

        Raises:
            OSError, ValueError: a file is missing, or the places are damaged.
        """
        self._ends, self._sizes = np.load(frames)
        with records.open("rb") as stream:
            self._data = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        if len(self._data) != self._ends[-1]:
            raise ValueError(f"{records.name} is cut off")
        # Frames lie far apart: else the system reads megabytes around each, where it reads ahead that much.
        self._advise("MADV_RANDOM", 0, len(self._data))

    def read(self, numbers: Sequence[int]) -> Iterator[str]:
        """Yield the lines of these numbers in the order given; neighbours in that order share a frame's unpacking."""
        codec = pa.Codec("zstd")
        open_frame, lines = -1, list[bytes]()
        # A disk has all of them on its way before the first is waited for.
        for frame in np.unique(np.asarray(numbers, dtype=np.int64) // _LINES).tolist():
            self._advise("MADV_WILLNEED", int(self._ends[frame]), int(self._ends[frame + 1]))
        for number in numbers:
            frame = number // _LINES
            if frame != open_frame:
                packed = self._data[self._ends[frame] : self._ends[frame + 1]]
                lines = codec.decompress(packed, int(self._sizes[frame + 1]), asbytes=True).split(b"\n")
                open_frame = frame
            yield lines[number % _LINES].decode("utf-8", "surrogatepass")

    def _advise(self, advice: str, start: int, end: int) -> None:
        # Not every system takes advice on how a file will be read.
        if (option := getattr(mmap, advice, None)) is not None:
            page = start - start % mmap.PAGESIZE
            self._data.madvise(option, page, end - page)
