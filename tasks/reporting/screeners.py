"""How several people screened by name and how far they agree: the part of the appendix on it."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from tasks.human.forms import name_reviewer
from tasks.reporting.exhibits import Block, show
from tasks.reporting.tables import Table


def describe_screeners(screeners: pl.DataFrame, pairs: pl.DataFrame) -> Iterator[Block]:
    """Yield how many people judged, what came of it and how far each two agree; nothing where nobody had to agree.

    Columns: screeners(screeners, people, jointly, differed, by_third, by_consensus, conflicts, pending, by_text,
    reasons_differ) in one row, or none; pairs as in the view screener_agreement.
    """
    for row in screeners.iter_rows(named=True):
        yield "### Screening by several people"
        yield (
            f"People who screened by name: {row['people']:,}. Judgements required of each work, by as many people: "
            f"{row['screeners']}. Nobody was shown what others or the analyst said of a work before having judged it. "
            f"Works that two people or more judged in this way: {row['jointly']:,}. Of these, works on which they "
            f"differed or were all unsure: {row['differed']:,}. Conflicts decided by a third person: "
            f"{row['by_third']:,}, by a consensus of those who differed: {row['by_consensus']:,}; still open, and held "
            f"as unsure: {row['conflicts']:,}. Works that wait for further verdicts, on which the analyst's decision "
            f"stands until then: {row['pending']:,}. Every verdict is kept in the table `screener_verdict`."
        )
        if row["by_text"]:
            yield (
                f"Works that people judged by their full text: {row['by_text']:,}; there each exclusion names its "
                "reason, one of the criteria. Works that people excluded alike for different reasons, which are "
                f"counted under none of them: {row['reasons_differ']:,} (view `reason_conflict`)."
            )
    if pairs.height:
        rows = [
            {
                "pair": f"{name_reviewer(row['screener'])}, {name_reviewer(row['other'])}",
                "judged_by": row["phase"] or "title and abstract",
                "works": row["works"],
                "percent": f"{row['percent']:.1f}",
                "kappa": "" if row["kappa"] is None else f"{row['kappa']:.2f}",
                "interval": "" if row["low"] is None else f"{row['low']:.2f} to {row['high']:.2f}",
            }
            for row in pairs.iter_rows(named=True)
        ]
        columns = {
            "pair": "People",
            "judged_by": "Judged by",
            "works": "Works that both judged",
            "percent": "Percent agreement",
            "kappa": "Cohen's kappa",
            "interval": "95% interval",
        }
        note = "No interval is given for few works, and no kappa where both gave one verdict throughout."
        yield from show("pairs", Table(pl.DataFrame(rows), columns, note))
