"""Two reviews at once on one machine: one ledger each, one Prefect server, and readers that never have to wait."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from storage.published import select_published
from tests.fakes.prefect_server import serve_prefect
from tests.faults.world import TOPIC, write_world

REPOSITORY = Path(__file__).resolve().parents[2]

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


def test_neither_waits_for_the_other_and_readers_never_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both end well and alike, the server holds every task run of both, and both copies open at any moment."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LITREVIEW_ANALYST", "instant")
    monkeypatch.setenv("PYTHONPATH", str(REPOSITORY))
    write_world(tmp_path / "works.jsonl")
    folders = [tmp_path / name for name in ("one", "two")]
    stop = tmp_path / "stop"
    command = [sys.executable, "-m", "flows.cli", "run", TOPIC, "--quality", "quick", "--reviews", str(tmp_path)]
    with serve_prefect(tmp_path / "prefect"):
        reader = subprocess.Popen(
            [sys.executable, "-c", READER, *(folder / "corpus.duckdb" for folder in folders), stop],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        runs = [
            subprocess.Popen(
                [*command, "--catalogue", str(tmp_path / "works.jsonl"), "--name", folder.name],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                env=os.environ,
            )
            for folder in folders
        ]
        ended = [run.communicate(timeout=600)[1] for run in runs]
        stop.touch()
        opened, errors = reader.communicate(timeout=60)
    assert [run.returncode for run in runs] == [0, 0], ended
    assert errors == ""
    assert int(opened) > 20
    summaries = [json.loads((folder / "run.json").read_bytes()) for folder in folders]
    assert summaries[0]["canonical_hash"] == summaries[1]["canonical_hash"]
    for folder, summary in zip(folders, summaries, strict=True):
        assert summary["task_runs"] > 20
        # A task run that the server lacks at the end is put on record as a problem.
        lacking = select_published(folder, "SELECT count(*) FROM problem WHERE kind = 'task runs missing'")
        assert lacking.item() == 0
    assert "in use" not in "".join(ended)
