"""Claims are read with the works they are held against, and what is wrong with a file of them is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from storage.core.errors import InputError
from tests.benchmarks.words import CLAIMS, KINDS, RIGHT, measure_words, read_pairs
from tests.benchmarks.worlds import DEFAULT_WORLDS

CLAIM = {"world": "none", "work_id": "W1", "half": "report", "kind": "right", "claim": "Frogs call."}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"kind": "odd"}, "line 1, is of no known kind"), ({}, "there is no")],
)
def test_a_claim_of_no_kind_or_world_is_refused(tmp_path: Path, wrong: dict[str, str], said: str) -> None:
    path = tmp_path / "claims.jsonl"
    path.write_text(json.dumps(CLAIM | wrong))
    with pytest.raises(InputError, match=said):
        read_pairs(path)


def test_a_line_that_is_no_claim_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    path.write_text('{"world": "none"}\n')
    with pytest.raises(InputError, match="line 1, is no claim"):
        read_pairs(path)


def test_no_work_has_claims_in_both_halves() -> None:
    told = [json.loads(line) for line in CLAIMS.read_text("utf-8").splitlines()]
    halves = {half: {one["work_id"] for one in told if one["half"] == half} for half in ("development", "report")}
    assert not halves["development"] & halves["report"]
    assert {one["kind"] for one in told} == {RIGHT, *KINDS}


def test_claims_written_later_are_about_other_works() -> None:
    paths = (CLAIMS, CLAIMS.with_name("later_claims.jsonl"), CLAIMS.with_name("unseen_claims.jsonl"))
    works = [{json.loads(line)["work_id"] for line in path.read_text("utf-8").splitlines()} for path in paths]
    assert len(set().union(*works)) == sum(map(len, works))


@pytest.mark.skipif(not DEFAULT_WORLDS.is_dir(), reason=f"the works are not in {DEFAULT_WORLDS}")
def test_wrong_claims_are_told_from_right_ones_on_works_no_rule_has_seen() -> None:
    rows = {(row.world, row.measure.partition(" (")[0]): row.value or 0 for row in measure_words(CLAIMS)}
    assert rows["report", "AUC, right"] >= 0.79
    assert rows["report", "number changed: warned of"] >= 0.8
    assert rows["report", "other work: warned of"] >= 0.75
    assert rows["report", "other population: warned of"] >= 0.2
    assert rows["report", "false alarms on right claims, share"] <= 0.05
    assert rows["development, refitted", "AUC, each world left out in turn"] >= 0.84
