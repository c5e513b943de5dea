"""Catalogues come as lines, gzipped lines, Parquet, or folders of them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from storage.records.search import Work
from tasks.catalogues.local.catalogue import open_catalogue

RECORD: dict[str, Any] = {
    "id": "https://openalex.org/W1",
    "doi": "https://doi.org/10.1000/one",
    "title": "[Hair] cortisol in adults",
    "publication_year": 2012,
    "abstract_inverted_index": {"Stress": [0, 2], "and": [1]},
    "authorships": [{"author": {"id": "https://openalex.org/A1", "display_name": "Ana"}, "institutions": []}],
    "referenced_works": ["https://openalex.org/W2"],
    "biblio": {"volume": "3", "issue": None, "first_page": "4", "last_page": "9"},
}
OTHER: dict[str, Any] = {**RECORD, "id": "https://openalex.org/W2", "abstract_inverted_index": {"Calm": [0]}}
LINES = "".join(json.dumps(record) + "\n" for record in (RECORD, OTHER))


def write_gzip(path: Path) -> None:
    path.write_bytes(gzip.compress(LINES.encode()))


def write_windows_text(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + LINES.replace("\n", "\r\n\r\n").encode())


def write_struct_parquet(path: Path) -> None:
    pq.write_table(pa.Table.from_pylist([RECORD, OTHER]), path)


def write_map_parquet(path: Path) -> None:
    words = pa.array(
        [list(r["abstract_inverted_index"].items()) for r in (RECORD, OTHER)],
        pa.map_(pa.string(), pa.list_(pa.int64())),
    )
    table = pa.Table.from_pylist([RECORD, OTHER]).drop_columns("abstract_inverted_index")
    pq.write_table(table.append_column("abstract_inverted_index", words), path)


def write_text_parquet(path: Path) -> None:
    packed = ("abstract_inverted_index", "authorships", "referenced_works", "biblio")
    pl.DataFrame([{**r, **{name: json.dumps(r[name]) for name in packed}} for r in (RECORD, OTHER)]).write_parquet(path)


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("works.jsonl.gz", write_gzip),
        ("gzipped-without-saying.jsonl", write_gzip),
        ("windows.jsonl", write_windows_text),
        ("struct.parquet", write_struct_parquet),
        ("map.parquet", write_map_parquet),
        ("text.parquet", write_text_parquet),
    ],
)
def test_every_form_of_a_file_gives_the_same_works(tmp_path: Path, name: str, write: Callable[[Path], None]) -> None:
    """Gzip, byte-order mark, and nested, map or JSON-text columns of Parquet make no difference."""
    (tmp_path / "plain.jsonl").write_text(LINES)
    write(tmp_path / name)
    assert load(tmp_path / name, tmp_path) == load(tmp_path / "plain.jsonl", tmp_path)


def load(path: Path, folder: Path) -> list[Work]:
    works = open_catalogue(path, folder / "cache").works_by_id(["W1", "W2"])
    assert [work.work_id for work in works] == ["W1", "W2"]
    assert all(work.response and json.loads(work.response.body)["id"].endswith(work.work_id) for work in works)
    return [replace(work, response=None) for work in works]


@pytest.mark.parametrize("root", ["works", "data/works", "."])
def test_a_snapshot_is_read_newest_partition_first(tmp_path: Path, root: str, make_record) -> None:
    """OpenAlex's layout loads from its root or its works folder; the newest record of an id counts."""
    snapshot = tmp_path / "snapshot"
    for day, title in (("2023-01-01", "An old record of it"), ("2024-01-01", "The new record of it")):
        part = snapshot / root / f"updated_date={day}" / "part_000.gz"
        part.parent.mkdir(parents=True)
        part.write_bytes(gzip.compress(json.dumps(make_record(1, title)).encode()))
    (snapshot / root / "manifest").write_text("not a catalogue file")
    if root != ".":
        authors = snapshot / root / ".." / "authors" / "part_000.gz"
        authors.parent.mkdir()
        authors.write_bytes(b"never read")
    catalogue = open_catalogue(snapshot, tmp_path / "cache")
    assert [work.title for work in catalogue.works_by_id(["W1"])] == ["The new record of it"]
    assert catalogue.left_out == {"repeated id": 1}
    assert catalogue.name.startswith("snapshot@")


def test_a_plain_folder_is_read_file_by_file(tmp_path: Path, make_record) -> None:
    """A folder may mix the forms; empty, hidden and other files in it are passed over."""
    folder = tmp_path / "mixed"
    folder.mkdir()
    (folder / "a.jsonl").write_text(json.dumps(make_record(3)))
    (folder / "b.parquet").write_bytes(b"")
    (folder / ".hidden.jsonl").write_text("nonsense")
    (folder / "README.md").write_text("# About")
    write_gzip(folder / "c.jsonl.gz")
    catalogue = open_catalogue(folder, tmp_path / "cache")
    assert [work.work_id for work in catalogue.works_by_id(["W1", "W2", "W3"])] == ["W1", "W2", "W3"]
