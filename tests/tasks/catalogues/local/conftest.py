"""Made-up snapshots and the stores built of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tasks.catalogues.local.building import LARGEST, finish_store, plan_store, prepare_store
from tasks.catalogues.local.files import is_store, list_parts
from tasks.catalogues.local.snapshot import read_deleted
from tasks.catalogues.local.store import Store, read_store
from tests.benchmarks.made_snapshots import make_snapshot

Build = Callable[..., Store]


@pytest.fixture
def snapshot(tmp_path: Path) -> Path:
    """Return a snapshot of 600 works in six parts, both schemas among them."""
    folder = tmp_path / "snapshot"
    make_snapshot(folder, 600, works_in_part=100)
    return folder


@pytest.fixture
def bring() -> Build:
    """Return what builds a store of a snapshot, or brings it up to date, each part a segment or all in one."""

    def build(snapshot: Path, store: Path, where: str = "", *, together: bool = False) -> Store:
        before = read_store(store) if is_store(store) else None
        parts = list_parts(snapshot, {part.name: part for part in before.parts} if before else {})
        prepare_store(store)
        deleted = read_deleted(snapshot)
        largest = LARGEST if together else 1
        plan = plan_store(str(snapshot), parts, where, deleted=deleted, before=before, largest=largest)
        for batch in plan.batches:
            batch.build(store)
        return finish_store(store, plan)

    return build
