"""The harms that works state, one sentence a row, beside the summary of what they found."""

from __future__ import annotations

import polars as pl

from tasks.evidence.harm_bounds import is_of_something_else
from tasks.evidence.harms import has_figures, is_outdone, rank_gravity, states_harm
from tasks.evidence.named_harms import is_harm
from tasks.reporting.tables import Table
from tasks.text.antecedents import lacks_antecedent

_COLUMNS = {"citekey": "Work", "design": "Design", "n": "n", "text": "What it states"}
_MOST = 2  # sentences a work
_NOTE = (
    "Sentences were found by words for adverse events, complications, tolerability, deaths and unwanted effects by "
    "name, that there were none included; a work that is not listed may have had harms that its text does not state."
)


def describe_harms(stated: pl.DataFrame) -> Table | None:
    """Return of each work the two gravest sentences that state harms, with figures first; None where no work does.

    That something was well tolerated is left out beside a harm that happened. Works stand in the order of the gravest
    that each states, those with the same by citekey.

    Columns: citekey, text (of a finding), outcome of a result of it, design and n of the work, empty where they are not
    known. A result whose outcome is a harm states one in whatever words.
    """
    told: dict[str, list[dict[str, object]]] = {}
    for row in sorted(stated.iter_rows(named=True), key=lambda row: _weigh(row["text"])):
        texts = [str(each["text"]) for each in told.get(row["citekey"], [])]
        is_named = is_harm(row["outcome"] or "", row["text"]) and not is_of_something_else(row["text"])
        is_of_harm = is_named or states_harm(row["text"])
        says_more = row["text"] not in texts and not is_outdone(row["text"], texts)
        if is_of_harm and says_more and len(texts) < _MOST:
            size = f"{row['n']:,}" if row["n"] else ""
            told.setdefault(row["citekey"], []).append({**row, "n": size, "design": row["design"] or ""})
    if not told:
        return None
    gravest = sorted(told, key=lambda key: (rank_gravity(str(told[key][0]["text"])), key))
    shown = pl.DataFrame([row for key in gravest for row in told[key]]).select(*_COLUMNS)
    used = {name: heading for name, heading in _COLUMNS.items() if any(shown[name])}
    return Table(shown, used, _NOTE)


def _weigh(text: str) -> tuple[bool, int, bool]:
    return lacks_antecedent(text), rank_gravity(text), not has_figures(text)
