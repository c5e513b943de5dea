"""What a run that did not finish leaves behind does not mislead the next one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flows.review import review
from storage.core.errors import StoppedShort
from storage.core.ledger import Ledger, open_published
from storage.runs.reviews import start_run

pytestmark = pytest.mark.slow


def test_run_that_stopped_short_stops_short_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no work is relevant there is nothing to review, however often the run is started."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    catalogue = tmp_path / "works.jsonl"
    # A work alone is its own background, so nothing sets it above the level of relevance.
    record = {"id": "https://openalex.org/W1", "title": "Street trees", "type": "article", "cited_by_count": 20}
    catalogue.write_text(json.dumps(record), encoding="utf-8")
    for _ in range(2):
        with pytest.raises(StoppedShort, match="none of the 1 works screened is relevant"):
            review.fn(
                "Street trees", name="r", catalogue=str(catalogue), analyst="instant", reviews=str(tmp_path), quiet=True
            )
    assert not (tmp_path / "r" / "review.md").exists()


def test_copy_that_outlives_its_run_does_not_reach_what_is_published(tmp_path: Path) -> None:
    """A copying process left over from a killed run writes into a file that nobody publishes."""
    with Ledger(tmp_path / "r") as ledger, (tmp_path / "r" / ".corpus.duckdb.new").open("wb") as orphan:
        ledger.publish()
        orphan.write(b"torn" * 10_000)
        orphan.flush()
        with open_published(tmp_path / "r") as connection:
            assert connection.execute("SELECT count(*) FROM tier").fetchone() == (4,)


def test_run_that_ended_without_a_word_does_not_count_as_running(tmp_path: Path) -> None:
    """The next run says of a killed one that it stopped."""
    with Ledger(tmp_path / "r") as ledger:
        killed = start_run(ledger, "0", {}, None)
        running = start_run(ledger, "0", {}, None)
        assert dict(ledger.select("SELECT run_id, status FROM run").iter_rows()) == {
            killed: "stopped",
            running: "running",
        }
