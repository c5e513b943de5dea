"""Two reviews at once on one machine: one ledger each, one Prefect server, and readers that never have to wait.

`make together` runs it: it takes minutes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from storage.publication.published import select_published
from tests.fakes.prefect_server import serve_prefect

REPOSITORY = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif("LITREVIEW_WHOLE_WORLDS" not in os.environ, reason="minutes long: make together")

# Opens both copies every 100 ms until told to stop; prints how often it did. Any failure ends it with a traceback.
READER = """
import pathlib, sys, time
import duckdb
*copies, stop = map(pathlib.Path, sys.argv[1:])
opened = 0
while not stop.exists():
    for copy in copies:
        if copy.exists():
            with duckdb.connect(copy, read_only=True) as connection:
                connection.execute("SELECT count(*) FROM decision").fetchall()
                connection.execute("FROM run_progress").fetchall()
            opened += 1
    time.sleep(0.1)
print(opened)
"""


def count(what: str, which: dict[str, Any]) -> int:
    """Return how many runs of a kind the server holds."""
    return int(httpx.post(f"{os.environ['PREFECT_API_URL']}/{what}/count", json=which, timeout=60).json())


def run_both(folders: Sequence[Path], order: Sequence[str]) -> tuple[str, int]:
    """Run a review in each folder at once, on one server; return what they said, and how many task runs it holds.

    Fails where a run or a reader does.
    """
    home = folders[0].parent
    stop = home / "stop"
    with serve_prefect(home / "prefect"):
        reader = subprocess.Popen(
            [sys.executable, "-c", READER, *(folder / "corpus.duckdb" for folder in folders), stop],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        runs = [
            subprocess.Popen(
                [sys.executable, "-m", "flows.cli.main", "run", *order, "--reviews", str(home), "--name", folder.name],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                env=os.environ,
            )
            for folder in folders
        ]
        ended = [run.communicate(timeout=1800)[1] for run in runs]
        stop.touch()
        opened, errors = reader.communicate(timeout=60)
        held = count("task_runs", {"task_runs": {"state": {"type": {"any_": ["COMPLETED"]}}}})
        # Prefect keeps one for each subflow, too.
        held -= count("flow_runs", {"flow_runs": {"parent_task_run_id": {"is_null_": False}}})
    assert [run.returncode for run in runs] == [0, 0], ended
    assert errors == ""
    assert int(opened) > 20
    return "".join(ended), held


def test_neither_waits_for_the_other_and_readers_never_fail(
    shared_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both, of a hundred works each, end well and alike; every task run is in the server; both copies always open."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LITREVIEW_ANALYST", "extractive")
    monkeypatch.setenv("PYTHONPATH", str(REPOSITORY))
    catalogue = shared_data / "worlds" / "ipbes" / "works.jsonl.gz"
    order = ["business, finance and biodiversity", "--quality", "standard", "--catalogue", str(catalogue)]
    folders = [tmp_path / name for name in ("one", "two")]
    said, held = run_both(folders, order)
    summaries = [json.loads((folder / "run.json").read_bytes()) for folder in folders]
    assert summaries[0]["canonical_hash"] == summaries[1]["canonical_hash"]
    assert held == sum(summary["task_runs"] for summary in summaries) > 40
    for folder in folders:
        # A task run that the server lacks at the end is put on record as a problem.
        lacking = select_published(folder, "SELECT count(*) FROM problem WHERE kind = 'task runs missing'")
        assert lacking.item() == 0
        assert select_published(folder, "SELECT count(*) FROM edition_corpus").item() == 100
    assert "in use" not in said
