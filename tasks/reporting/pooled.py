"""Effects that were pooled because a person asked for it: their figures, their table, and what each may not mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields

import polars as pl

from storage.records.pooling import PooledEffect, StatedEffect
from tasks.evidence.pooling import ESTIMATORS, name_comparison
from tasks.reporting.forest import Diamond, draw_forest
from tasks.reporting.tables import Table
from tasks.text.cleaning import escape_markdown
from tasks.text.numbers import spell

_FEW = 10  # works, below which bias from missing results cannot be examined (Sterne et al. 2011, doi:10.1136/bmj.d4002)
_MUCH = 0.5  # of variation due to differences between works (Higgins et al. 2003, doi:10.1136/bmj.327.7414.557)
COMPARED = ("exposure", "outcome", "measure")
"""What a request names."""


def name_models(estimator: str) -> tuple[str, str]:
    """Return what the two models are called."""
    return "Fixed effect", f"Random effects ({ESTIMATORS[estimator]})"


def list_diamonds(effect: PooledEffect) -> list[Diamond]:
    """Return the estimates of both models."""
    fixed, random = name_models(effect.estimator)
    return [
        Diamond(fixed, effect.fixed_effect, effect.fixed_low, effect.fixed_high),
        Diamond(random, effect.random_effect, effect.random_low, effect.random_high),
    ]


def state_heterogeneity(effect: PooledEffect) -> str:
    """Return how far the works differ, in one line."""
    p = "p < 0.001" if effect.q_p < 0.001 else f"p = {effect.q_p:.3f}"  # noqa: PLR2004 - as p values are given
    return f"I² {effect.i2:.0%}, τ² {effect.tau2:.3g}, Q {effect.q:.3g} (df {effect.works - 1}, {p})"


def state_caveats(effect: PooledEffect, pooled: Sequence[StatedEffect]) -> list[str]:
    """Return what a pooled effect may not mean, in sentences of plain text."""
    told = [
        (
            f"This average is of the {spell(effect.works)} works whose {_name_place(pooled)} state this effect with an "
            "interval; works that state none, more often those that found nothing, are missing from it."
        ),
        (
            f"The works differ by more than chance explains (I² {effect.i2:.0%}), so that the average may describe "
            "none of them."
            if effect.i2 >= _MUCH
            else f"That I² is {effect.i2:.0%} does not show that the works measured the same thing."
        ),
    ]
    designs = Counter(one.design or "design not known" for one in pooled)
    if len(designs) > 1:
        named = ", ".join(f"{design} ({count})" for design, count in designs.most_common())
        told.append(f"Works of different designs were pooled: {named}.")
    told.append("They may differ in comparator, adjustment and follow-up, or report on the same participants.")
    if effect.measure == "MD":
        told.append("Units are not on record, and mean differences in different units have no average.")
    bare = sum(not one.appraised for one in pooled)
    if bare:
        whose = "any of them" if bare == effect.works else f"{spell(bare)} of them"
        told.append(f"Nobody appraised the risk of bias of {whose}.")
    else:
        told.append("People appraised their risk of bias, which does not enter the weights.")
    if effect.works < _FEW:
        told.append(
            "With so few works, bias from missing results cannot be examined, and the random-effects interval tends "
            "to be too narrow."
        )
    return told


def _name_place(pooled: Sequence[StatedEffect]) -> str:
    abstracts = sum(one.in_abstract for one in pooled)
    if abstracts == len(pooled):
        return "abstracts"
    return f"abstracts ({abstracts}) or full texts ({len(pooled) - abstracts})" if abstracts else "full texts"


def draw_pooled(poolings: pl.DataFrame, results: pl.DataFrame) -> dict[str, str]:
    """Return a forest plot with diamonds for each request that can be met, by what it is about (Markdown).

    Columns: poolings as `storage/queries/poolings.sql` has them, results as `pooled_results.sql`, and `work`, what a
    work is called in the plot.
    """
    drawn: dict[str, str] = {}
    for effect in read_effects(poolings):
        rows = (
            select_results(asdict(effect), results).filter(pl.col("left_out") == "").rename({"random_weight": "weight"})
        )
        told = " ".join(state_caveats(effect, read_stated(rows)))
        about = f"{escape_markdown(name_comparison(effect.exposure, effect.outcome, effect.measure))}. "
        note = state_heterogeneity(effect)
        drawn[about + escape_markdown(told.rstrip("."))] = draw_forest(
            rows, f"pooled-{len(drawn) + 1}", list_diamonds(effect), note
        )
    return drawn


def tabulate_pooled(poolings: pl.DataFrame) -> Table | None:
    """Return the pooled effects with both models and heterogeneity, None where there are none."""
    effects = read_effects(poolings)
    if not effects:
        return None
    rows = [
        {
            "outcome": effect.outcome,
            "exposure": effect.exposure,
            "measure": effect.measure,
            "works": effect.works,
            "fixed": list_diamonds(effect)[0].state(),
            "random": list_diamonds(effect)[1].state(),
            "heterogeneity": state_heterogeneity(effect),
        }
        for effect in effects
    ]
    columns = {"outcome": "Outcome", "exposure": "Exposure or intervention", "measure": "Measure", "works": "Works"}
    columns |= {"fixed": "Fixed effect", "random": "Random effects", "heterogeneity": "Heterogeneity"}
    data = poolings.drop_nulls("works").drop("at", "reason", "reviewer")
    return Table(pl.DataFrame(rows), columns, data=data)


def select_results(asked: Mapping[str, object], results: pl.DataFrame) -> pl.DataFrame:
    """Return the results that a request, or what it comes to, concerns."""
    return results.filter(*(pl.col(part) == asked[part] for part in COMPARED))


def read_effects(poolings: pl.DataFrame) -> list[PooledEffect]:
    """Return what the requests come to, as far as they can be met."""
    if not poolings.height:
        return []
    names = [field.name for field in fields(PooledEffect)]
    return [PooledEffect(**row) for row in poolings.drop_nulls("works").select(names).iter_rows(named=True)]


def read_stated(results: pl.DataFrame) -> list[StatedEffect]:
    """Return the results that requests concern as the effects that works state."""
    names = [field.name for field in fields(StatedEffect)]
    return [StatedEffect(**row) for row in results.select(names).iter_rows(named=True)]
