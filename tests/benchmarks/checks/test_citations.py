"""Hidden references are measured on a small world: all come back, in as few questions as can be."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from storage.core.errors import InputError
from tests.benchmarks.citations import LEAST, measure_citations
from tests.faults.world import TOPIC, write_world

pytestmark = pytest.mark.slow


def test_hidden_references_come_back_in_one_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The share found is beside its bound, the search beside the same one that asks nobody."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "trees"
    folder.mkdir()
    works = write_world(tmp_path / "works.jsonl").read_bytes().replace(b'trees.5"', b'trees.50"', 1)
    (folder / "works.jsonl.gz").write_bytes(gzip.compress(works))
    (folder / "review.json").write_text(json.dumps({"review_title": TOPIC}))
    rows = {row.measure: row for row in measure_citations([folder], "quick", 0.5, 1)}
    assert 0 < rows["works with hidden references"].value < rows["works"].value == 27
    assert rows["hidden citations"].value > 5
    assert rows["hidden citations found"].value >= rows["hidden citations found"].bound == LEAST
    assert rows["questions"].value == rows["questions"].bound == 1
    seen = rows["search: works seen of those seen with nothing hidden"]
    assert seen.value >= seen.peer > 0


def test_a_folder_without_works_is_refused(tmp_path: Path):
    """The sentence names the folder and what it lacks."""
    with pytest.raises(InputError, match=r"works\.jsonl\.gz"):
        measure_citations([tmp_path], "quick", 0.33, 0)
