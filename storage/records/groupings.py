"""How the works of a review were grouped, as frames for the ledger."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl


@dataclass(frozen=True, slots=True)
class Groupings:
    """How the works of an edition were grouped before there were themes.

    `clustering` has the columns method, work_id, label and probability; `groups` has method, label, name and
    description; `agreement` has ari, nmi and works, and one row where there are two groupings, else none.
    """

    clustering: pl.DataFrame
    groups: pl.DataFrame
    agreement: pl.DataFrame
