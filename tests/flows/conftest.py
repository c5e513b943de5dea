"""A small catalogue of OpenAlex works on disk, and a way to run the command line as a user would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flows.cli import main as cli


def make_record(number: int, **changes: Any) -> dict[str, Any]:
    """Return an OpenAlex work about bees, with the fields changed."""
    author = {"id": f"https://openalex.org/A{number % 5}", "display_name": f"Ada Bee{number % 5}"}
    record: dict[str, Any] = {
        "id": f"https://openalex.org/W{number}",
        "doi": f"https://doi.org/10.1234/bee.{number}",
        "title": f"Wild bees and flower strips in orchard landscape number {number}",
        "publication_year": 2010 + number % 12,
        "type": "article",
        "language": "en",
        "cited_by_count": 20 + number,
        "authorships": [{"author": author}],
        "abstract": "We studied wild bees in orchards with flower strips. We found that flower strips raised the "
        f"number of wild bee visits to apple trees by {number} percent. A limitation is the short period of the study. "
        "Future research should follow wild bee populations over several years.",
        "referenced_works": [f"https://openalex.org/W{other}" for other in (number - 1, number - 2) if other > 0],
    }
    return record | changes


@pytest.fixture
def write_catalogue(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes records, or raw lines, as a .jsonl file."""

    def write(records: list[dict[str, Any] | str], name: str = "works.jsonl") -> Path:
        path = tmp_path / name
        lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    return write


@pytest.fixture
def type_here(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that does what ``litreview …`` does in this process, and returns what a process would."""

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["litreview", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        told = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, int(ended.value.code or 0), told.out, told.err)

    return call


@pytest.fixture
def litreview(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs ``litreview …`` in a folder of its own and returns the finished process."""

    def call(*arguments: str, timeout: float = 300) -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ,
            "LITREVIEW_CACHE": str(tmp_path / "cache"),
            "LITREVIEW_REVIEWS": str(tmp_path / "reviews"),
        }
        return subprocess.run(
            [sys.executable, "-m", "flows.cli.main", *arguments],
            cwd=tmp_path,
            env=environment | {"PYTHONPATH": str(Path(__file__).resolve().parents[2])},
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )

    return call
