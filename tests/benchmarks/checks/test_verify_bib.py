"""The seeded faults: each is found as what it is, and nothing else is reported."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tasks.provenance.verdicts import EntryVerdict, FieldVerdict
from tests.benchmarks.bib_faults import KINDS, Known, plant
from tests.benchmarks.rows import Row
from tests.benchmarks.verify_bib import count_found, measure_verify_bib, read_sample

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def rows(shared_data: Path) -> list[Row]:
    return measure_verify_bib([shared_data / "provenance" / "extended-mind-cognitive-offloading"], seeds=1)


def _values(rows: list[Row], measure: str) -> list[float]:
    return [row.value or 0 for row in rows if row.measure == measure]


def _draw(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - faults are drawn, no secrets


def test_almost_all_faults_are_found_and_nothing_else(rows: list[Row]) -> None:
    """Of over 300 faults at least 99% are found with entry, field and class, and no clean entry is accused."""
    planted, shares = _values(rows, "faults planted"), _values(rows, "faults found, share")
    assert sum(planted) >= 300
    assert sum(part * whole for part, whole in zip(shares, planted, strict=True)) / sum(planted) >= 0.99
    assert _values(rows, "false alarms on the clean bibliography") == [0, 0]
    assert _values(rows, "false alarms beside the faults") == [0, 0]
    assert min(_values(rows, "clean entries")) >= 80


def test_every_kind_of_fault_is_planted_in_numbers(rows: list[Row]) -> None:
    """In the embedded corpus each kind is planted forty times."""
    assert {row.measure for row in rows if row.world == "embedded corpus"} >= {f"{kind} (40)" for kind in KINDS}


def test_a_fault_changes_one_field_and_the_same_seed_plants_the_same() -> None:
    """Every planted entry differs from the clean one in the field named and in nothing else."""
    clean = read_sample()
    known = Known(clean.stated(), clean.untyped())
    by_key = {entry.key: entry for entry in clean.entries}
    for kind in KINDS:
        entries, faults = plant(kind, clean.entries, 10, _draw(7), known)
        assert (entries, faults) == plant(kind, clean.entries, 10, _draw(7), known)
        changed = [entry for entry in entries if by_key.get(entry.key) != entry]
        assert {entry.key for entry in changed} == {fault.key for fault in faults}
        for fault in faults:
            if fault.field not in {"entry", "type"}:
                [entry] = [entry for entry in changed if entry.key == fault.key]
                differing = {a[0] for a, b in zip(entry.fields, by_key[fault.key].fields, strict=True) if a != b}
                assert differing == {fault.field}


def test_another_class_or_field_does_not_count() -> None:
    """A fault reported under another class is missed, and what is reported instead is a false alarm."""
    clean = read_sample()
    _, [fault] = plant("volumes", clean.entries, 1, _draw(1), Known({}))
    wrong = EntryVerdict(fault.key, "article", 1, (FieldVerdict("volume", "9", "unverifiable"),))
    right = EntryVerdict(fault.key, "article", 1, (FieldVerdict("volume", "9", "contradicted"),))
    assert count_found([fault], [wrong]) == (0, 1)
    assert count_found([fault], [right]) == (1, 0)
