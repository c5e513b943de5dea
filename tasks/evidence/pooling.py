"""Pooling the effects of a comparison by inverse variance, with a fixed-effect and a random-effects model.

Only where a person asks for it. Ratios are pooled on the logarithmic scale, correlations as Fisher's z, differences as
they are; standard errors come from 95% confidence intervals (Cochrane Handbook, chapters 6.3 and 10). The variance
between works is estimated after Paule and Mandel (1982, doi:10.6028/jres.087.022) or DerSimonian and Laird (1986,
doi:10.1016/0197-2456(86)90046-2), I² after Higgins and Thompson (2002, doi:10.1002/sim.1186).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from storage.records.evidence import REVIEWS
from storage.records.pooling import PooledEffect, PooledResult, StatedEffect
from tasks.evidence.appraisal import needs_appraisal
from tasks.evidence.effects import find_null, has_other_level, is_ratio, name_measure

FEWEST = 3
"""Works of which effects are pooled at least."""

ESTIMATORS = {"pm": "Paule and Mandel", "dl": "DerSimonian and Laird"}
RULE = (
    "Of a work with several results in the comparison, the first that its text states and that can be pooled is taken."
)

_UNPOOLABLE = {"beta": "a regression coefficient means something else in each model"}
_HALF_WIDTH = NormalDist().inv_cdf(0.975)  # of a 95% interval, in standard errors
_SIGNS = {"+": 1, "-": -1}
_MOST_LOPSIDED = 0.5  # of half the interval may its middle lie off the effect: more is a misprint or a misreading
_DIGITS = 6  # significant ones, in which all machines agree


@dataclass(frozen=True, slots=True)
class Candidate:
    """The effects of a comparison in one measure: those that can be pooled, one a work, and the rest, each with why."""

    exposure: str
    outcome: str
    measure: str
    chosen: tuple[StatedEffect, ...]
    left_out: tuple[tuple[StatedEffect, str], ...]

    @property
    def name(self) -> str:
        """Return what it is called in plain text."""
        return name_comparison(self.exposure, self.outcome, self.measure)

    @property
    def obstacle(self) -> str:
        """Return why it cannot be pooled, as a clause; empty where it can."""
        if self.measure in _UNPOOLABLE:
            return _UNPOOLABLE[self.measure]
        if find_null(self.measure) is None:
            return f"'{self.measure}' is no measure of effect that can be pooled"
        if len(self.chosen) >= FEWEST:
            return ""
        why = Counter(reason for _, reason in self.left_out)
        told = "".join(f"; {count} left out: {reason}" for reason, count in why.most_common())
        return f"{len(self.chosen)} of its works can be pooled, and {FEWEST} are needed{told}"


def name_comparison(exposure: str, outcome: str, measure: str) -> str:
    """Return what a comparison in one measure is called in plain text."""
    return f"{outcome} by {exposure} ({measure})"


def list_candidates(stated: Sequence[StatedEffect]) -> list[Candidate]:
    """Return the comparisons of which works state effects, measure by measure, those of most works first.

    Effects of a work are in the order of its text.
    """
    groups: dict[tuple[str, str, str], list[StatedEffect]] = {}
    for one in stated:
        key = one.exposure, one.outcome, name_measure(one.measure) or one.measure
        groups.setdefault(key, []).append(one)
    candidates = [Candidate(*key, *_choose(ones, key[2])) for key, ones in groups.items()]
    return sorted(candidates, key=lambda one: (bool(one.obstacle), -len(one.chosen), one.name))


def _choose(
    stated: Sequence[StatedEffect], measure: str
) -> tuple[tuple[StatedEffect, ...], tuple[tuple[StatedEffect, str], ...]]:
    chosen: dict[str, StatedEffect] = {}
    left_out = []
    for one in stated:
        reason = _object(one, measure)
        if not reason and one.citekey in chosen:
            reason = "a further result of a work that counts once"
        if reason:
            left_out.append((one, reason))
        else:
            chosen[one.citekey] = one
    return tuple(chosen.values()), tuple(left_out)


def _object(one: StatedEffect, measure: str) -> str:
    """Return why an effect cannot be pooled; empty where it can."""
    if (one.design or one.kind) in REVIEWS:
        return "a review, which may contain the other works"
    if not needs_appraisal(one.design):
        return "no study with data of its own"
    null = find_null(measure)
    if null is not None and (one.effect - null) * _SIGNS.get(one.direction, 0) < 0:
        return "an effect that points another way than its words"
    return _object_to_interval(one, _scale(measure))


def _object_to_interval(one: StatedEffect, scale: Callable[[float], float]) -> str:
    if one.ci_low is None or one.ci_high is None:
        return "without a confidence interval"
    if has_other_level(one.quote):
        return "with an interval of another level than 95%"
    try:
        low, effect, high = map(scale, (one.ci_low, one.effect, one.ci_high))
    except ValueError:
        return "a value that its measure cannot have"
    half = (high - low) / 2
    if half <= 0 or abs((low + high) / 2 - effect) > _MOST_LOPSIDED * half:
        return "with an interval that does not lie around its effect"
    return ""


def _scale(measure: str) -> Callable[[float], float]:
    """Return what takes a value of a measure to the scale it is pooled on."""
    return math.log if is_ratio(measure) else math.atanh if measure == "r" else float


def _unscale(measure: str) -> Callable[[float], float]:
    return math.exp if is_ratio(measure) else math.tanh if measure == "r" else float


def pool_effects(candidate: Candidate, estimator: str) -> tuple[PooledEffect | None, list[PooledResult]]:
    """Return what the effects of a comparison come to, None where they cannot be pooled, and the part of each."""
    key = (candidate.exposure, candidate.outcome, candidate.measure)
    rest = [PooledResult(*key, one.finding_id, one.result, why, None, None) for one, why in candidate.left_out]
    if candidate.obstacle:
        waiting = [PooledResult(*key, one.finding_id, one.result, "", None, None) for one in candidate.chosen]
        return None, waiting + rest
    scale, back = _scale(candidate.measure), _unscale(candidate.measure)
    scaled = [
        [scale(value) for value in (one.effect, one.ci_low or 0.0, one.ci_high or 0.0)] for one in candidate.chosen
    ]
    errors = [(high - low) / (2 * _HALF_WIDTH) for _, low, high in scaled]
    found = combine([effect for effect, *_ in scaled], errors, estimator)
    effect = PooledEffect(
        *key,
        estimator,
        len(candidate.chosen),
        *(_round(back(value)) for value in (*found.fixed, *found.random)),
        *(_round(value) for value in (found.tau2, found.q, found.q_p, found.i2)),
    )
    weights = zip(candidate.chosen, *found.weights, strict=True)
    part = [PooledResult(*key, one.finding_id, one.result, "", _round(a), _round(b)) for one, a, b in weights]
    return effect, part + rest


@dataclass(frozen=True, slots=True)
class Estimates:
    """What both models come to on the scale of pooling: estimate and 95% interval each, and the weights of the effects.

    `weights` are those of the fixed-effect and those of the random-effects model, in [0, 1]; so is `i2`.
    """

    fixed: tuple[float, float, float]
    random: tuple[float, float, float]
    tau2: float
    q: float
    q_p: float
    i2: float
    weights: tuple[list[float], list[float]]


def combine(effects: Sequence[float], errors: Sequence[float], estimator: str) -> Estimates:
    """Return what effects with their standard errors come to, all on the scale of pooling.

    Where the works differ less than chance would have them, the variance between them is 0 and both models agree.
    """
    # Imported here: it takes seconds, and most reviews pool nothing.
    import numpy as np  # noqa: PLC0415
    from statsmodels.stats.meta_analysis import combine_effects  # noqa: PLC0415

    found = combine_effects(np.array(effects), np.square(errors), method_re=estimator)
    fixed, random, *_ = found.conf_int()
    by_fixed = (found.mean_effect_fe, *fixed), found.weights_rel_fe
    by_random = (found.mean_effect_re, *random), found.weights_rel_re
    if found.tau2 <= 0:  # the moment of DerSimonian and Laird may be negative, and statsmodels does not cut it off
        by_random = by_fixed
    return Estimates(
        _plain(by_fixed[0]),
        _plain(by_random[0]),
        max(0.0, float(found.tau2)),
        max(0.0, float(found.q)),
        float(found.test_homogeneity().pvalue),
        max(0.0, 1 - found.df_resid / float(found.q)) if found.q > 0 else 0.0,
        ([*map(float, by_fixed[1])], [*map(float, by_random[1])]),
    )


def _plain(values: tuple[Any, Any, Any]) -> tuple[float, float, float]:
    estimate, low, high = map(float, values)
    return estimate, low, high


def _round(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")
