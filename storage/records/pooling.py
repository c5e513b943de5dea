"""Pooling: what a person asks for, the effects that could be pooled, and what they come to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Pooling:
    """A request to pool the effects of a comparison in one measure, or to take that back (not `wanted`).

    `exposure` and `outcome` are the names of the comparison, `measure` is a short name such as "OR". `estimator` is
    "pm" or "dl" (`tasks.evidence.pooling`), `reason` may be empty, `reviewer` is the person's name.
    """

    exposure: str
    outcome: str
    measure: str
    estimator: str
    reason: str
    reviewer: str
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class StatedEffect:
    """An effect that a work states: the result of a finding in a comparison, and what decides if it can be pooled.

    `measure` is as the text has it, `kind` the catalogue's type of the work, `quote` the words that state the interval.
    What is not on record is None.
    """

    exposure: str
    outcome: str
    measure: str
    finding_id: str
    result: int
    citekey: str
    kind: str | None
    design: str | None
    n: int | None
    comparator: str | None
    direction: str
    effect: float
    ci_low: float | None
    ci_high: float | None
    quote: str
    in_abstract: bool
    appraised: bool


@dataclass(frozen=True, slots=True)
class PooledEffect:
    """Effects of so many works pooled: estimates with 95% confidence intervals, in the unit of the measure.

    `tau2` is the variance between works on the scale of pooling, `q` Cochran's Q with its p value, `i2` in [0, 1].
    """

    exposure: str
    outcome: str
    measure: str
    estimator: str
    works: int
    fixed_effect: float
    fixed_low: float
    fixed_high: float
    random_effect: float
    random_low: float
    random_high: float
    tau2: float
    q: float
    q_p: float
    i2: float


@dataclass(frozen=True, slots=True)
class PooledResult:
    """A result that a request to pool concerns: its weights in [0, 1], or why it was left out.

    The weights are None where nothing could be pooled.
    """

    exposure: str
    outcome: str
    measure: str
    finding_id: str
    result: int
    left_out: str
    fixed_weight: float | None
    random_weight: float | None


@dataclass(frozen=True, slots=True)
class Requested:
    """A request in force, when it was made, and what it comes to; None where it cannot be met."""

    pooling: Pooling
    at: datetime
    effect: PooledEffect | None
