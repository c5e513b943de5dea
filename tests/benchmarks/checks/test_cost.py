"""The cost of a review is measured on a small world: every phase, what is cited, and the estimate beside it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from storage.core.errors import InputError
from tests.benchmarks.cost import measure_cost
from tests.benchmarks.cost_figures import MOST_USD
from tests.faults.world import TOPIC, write_world

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a world of 27 works on trees, as a folder."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "trees"
    folder.mkdir()
    (folder / "works.jsonl.gz").write_bytes(gzip.compress(write_world(tmp_path / "works.jsonl").read_bytes()))
    (folder / "review.json").write_text(json.dumps({"review_title": TOPIC}))
    return folder


def test_every_phase_is_priced_and_adds_up(folder: Path) -> None:
    """Dollars by phase and tier add up to the whole; what was cited rests on findings; every work has a theme."""
    rows = {row.measure: row for row in measure_cost([folder], "quick")}
    dollars = [row.value for measure, row in rows.items() if measure.endswith(": usd")]
    assert len(dollars) >= 6
    assert sum(dollars) == pytest.approx(rows["dollars of language models"].value, abs=1e-3)
    assert 0 < rows["dollars of language models"].value < MOST_USD
    assert rows["works cited"].value <= rows["corpus size"].value
    assert rows["unsupported claims"].value == rows["invalid citations"].value == rows["works in no theme"].value == 0
    assert rows["section farthest off its length"].value <= rows["section farthest off its length"].bound
    assert rows["discovery: estimated least, dollars"].peer == pytest.approx(rows["discovery, opus: usd"].value)
    assert rows["estimated least, dollars"].value < rows["estimated most, dollars"].value
    on_top = rows["supervision on top: dollars"].value
    assert 0 < on_top < rows["dollars of language models"].value
    thoughtful = next(row for measure, row in rows.items() if measure.startswith("dollars, supervision too"))
    assert rows["dollars of language models"].value + on_top < thoughtful.value < thoughtful.bound
    assert rows["supervision on top: estimated least, dollars"].peer == pytest.approx(on_top, abs=1e-4)


def test_folder_without_works_is_refused(tmp_path: Path) -> None:
    """A folder that is no world is named."""
    with pytest.raises(InputError, match=r"works\.jsonl\.gz"):
        measure_cost([tmp_path], "quick")
