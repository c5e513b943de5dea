"""What litreview writes itself comes from the records it fetched, to the last field."""

from __future__ import annotations

import gzip
import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tasks.catalogues.work_record import find_reason_to_leave_out, parse_work
from tasks.references.bibtex import render_bibtex
from tests.benchmarks.verify_bib import read_sample

from .builders import check

_WORLDS = ("chou_2004", "current-schema", "donners_2021", "ipbes", "oud_2018", "van_der_valk_2021")


def test_the_embedded_corpus_is_verified() -> None:
    """Every field of every entry rendered from the sample is stated by its raw record."""
    sample = read_sample()
    verdicts = sample.check(sample.entries)
    assert len(verdicts) > 100
    assert [violation for verdict in verdicts for violation in verdict.violations] == []


@pytest.mark.parametrize("world", _WORLDS)
def test_works_of_the_worlds_are_verified(shared_data: Path, world: str) -> None:
    """So is every field of a hundred works of each world."""
    with gzip.open(shared_data / "worlds" / world / "works.jsonl.gz", "rt") as lines:
        kept: list[Any] = [json.loads(line) for line in islice(lines, 120)]
    raw = [record for record in kept if not find_reason_to_leave_out(record)][:100]
    works = {f"work{place}": parse_work(record) for place, record in enumerate(raw)}
    verdicts = check(render_bibtex("own", works), *raw)
    assert len(verdicts) == 100
    assert [violation for verdict in verdicts for violation in verdict.violations] == []
