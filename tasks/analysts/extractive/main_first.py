"""The order in which the results of a work are told: its main result first, then what qualifies it, then the others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from storage.records.writing import ReadWork
from tasks.analysts.extractive.main_results import MAIN, Aims, read_aims, states_caveat, weigh_result
from tasks.analysts.extractive.quote_selection import Quotable

_EXPLAINS = re.compile(r"\b(?:expla\w+|account\w*|moderat(?:or|ed|ion)\w*|influence of)\b", re.IGNORECASE)


def put_main_first(aims: Aims, ranked: Sequence[Quotable]) -> list[Quotable]:
    """Return quotable sentences with main results first, and of studies pooled what only qualifies them last.

    Of several pooled effects that which the work itself tells first leads, of other results the best sentence.
    """

    def weigh(one: Quotable) -> tuple[float, tuple[int, int]]:
        weight = weigh_result(aims, one.sentence.text) if one.part == "finding" else 0
        if weight < MAIN:
            return -min(weight, 0), (0, 0)
        return -weight, one.place if aims.pools else (0, 0)

    return sorted(ranked, key=weigh)


def find_caveats(aims: Aims, ranked: Sequence[Quotable]) -> list[Quotable]:
    """Return the best sentence on how far pooled studies can be trusted, none of a work that pools nothing.

    What a difference between studies is due to, or not, says less than that there is one.
    """
    stated = [one for one in ranked if aims.pools and one.part == "finding" and states_caveat(one.sentence.text)]
    return sorted(stated, key=lambda one: bool(_EXPLAINS.search(one.sentence.text)))[:1]


def read_aims_of(work: ReadWork) -> Aims:
    """Return what a work that was read set out to tell first."""
    return _read_aims(work.work.title, work.work.abstract or "", work.summary.methodology)


_read_aims = lru_cache(maxsize=4_096)(read_aims)
