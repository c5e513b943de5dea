"""Pairs of records judged by reading: the rules keep what they promise, and a file of other things is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from storage.core.errors import InputError
from tests.benchmarks.matching import PAIRS, PARTS, VERDICTS, measure_matching, read_pairs

RECORD = {"source": "openalex", "title": "Of frogs"}
PAIR = {"pair": 1, "part": "report", "verdict": "same", "one": RECORD, "other": RECORD}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"pair": 1}', "line 1 of .* is no pair"),
        ("frogs", "line 1 of .* is no pair"),
        (json.dumps(PAIR | {"verdict": "odd"}), "names no part or verdict"),
        (json.dumps(PAIR | {"part": "half"}), "names no part or verdict"),
    ],
)
def test_a_line_that_is_no_pair_is_refused(tmp_path: Path, text: str, said: str):
    """The sentence names the line."""
    path = tmp_path / "pairs.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match=said):
        read_pairs(path)


def test_pairs_are_of_every_kind_and_no_abstract_is_kept():
    """At least four hundred, each once, of all verdicts and parts; records hold nothing but facts."""
    told = [json.loads(line) for line in PAIRS.read_text("utf-8").splitlines()]
    facts = {"source", "title", "year", "authors", "venue", "volume", "pages", "doi", "pmid", "pmcid", "arxiv", "type"}
    assert len({one["pair"] for one in told}) == len(told) >= 400
    assert {one["verdict"] for one in told} == set(VERDICTS)
    assert {one["part"] for one in told} == set(PARTS)
    assert {name for one in told for each in ("one", "other") for name in one[each]} == {*facts, "doi_withheld"}


def test_records_of_one_work_are_joined_and_others_are_not():
    """Precision of 0.99 and recall of 0.97 over all pairs; matching by DOI finds an eighth of them."""
    rows = {row.measure: row for row in measure_matching() if row.world == "all pairs"}
    assert rows["precision"].value is not None
    assert rows["precision"].value >= 0.99
    assert rows["recall"].value is not None
    assert rows["recall"].value >= 0.97
    assert rows["recall"].peer is not None
    assert rows["recall"].peer < 0.15
    assert rows["kept apart: notice"].value == 1.0
