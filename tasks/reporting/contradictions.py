"""Results of different works that point different ways, side by side with the conditions that differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from tasks.reporting.tables import Table

_MOST_OF_A_COMPARISON, _MOST = 3, 30
_COLUMNS = {
    "exposure": "Exposure or intervention",
    "outcome": "Outcome",
    "one": "One result",
    "other": "Another",
    "differ": "Differ in",
}
_WAYS = {"+": "more", "-": "less", "0": "no difference"}
_OF_STUDIES = {"systematic review", "review"}
_CONDITIONS = ("exposure", "comparator", "design", "population", "setting", "follow_up")


def describe_contradictions(pairs: pl.DataFrame) -> Table | None:
    """Return pairs of results that point different ways, opposite ones first; None where there are none.

    Columns are those of the view `contradiction`. Of one comparison three pairs are shown at most, of all thirty; what
    is left out is counted.
    """
    if not pairs.height:
        return None
    shown = pairs.group_by("exposure", "outcome", maintain_order=True).head(_MOST_OF_A_COMPARISON)
    shown = shown.sort("kind", descending=True, maintain_order=True).head(_MOST)
    rows = [
        {
            "exposure": pair["exposure"],
            "outcome": pair["outcome"],
            "one": _tell(pair, "one"),
            "other": _tell(pair, "other"),
            "differ": ", ".join(pair["differ"]) or "nothing that both state",
        }
        for pair in shown.iter_rows(named=True)
    ]
    left = pairs.height - shown.height
    note = "The conditions are those that the texts state." + (
        f" {left:,} more {'pair is' if left == 1 else 'pairs are'} in the view `contradiction`." if left else ""
    )
    return Table(pl.DataFrame(rows), _COLUMNS, note, data=pairs.with_columns(pl.col("differ").list.join(", ")))


def _tell(pair: Mapping[str, Any], side: str) -> str:
    told = [_WAYS[pair[f"{side}_direction"]]]
    if (size := pair[f"{side}_n"]) is not None:
        told.append(f"{size:,} studies" if pair[f"{side}_design"] in _OF_STUDIES else f"n = {size:,}")
    told += [str(value) for name in _CONDITIONS if (value := pair[f"{side}_{name}"])]
    return f"{pair[side]}: {'; '.join(told)}"
