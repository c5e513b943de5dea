"""Pooling: numbers published elsewhere, the scale of each measure, which results are taken, and what stops it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from storage.records.pooling import StatedEffect
from tasks.evidence.pooling import Candidate, combine, list_candidates, pool_effects

# Trials of the BCG vaccine: with tuberculosis and without, vaccinated and not (Colditz et al. 1994, JAMA 271:698).
_BCG = (
    (4, 119, 11, 128), (6, 300, 29, 274), (3, 228, 11, 209), (62, 13536, 248, 12619), (33, 5036, 47, 5761),
    (180, 1361, 372, 1079), (8, 2537, 10, 619), (505, 87886, 499, 87892), (29, 7470, 45, 7232), (17, 1699, 65, 1600),
    (186, 50448, 141, 27197), (5, 2493, 3, 2338), (27, 16886, 29, 17825),
)  # fmt: skip


def _log_risk_ratios() -> tuple[list[float], list[float]]:
    effects = [math.log(a / (a + b) * (c + d) / c) for a, b, c, d in _BCG]
    errors = [math.sqrt(1 / a - 1 / (a + b) + 1 / c - 1 / (c + d)) for a, b, c, d in _BCG]
    return effects, errors


def _state(number: int, effect: float, low: float | None, high: float | None, **others: object) -> StatedEffect:
    one = StatedEffect(
        "BCG", "tuberculosis", "RR", f"f{number}", 1, f"lee{number}", "article", "randomised trial", 100, None, "0",
        effect, low, high, "A ratio.", in_abstract=True, appraised=False,
    )  # fmt: skip
    return replace(one, **others)  # type: ignore[arg-type]


def _state_trials() -> list[StatedEffect]:
    effects, errors = _log_risk_ratios()
    return [
        _state(n, math.exp(effect), math.exp(effect - 1.959964 * error), math.exp(effect + 1.959964 * error))
        for n, (effect, error) in enumerate(zip(effects, errors, strict=True))
    ]


def test_the_bcg_trials_give_the_published_numbers() -> None:
    """As metafor has them (Viechtbauer 2010, doi:10.18637/jss.v036.i03): both models, tau², Q and I²."""
    found = combine(*_log_risk_ratios(), "dl")
    assert found.fixed == pytest.approx((-0.4303, -0.5097, -0.3509), abs=5e-5)
    assert found.random == pytest.approx((-0.7141, -1.0644, -0.3638), abs=5e-5)
    assert (found.tau2, found.q, found.i2) == pytest.approx((0.3088, 152.2330, 0.9212), abs=5e-5)
    assert found.q_p < 0.0001
    by_paule_and_mandel = combine(*_log_risk_ratios(), "pm")
    assert by_paule_and_mandel.tau2 == pytest.approx(0.3181, abs=5e-5)
    assert by_paule_and_mandel.random[0] == pytest.approx(-0.7150, abs=5e-5)
    assert by_paule_and_mandel.fixed == found.fixed


def test_ratios_come_back_from_their_intervals() -> None:
    """From rounded-off ratios and intervals: a risk ratio of 0.49 (0.34 to 0.70), as Colditz et al. report it."""
    (candidate,) = list_candidates(_state_trials())
    effect, results = pool_effects(candidate, "dl")
    assert effect is not None
    assert (effect.random_effect, effect.random_low, effect.random_high) == pytest.approx(
        (0.49, 0.345, 0.695), abs=1e-3
    )
    assert (effect.works, effect.estimator, effect.measure) == (13, "dl", "RR")
    for weights in ([one.fixed_weight for one in results], [one.random_weight for one in results]):
        assert math.fsum(weight or 0.0 for weight in weights) == pytest.approx(1.0, abs=1e-4)
    assert max(results, key=lambda one: one.fixed_weight or 0).finding_id == "f7"


def test_differences_are_pooled_as_they_are_and_correlations_as_fishers_z() -> None:
    """Equal intervals give the mean, of correlations that of their z; the unit is that of the measure again."""
    ends = [(value, value - 0.2, value + 0.2) for value in (-0.1, 0.1, 0.6)]
    (candidate,) = list_candidates([_state(n, *each, measure="SMD") for n, each in enumerate(ends)])
    effect, _ = pool_effects(candidate, "pm")
    assert effect is not None
    assert effect.fixed_effect == pytest.approx(0.2)
    zs = [(math.tanh(value), math.tanh(value - 0.2), math.tanh(value + 0.2)) for value in (0.0, 0.3, 0.9)]
    (candidate,) = list_candidates([_state(n, *each, measure="r") for n, each in enumerate(zs)])
    effect, _ = pool_effects(candidate, "pm")
    assert effect is not None
    assert effect.fixed_effect == pytest.approx(math.tanh(0.4), rel=1e-5)


@pytest.mark.parametrize("estimator", ["pm", "dl"])
def test_works_that_agree_more_than_chance_have_it_give_one_estimate(estimator: str) -> None:
    """The moment of DerSimonian and Laird is negative here: the variance between works is 0, as I² is."""
    found = combine([0.10, 0.11, 0.12], [0.1, 0.1, 0.1], estimator)
    assert (found.tau2, found.i2) == (0.0, 0.0)
    assert found.random == found.fixed
    assert found.weights[0] == found.weights[1] == pytest.approx([1 / 3] * 3)


_GOOD = [_state(n, 0.8, 0.5, 1.28) for n in range(3)]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"design": "systematic review"}, "a review"),
        ({"design": None, "kind": "review"}, "a review"),
        ({"design": "modelling or simulation"}, "no study with data"),
        ({"ci_low": None}, "without a confidence interval"),
        ({"quote": "RR 0.8 (90% CI 0.5 to 1.28)"}, "another level than 95%"),
        ({"direction": "+"}, "points another way"),
        ({"ci_low": 0.0}, "cannot have"),
        ({"ci_high": 0.9}, "does not lie around"),
        ({"ci_low": 0.8, "ci_high": 0.8}, "does not lie around"),
        ({"citekey": "lee0", "finding_id": "f9"}, "counts once"),
    ],
)
def test_a_result_that_cannot_be_pooled_is_left_out_with_why(changes: dict[str, object], why: str) -> None:
    """Three others are pooled without it; with two others nothing is, and the reason is told."""
    odd = _state(3, 0.8, 0.5, 1.28, **changes)
    (candidate,) = list_candidates([*_GOOD, odd])
    ((left, reason),) = candidate.left_out
    assert left is odd
    assert why in reason
    effect, results = pool_effects(candidate, "pm")
    assert effect is not None
    assert (effect.works, [one.left_out for one in results]) == (3, ["", "", "", reason])
    (candidate,) = list_candidates([*_GOOD[:2], odd])
    assert "2 of its works can be pooled, and 3 are needed" in candidate.obstacle
    assert reason in candidate.obstacle
    nothing, results = pool_effects(candidate, "pm")
    assert nothing is None
    assert [one.fixed_weight for one in results] == [None, None, None]


@pytest.mark.parametrize(
    "stated", ["RR 0.8 (95% CI 0.5 to 1.28)", "RR 0.8 (95.0% CI, 0.5-1.28)", "RR 0.8 (CI 0.5-1.28)"]
)
def test_an_interval_of_95_percent_or_of_no_stated_level_is_pooled(stated: str) -> None:
    """What states no level is taken for the usual one."""
    (candidate,) = list_candidates([replace(one, quote=stated) for one in _GOOD])
    assert not candidate.left_out


def test_measures_are_not_converted_or_mixed() -> None:
    """Two and two of different measures are two comparisons that cannot be pooled; wordings of one measure are one."""
    mixed = [*_GOOD[:2], *(_state(n, 0.8, 0.5, 1.28, measure="OR") for n in (3, 4))]
    assert [(one.measure, bool(one.obstacle)) for one in list_candidates(mixed)] == [("OR", True), ("RR", True)]
    worded = [*_GOOD[:2], _state(3, 0.8, 0.5, 1.28, measure="adjusted relative risk")]
    assert [(one.measure, one.obstacle) for one in list_candidates(worded)] == [("RR", "")]


@pytest.mark.parametrize(
    ("measure", "why"), [("beta", "in each model"), ("%", "no measure of effect"), ("AUC", "no mea")]
)
def test_some_measures_have_no_average(measure: str, why: str) -> None:
    """Coefficients of different models, and what is no comparison."""
    (candidate,) = list_candidates([replace(one, measure=measure, direction="0") for one in _GOOD])
    assert why in candidate.obstacle
    assert pool_effects(candidate, "pm")[0] is None


def test_the_first_result_of_a_text_is_taken_that_can_be_pooled() -> None:
    """Not the narrowest or the largest: the order of the text decides, past one without an interval."""
    of_one = [
        _state(0, 0.9, None, None, finding_id="a"),
        _state(0, 0.7, 0.5, 0.98, finding_id="b"),
        _state(0, 0.5, 0.45, 0.55, finding_id="c"),
    ]
    (candidate,) = list_candidates([*of_one, *_GOOD[1:]])
    assert [one.finding_id for one in candidate.chosen] == ["b", "f1", "f2"]


def test_a_comparison_that_is_gone_is_not_pooled() -> None:
    """Without effects there is nothing, and no error."""
    gone: Sequence[StatedEffect] = ()
    assert list_candidates(gone) == []
    assert pool_effects(Candidate("a", "b", "OR", (), ()), "pm") == (None, [])
