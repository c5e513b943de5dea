"""One process writes a review at a time; every other is told who holds it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from storage.core.errors import LedgerInUse
from storage.core.ledger import Ledger, open_published

ROOT = Path(__file__).resolve().parents[2]
_OPEN = """
import sys
from pathlib import Path
from storage.core.errors import LitreviewError
from storage.core.ledger import Ledger
try:
    Ledger(Path(sys.argv[1])).close()
except LitreviewError as error:
    print(type(error).__name__, error)
    sys.exit(error.exit_code)
"""


def open_elsewhere(folder: Path) -> subprocess.CompletedProcess[str]:
    """Return how another process fares that opens the ledger."""
    return subprocess.run(
        [sys.executable, "-c", _OPEN, folder], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )


def test_another_process_is_refused_until_the_ledger_is_closed(tmp_path):
    """It gets LedgerInUse with the holder's process id, exit code 2; after close() it may open."""
    with Ledger(tmp_path / "stress"):
        refused = open_elsewhere(tmp_path / "stress")
    assert refused.returncode == 2, refused.stderr
    assert refused.stdout.startswith("LedgerInUse review 'stress' is in use by process " + str(os.getpid()))
    allowed = open_elsewhere(tmp_path / "stress")
    assert (allowed.returncode, allowed.stdout) == (0, ""), allowed.stderr


def test_publishing_keeps_the_lock(tmp_path):
    """Neither publishing nor reading the published copy lets a second writer in (closing a file drops POSIX locks)."""
    with Ledger(tmp_path) as ledger:
        ledger.publish()
        with open_published(tmp_path):
            pass
        assert open_elsewhere(tmp_path).returncode == 2


def test_the_same_process_is_refused_too(tmp_path):
    """A second Ledger on the same folder, also by another path to it, is refused and does not disturb the first."""
    (tmp_path / "link").symlink_to(tmp_path / "review")
    with Ledger(tmp_path / "review") as ledger:
        for folder in (tmp_path / "review", tmp_path / "link"):
            with pytest.raises(LedgerInUse, match=str(os.getpid())):
                Ledger(folder)
        assert ledger.select("SELECT 1").item() == 1
    with Ledger(tmp_path / "review") as again:
        assert again.select("SELECT 1").item() == 1
