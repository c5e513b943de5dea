"""The part of the appendix on several people who screened."""

from __future__ import annotations

import polars as pl

from tasks.reporting.exhibits import Numbering
from tasks.reporting.screeners import describe_screeners

COUNTS = {"screeners": 2, "people": 3, "jointly": 40, "differed": 6, "by_third": 3, "by_consensus": 2, "conflicts": 1,
          "by_text": 12, "reasons_differ": 3}  # fmt: skip


def test_each_pair_has_a_row() -> None:
    """With figures rounded, and empty where there are none; names are text."""
    pairs = pl.DataFrame(
        [
            {"screener": "person: Anna", "other": "person: B|n*", "phase": None, "works": 40,
             "percent": 85.04, "kappa": 0.6249, "low": 0.4, "high": 0.8},
            {"screener": "person: Anna", "other": "person: Cleo", "phase": "full text", "works": 2,
             "percent": 100.0, "kappa": None, "low": None, "high": None},
        ]
    )  # fmt: skip
    told = Numbering("A").write(list(describe_screeners(pl.DataFrame([COUNTS | {"pending": 5}]), pairs)))
    lines = [" ".join(line.split()) for line in told.splitlines() if line.startswith("|")]
    assert lines[2] == r"| Anna, B\|n\* | title and abstract | 40 | 85.0 | 0.62 | 0.40 to 0.80 |"
    assert lines[3].startswith("| Anna, Cleo | full text | 2 | 100.0 |")
    assert "Conflicts decided by a third person: 3, by a consensus of those who differed: 2; still open" in told


def test_nothing_is_told_where_nobody_had_to_agree() -> None:
    """No heading, no table."""
    assert list(describe_screeners(pl.DataFrame(), pl.DataFrame())) == []
