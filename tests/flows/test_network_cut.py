"""With the network cut, loopback included, a review is still made."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).resolve().parents[2]


def test_a_review_is_made_without_any_network(tmp_path: Path) -> None:
    """In a network namespace of its own the demo runs as plain calls, says so, and ends in a review."""
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.run([unshare, "-n", "true"], check=False, capture_output=True).returncode:
        pytest.skip(reason="this user may not make a network namespace")
    environment = {name: value for name, value in os.environ.items() if name != "PREFECT_API_URL"} | {
        "LITREVIEW_ANALYST": "instant",
        "LITREVIEW_CACHE": str(tmp_path / "cache"),
        "LITREVIEW_REVIEWS": str(tmp_path / "reviews"),
        "PREFECT_HOME": str(tmp_path / "prefect"),
        "PYTHONPATH": str(REPOSITORY),
    }
    process = subprocess.run(
        [unshare, "-n", sys.executable, "-m", "flows.cli.main", "demo"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    assert "running without Prefect" in process.stderr
    assert all(Path(line).is_file() for line in process.stdout.splitlines())
