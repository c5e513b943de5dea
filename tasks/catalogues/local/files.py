"""Catalogue files on disk: which belong to a path, what identifies their content, the records in them.

Parquet rows as the JSON text of OpenAlex works.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from io import BufferedReader
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
import pyarrow.parquet as pq

from storage.core.errors import CatalogueError

_ROWS_AT_ONCE = 500
_PROSE = ("title", "display_name", "abstract")


def read_rows(file: Path) -> Iterator[str]:
    """Yield each row as JSON. Columns that hold JSON as text are unpacked, nulls of the inverted index left out.

    Raises:
        CatalogueError: the file is not Parquet, or damaged.
    """
    try:
        with pq.ParquetFile(file) as parquet:
            for batch in parquet.iter_batches(batch_size=_ROWS_AT_ONCE):
                for row in batch.to_pylist(maps_as_pydicts="lossy"):
                    yield _write_row(row)
    except (pa.ArrowException, OSError, orjson.JSONEncodeError) as error:
        reason = str(error).splitlines()[0][:200]
        raise CatalogueError(
            f"The Parquet file {file.name} cannot be read ({reason}); write or copy it again."
        ) from error


def _write_row(row: dict[str, Any]) -> str:
    unpacked = {name: value if name in _PROSE else _unpack(value) for name, value in row.items()}
    words = unpacked.get("abstract_inverted_index")
    if isinstance(words, dict):
        # A struct column has every word of the file in every row.
        unpacked["abstract_inverted_index"] = {word: places for word, places in words.items() if places is not None}
    return orjson.dumps(unpacked, default=str, option=orjson.OPT_NON_STR_KEYS).decode()


def _unpack(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return orjson.loads(value)
        except orjson.JSONDecodeError:
            return value
    return value


# Below the folder of a snapshot; since 2026 the same works stand there as lines and as Parquet.
_WORKS_FOLDERS = ("data", ".", "data/jsonl", "jsonl", "data/parquet", "parquet")
_SUFFIXES = (".jsonl", ".ndjson", ".gz", ".parquet")
_GZIP_MAGIC = b"\x1f\x8b"
_HASHED_BYTES = 1 << 30
_LONGEST_LINE = 1 << 28
_REMEDY = "give OpenAlex works as .jsonl, .jsonl.gz, .parquet or the folder of an OpenAlex snapshot"


@dataclass(frozen=True, slots=True)
class RawRecord:
    """One record as it is in a file: the exact text and, for messages, its place."""

    place: str
    text: str


STORE_MANIFEST = "catalogue.json"


def is_store(path: Path) -> bool:
    """Return whether a path is the store of a catalogue, built whole, that may be read."""
    try:
        return (path / STORE_MANIFEST).is_file()
    except OSError:
        return False


def find_files(path: Path) -> list[Path]:
    """Return the catalogue files of a path: itself, or those in a folder in a fixed order.

    A snapshot holds its works under ``works/updated_date=*``; its newest partitions come first, because the first
    record of an id is the one that counts.

    Raises:
        CatalogueError: nothing is there, nothing can be read, or the files are empty.
    """
    try:
        if not path.exists():
            raise CatalogueError(f"There is no catalogue at {path}; {_REMEDY}.")
        files = _list_folder(path) if path.is_dir() else [path]
        filled = [file for file in files if file.stat().st_size]
    except OSError as error:
        raise _unreadable(path, error) from error
    if not files:
        raise CatalogueError(f"The folder {path} holds no catalogue file; {_REMEDY}.")
    if not filled:
        raise CatalogueError(f"The catalogue {path} is empty; {_REMEDY}.")
    return filled


@dataclass(frozen=True, slots=True)
class Part:
    """One file of a catalogue: its name below the catalogue's folder, its place, and what tells its content."""

    name: str
    path: str
    size: int
    modified: int
    sha256: str

    @property
    def key(self) -> str:
        """Return what tells this content under this name from any other."""
        return f"{self.sha256[:16]}:{self.name}"


