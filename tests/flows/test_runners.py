"""The same review on threads, on two Dask workers and on two Ray workers: one content, whatever runs the tasks.

`make scale` installs both and runs this; a cluster takes a minute to start and stop.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from flows.orchestration.runners import open_runner
from storage.core.errors import InputError
from tasks.environment.settings import read_settings
from tests.fakes.prefect_server import serve_prefect
from tests.faults.world import TOPIC, write_world

REPOSITORY = Path(__file__).resolve().parents[2]
PACKAGES = {"dask": "prefect_dask", "ray": "prefect_ray"}
SCALE = pytest.mark.skipif("LITREVIEW_SCALE" not in os.environ, reason="minutes: run by `make scale` alone")


def _review(home: Path, runner: str, api: str) -> dict[str, object]:
    environment = {
        **os.environ,
        "LITREVIEW_TASK_RUNNER": runner,
        "LITREVIEW_CACHE": str(home / "cache"),
        "PREFECT_API_URL": api,
        "PYTHONPATH": str(REPOSITORY),
        "HF_HUB_OFFLINE": "1",
    }
    command = ["run", TOPIC, "--quality", "quick", "--catalogue", str(home / "works.jsonl")]
    where = ["--name", "r", "--reviews", str(home / runner)]
    ended = subprocess.run(
        [sys.executable, "-m", "flows.cli.main", *command, *where],
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    summary: dict[str, object] = json.loads((home / runner / "r" / "run.json").read_bytes())
    return summary


@SCALE
def test_every_runner_gives_the_same_review(tmp_path: Path):
    """Embedding and reading on the workers of a cluster change nothing of the review's content."""
    missing = [name for name, package in PACKAGES.items() if find_spec(package) is None]
    assert not missing, f"not installed: {missing}"
    write_world(tmp_path / "works.jsonl")
    with serve_prefect(tmp_path / "prefect") as api:
        made = {runner: _review(tmp_path, runner, api) for runner in ("threads", *PACKAGES)}
    assert len({summary["canonical_hash"] for summary in made.values()}) == 1
    assert len({summary["task_runs"] for summary in made.values()}) == 1


def test_without_a_flow_run_there_is_no_cluster(monkeypatch: pytest.MonkeyPatch):
    """A run without Prefect stays in its process, whatever the setting."""
    monkeypatch.setenv("LITREVIEW_TASK_RUNNER", "dask")
    with open_runner(read_settings()) as runner:
        assert runner is None


def test_an_unknown_runner_is_one_sentence(monkeypatch: pytest.MonkeyPatch):
    """The setting is named, and what is wrong with it."""
    monkeypatch.setenv("LITREVIEW_TASK_RUNNER", "spark")
    with pytest.raises(InputError, match="LITREVIEW_TASK_RUNNER"):
        read_settings()
