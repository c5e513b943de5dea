"""A folder of files named by their content. Nothing from outside ever becomes part of a name."""

from __future__ import annotations

import hashlib
import os
import shutil
import uuid
from pathlib import Path
from types import TracebackType
from typing import Self

from tasks.services.answers import FileFormat

_PART = ".part-"


class NewFile:
    """A file being written: beside its final place, and removed unless it was kept."""

    def __init__(self, folder: Path) -> None:
        """Begin an empty file in a folder, which is made if need be."""
        folder.mkdir(parents=True, exist_ok=True)
        self._part = folder / f"{_PART}{uuid.uuid4().hex}"
        self._file = self._part.open("xb")
        self._digest = hashlib.sha256()
        self.size = 0

    def __enter__(self) -> Self:
        """Return the file itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Remove what was not kept."""
        self._file.close()
        self._part.unlink(missing_ok=True)

    def write(self, data: bytes) -> None:
        """Append bytes."""
        self._file.write(data)
        self._digest.update(data)
        self.size += len(data)

    def keep(self, kind: FileFormat) -> tuple[str, str]:
        """Move the file to its place, atomically and permanently, and return its SHA-256 and its name."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        sha256 = self._digest.hexdigest()
        name = f"{sha256}.{kind}"
        self._part.replace(self._part.with_name(name))
        return sha256, name


def remove_leftovers(folder: Path) -> None:
    """Remove what a killed run left: partial files, parsers' working folders. Nobody may be working there."""
    for part in folder.glob(f"{_PART}*"):
        if part.is_dir() and not part.is_symlink():
            shutil.rmtree(part, ignore_errors=True)
        else:
            part.unlink(missing_ok=True)
