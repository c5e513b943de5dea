"""A review that people had a hand in, written when a decision kept tier, repetition and question in stage and batch."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from flows.verify.review import verify_review
from storage.core.ledger import Ledger
from storage.publication.recorded_people import read_recorded_people
from storage.writing.sections import written_sections
from tasks.environment.settings import Settings
from tests.faults.world import write_world
from tests.flows.human.test_replaying_people import resume

pytestmark = pytest.mark.slow

# Written by that version, as the review "judged" of `test_replaying_people` is.
OLDER = Path(__file__).with_name("older_review.tar.xz")


def test_it_is_verified_and_resumed_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds before and after it is brought up to date; nothing is written anew; its verdicts say what was asked."""
    with tarfile.open(OLDER) as archive:
        archive.extractall(tmp_path, filter="data")
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LITREVIEW_OPEN_LIBRARY_URL", "")
    folder = tmp_path / "judged"
    report, exit_code = verify_review(folder, Settings(_env_file=None))
    assert exit_code == 0, report
    with Ledger(folder) as ledger:
        sections = written_sections(ledger)
        decisions = "SELECT work_id, earlier, subject, round FROM decision WHERE decided_by LIKE 'person%' ORDER BY seq"
        assert ledger.select(decisions).rows() == [
            ("W9", 1, "stage 1", 0), ("W10", 1, None, None), ("W7", 1, None, None)
        ]  # fmt: skip
        assert ledger.select("SELECT count(*) FROM decision WHERE batch < 0").item() == 0
    resume(tmp_path, "judged", catalogue=str(write_world(tmp_path / "works.jsonl")))
    with Ledger(folder) as ledger:
        assert written_sections(ledger) == sections
    report, exit_code = verify_review(folder, Settings(_env_file=None))
    assert exit_code == 0, report
    assert [(deed.point, len(deed.verdicts)) for deed in read_recorded_people(folder).deeds] == [
        ("plan", 0), ("plan", 0), ("screening", 1), ("", 2), ("themes", 0)
    ]  # fmt: skip