def list_parts(path: Path, known: Mapping[str, Part]) -> list[Part]:
    """Return the files of a path with the SHA-256 of their content, in the order of `find_files`.

    A file of a known name, size and modification time is taken for the known one without being read.

    Raises:
        CatalogueError: nothing is there, or it cannot be read.
    """
    return [_identify(path, file, known) for file in find_files(path)]


def _identify(path: Path, file: Path, known: Mapping[str, Part]) -> Part:
    name = file.relative_to(path).as_posix() if file != path else file.name
    try:
        stat = file.stat()
        before = known.get(name)
        if before and (before.size, before.modified) == (stat.st_size, stat.st_mtime_ns):
            return replace(before, path=str(file))
        with file.open("rb") as stream:
            sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise _unreadable(file, error) from error
    return Part(name, str(file), stat.st_size, stat.st_mtime_ns, sha256)


def digest_files(path: Path, files: list[Path]) -> str:
    """Return the SHA-256 of the files' names below the path and contents, in hexadecimal.

    Above 1 GB in total, size and modification time replace the content, so the digest is then valid on one machine
    only.
    """
    digest = hashlib.sha256()
    try:
        hashed = sum(file.stat().st_size for file in files) <= _HASHED_BYTES
        for file in files:
            name = file.relative_to(path).as_posix() if file != path else file.name
            digest.update(name.encode("utf-8", "surrogateescape") + b"\0")
            if hashed:
                with file.open("rb") as stream:
                    digest.update(hashlib.file_digest(stream, "sha256").digest())
            else:
                digest.update(f"{file.stat().st_size} {file.stat().st_mtime_ns}".encode())
    except OSError as error:
        raise _unreadable(path, error) from error
    return digest.hexdigest()


def read_records(file: Path) -> Iterator[RawRecord]:
    """Yield the records of one file: its lines, or its Parquet rows as JSON; blank lines are skipped.

    Raises:
        CatalogueError: the file cannot be read, is cut off or is not text.
    """
    if file.suffix == ".parquet":
        for row, text in enumerate(read_rows(file), start=1):
            yield RawRecord(f"{file.name}, row {row}", text)
        return
    line = 0
    try:
        with _open_lines(file) as stream:
            while data := stream.readline(_LONGEST_LINE):
                line += 1
                text = data.decode("utf-8-sig" if line == 1 else "utf-8").strip(" \t\r\n")
                if text:
                    yield RawRecord(f"{file.name}, line {line}", text)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        where = f"{file.name} is cut off or damaged after line {line}"
        raise CatalogueError(f"The gzip file {where} ({error}); fetch or copy it again.") from error
    except UnicodeDecodeError as error:
        where = f"{file.name}, line {line}"
        raise CatalogueError(f"The catalogue {where}, is not UTF-8 text; {_REMEDY}.") from error
    except OSError as error:
        raise _unreadable(file, error) from error


def _list_folder(path: Path) -> list[Path]:
    next(path.iterdir(), None)  # rglob skips a folder it may not read; this raises
    works = (folder for name in _WORKS_FOLDERS if (folder := path / name / "works").is_dir())
    found = (file for file in next(works, path).rglob("*") if file.name.endswith(_SUFFIXES) and file.is_file())
    files = sorted(file for file in found if not file.name.startswith("."))
    return files[::-1] if any("updated_date=" in file.as_posix() for file in files) else files


def _open_lines(file: Path) -> gzip.GzipFile | BufferedReader:
    with file.open("rb") as stream:
        packed = stream.read(2) == _GZIP_MAGIC
    return gzip.open(file, "rb") if packed else file.open("rb")


def _unreadable(path: Path, error: OSError) -> CatalogueError:
    where, reason = error.filename or path, error.strerror or error
    return CatalogueError(f"The catalogue {where} cannot be read ({reason}); check its permissions.")
