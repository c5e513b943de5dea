"""What people asked to be pooled, how that was done and which results were taken: the part of the appendix on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import polars as pl

from tasks.evidence.pooling import ESTIMATORS, FEWEST, RULE, name_comparison
from tasks.human.forms import name_reviewer
from tasks.reporting.exhibits import Block, show
from tasks.reporting.forest import state_effect
from tasks.reporting.pooled import COMPARED, select_results
from tasks.reporting.tables import Table
from tasks.text.cleaning import escape_markdown
from tasks.text.numbers import spell

HEADING = "Pooling on request"


def describe_poolings(poolings: pl.DataFrame, results: pl.DataFrame) -> Iterator[Block]:
    """Yield who asked for what to be pooled, how that was done, and which results were taken; nothing without requests.

    Columns as `tasks.reporting.pooled.draw_pooled` has them.
    """
    if not poolings.height:
        return
    yield f"### {HEADING}"
    yield (
        "People asked for the following; nothing else was pooled. Effects were weighted by the inverse of their "
        "variance, taken from the 95% intervals that the works state, ratios on the logarithmic scale and correlations "
        f"as Fisher's z, by the package statsmodels. At least {spell(FEWEST)} works are needed, reviews are left out, "
        f"and no measure is converted into another. {RULE} What is given is of the effects on record now: when an "
        "update brings or removes some, it is computed anew. Requests, those taken back among them, are in the table "
        "`pooling` of the review's database, the numbers in `pooled_effect` and `pooled_result`."
    )
    yield "\n".join(f"- {_tell_request(row)}" for row in poolings.iter_rows(named=True))
    columns = {
        "citekey": "Work",
        "design": "Design",
        "comparator": "Comparator",
        "n": "n",
        "effect": "Effect and interval",
    }
    columns |= {"fixed": "Weight, fixed", "random": "Weight, random", "left_out": "Left out, as"}
    for number, row in enumerate(poolings.iter_rows(named=True), 1):
        of_request = select_results(row, results)
        shown = of_request.with_columns(
            effect=pl.struct("effect", "ci_low", "ci_high").map_elements(_state, pl.String),
            fixed=_share("fixed_weight"),
            random=_share("random_weight"),
        )
        data = of_request.drop("quote", "finding_id", "result", "kind")
        name = name_comparison(row["exposure"], row["outcome"], row["measure"])
        yield from show("pooled-works", Table(shown, columns, data=data), escape_markdown(name), number)


def _tell_request(row: Mapping[str, object]) -> str:
    name = name_comparison(*(str(row[part]) for part in COMPARED))
    who = f"{name_reviewer(str(row['reviewer']))}, {row['at']:%Y-%m-%d}"
    estimator = ESTIMATORS[str(row["estimator"])]
    told = f"{name}: asked for by {who}, with the variance between works after {estimator}"
    told += f". Reason given: {str(row['reason']).rstrip('.')}." if row["reason"] else ", without a reason."
    if row["works"] is None:
        told += f" It is not done now, since fewer than {spell(FEWEST)} works of the review can be pooled."
    return escape_markdown(told)


def _share(column: str) -> pl.Expr:
    return pl.col(column).map_elements(lambda weight: f"{weight:.1%}", pl.String)


def _state(row: Mapping[str, float | None]) -> str:
    effect, low, high = (row[name] for name in ("effect", "ci_low", "ci_high"))
    if effect is None or low is None or high is None:
        return f"{effect:g}".replace("-", "\u2212")
    return state_effect(effect, low, high)
