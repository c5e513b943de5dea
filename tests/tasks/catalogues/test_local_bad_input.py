"""What is wrong with a catalogue is said in one sentence that names the file, the line and the remedy."""

from __future__ import annotations

import gzip
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from storage.core.errors import CatalogueError
from tasks.catalogues.local.catalogue import open_catalogue

GOOD = json.dumps({"id": "https://openalex.org/W1", "title": "Hair cortisol in adults"}).encode() + b"\n"
MANY = b"".join(GOOD.replace(b"W1", b"W%d" % number) for number in range(1, 20_000))


def as_file(name: str, content: bytes) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        (folder / name).write_bytes(content)
        return folder / name

    return write


def as_folder(name: str, content: bytes) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        (folder / "works").mkdir()
        (folder / "works" / name).write_bytes(content)
        return folder / "works"

    return write


CASES = {
    "missing path": (lambda folder: folder / "none.jsonl", r"no catalogue at .*none\.jsonl; give"),
    "empty file": (as_file("w.jsonl", b""), r"w\.jsonl is empty; give"),
    "blank file": (as_file("w.jsonl", b"\n \n"), r"w\.jsonl holds no usable work \(no record\); each line"),
    "empty gzip": (as_file("w.jsonl.gz", gzip.compress(b"")), r"w\.jsonl\.gz holds no usable work"),
    "not works": (as_file("w.jsonl", GOOD + b'{"name": "x"}\n'), r"w\.jsonl, line 2, is not an OpenAlex work; each"),
    "another catalogue": (as_file("w.jsonl", b'{"id": "S2:12", "title": "T"}'), r"line 1, is not an OpenAlex work"),
    "a JSON array": (as_file("w.jsonl", b"[" + GOOD.strip() + b"]"), r"line 1, is not an OpenAlex work"),
    "an API page": (as_file("w.jsonl", b'{"meta": {}, "results": []}'), r"line 1, is not an OpenAlex work"),
    "a scalar": (as_file("w.jsonl", b"null\n"), r"line 1, is not an OpenAlex work"),
    "invalid JSON": (as_file("w.jsonl", GOOD + b"\n" + GOOD + b'{"id": '), r"w\.jsonl, line 4, is not JSON .*; each"),
    "nested too deep": (as_file("w.jsonl", b"[" * 200_000), r"line 1, is not JSON"),
    "not text": (as_file("w.jsonl", GOOD + b"\xff\xfe\n"), r"w\.jsonl, line 2, is not UTF-8 text; give"),
    "only authors": (as_file("w.jsonl", GOOD.replace(b"W1", b"A1")), r"no usable work \(1 not a work\); each"),
    "only tombstones": (as_file("w.jsonl", GOOD.replace(b"W1", b"W4285719527")), r"no usable work \(1 tombstone\)"),
    "truncated gzip": (
        as_file("w.jsonl.gz", gzip.compress(MANY)[:-9]),
        r"w\.jsonl\.gz is cut off or damaged after line",
    ),
    "damaged gzip": (
        as_file("w.jsonl.gz", gzip.compress(GOOD)[:12] + b"\xff" * 40),
        r"cut off or damaged after line 0",
    ),
    "garbage after gzip": (as_file("w.jsonl.gz", gzip.compress(GOOD) + b"tail"), r"cut off or damaged .*copy it again"),
    "not Parquet": (as_file("w.parquet", GOOD), r"Parquet file w\.parquet cannot be read .*copy it again"),
    "cut-off Parquet": (as_file("w.parquet", b"PAR1" + b"\0" * 90), r"Parquet file w\.parquet cannot be read"),
    "nothing in folder": (as_folder("readme.txt", b"x"), r"folder .*works holds no catalogue file; give"),
    "empty file in folder": (as_folder("w.jsonl", b""), r"catalogue .*works is empty; give"),
    "bad line in folder": (as_folder("w.jsonl", GOOD + b"{"), r"w\.jsonl, line 2, is not JSON"),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_catalogues_are_one_sentence(tmp_path: Path, case: str) -> None:
    """Each kind of bad catalogue is a CatalogueError of one line, and nothing stays in the cache."""
    make, message = CASES[case]
    path = make(tmp_path)
    with pytest.raises(CatalogueError, match=message) as caught:
        open_catalogue(path, tmp_path / "cache")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500 + len(str(tmp_path))
    assert not any((tmp_path / "cache").glob("*"))
    assert caught.value.exit_code == 2


@pytest.fixture
def unprivileged() -> Iterator[Path]:
    """Return a folder of a user that permissions hold for, as whom the test then runs (root may read everything)."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        root = os.geteuid() == 0
        if root:
            os.seteuid(65534)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)


@pytest.mark.parametrize("closed", ["works", "works/w.jsonl", "cache"])
def test_missing_permission_is_named(unprivileged: Path, closed: str) -> None:
    """A folder, file or cache that may not be read or written is an error that names it."""
    path, cache = as_folder("w.jsonl", GOOD)(unprivileged), unprivileged / "cache"
    cache.mkdir()
    (unprivileged / closed).chmod(0)
    try:
        with pytest.raises(CatalogueError, match=rf"{unprivileged}/{closed}.*Permission denied"):
            open_catalogue(path, cache)
    finally:
        (unprivileged / closed).chmod(0o700)
