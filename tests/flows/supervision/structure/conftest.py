"""A clean review, written once, and ledgers of their own with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.core.ledger import Ledger
from storage.core.places import WORKING_FILE
from tests.flows.structured_review import write_review
from tests.new_ledger import open_new_ledger


@pytest.fixture(scope="package")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the ledger of a clean review, written once."""
    folder = tmp_path_factory.mktemp("written")
    with open_new_ledger(folder) as ledger:
        write_review(ledger)
    return (folder / WORKING_FILE).read_bytes()


@pytest.fixture
def ledger(written: bytes, tmp_path: Path) -> Iterator[Ledger]:
    """Yield a ledger of its own with the clean review."""
    (tmp_path / WORKING_FILE).write_bytes(written)
    with Ledger(tmp_path) as opened:
        yield opened
