"""Small catalogues written for one test each."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tasks.catalogues.local.catalogue import LocalCatalogue, open_catalogue


@pytest.fixture
def make_record() -> Callable[..., dict[str, Any]]:
    """Return what makes a raw OpenAlex work of a number and the fields given."""

    def make(number: int, title: str = "Hair cortisol and chronic stress", **fields: Any) -> dict[str, Any]:
        return {"id": f"https://openalex.org/W{number}", "title": title, **fields}

    return make


@pytest.fixture
def write_lines() -> Callable[[Path, list[Any]], Path]:
    """Return what writes records as JSON lines."""

    def write(path: Path, records: list[Any]) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
        return path

    return write


@pytest.fixture
def catalogue_of(tmp_path: Path, write_lines: Callable[..., Path]) -> Callable[[list[Any]], LocalCatalogue]:
    """Return what opens a catalogue of the records given."""

    def open_records(records: list[Any]) -> LocalCatalogue:
        return open_catalogue(write_lines(tmp_path / "works.jsonl", records), tmp_path / "cache")

    return open_records
