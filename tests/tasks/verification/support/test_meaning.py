"""Words of a sentence compared with those of a work by what they mean."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tasks.meaning import minilm
from tasks.verification.support import meaning
from tasks.verification.support.features import FEATURES, measure_features
from tasks.verification.support.judging import judge_support, weigh_terms
from tasks.verification.support.meaning import measure_distance

WORK = ("Sleep of older nurses", "Nurses who walked in the evening slept longer.", "Their heart rate did not change.")
WEIGHTS = weigh_terms([". ".join(WORK), "Bricks of clay keep houses warm."])
PARAPHRASE = "Night rest of elderly nursing staff lasted longer after a stroll at dusk."


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without the package of the model."""
    monkeypatch.setattr(minilm, "_PACKAGED", "no_such_package_of_a_model")
    caches = (minilm.open_minilm, meaning._read_words)
    for each in caches:
        each.cache_clear()
    yield
    for each in caches:
        each.cache_clear()


def test_a_paraphrase_is_nearer_than_another_subject_and_the_work_itself_nearest() -> None:
    itself, paraphrase, other = (
        measure_distance(claim, WORK, WEIGHTS)
        for claim in (WORK[1], PARAPHRASE, "Levies on imported steel slowed the growth of heavy industry.")
    )
    assert itself is not None
    assert paraphrase is not None
    assert other is not None
    assert itself == pytest.approx(0, abs=1e-5)
    assert itself < paraphrase < other


def test_any_text_can_be_compared_and_one_without_words_cannot() -> None:
    assert measure_distance("half a character \ud800 of stress", WORK, WEIGHTS) is not None
    assert measure_distance("сон медсестёр " * 500, WORK, WEIGHTS) is not None
    assert measure_distance("", WORK, WEIGHTS) is None
    assert measure_distance("of the", WORK, WEIGHTS) is None
    assert measure_distance(PARAPHRASE, ["", "..."], WEIGHTS) is None


@pytest.mark.usefixtures("no_model")
def test_without_the_model_the_other_measures_judge() -> None:
    assert measure_distance(PARAPHRASE, WORK, WEIGHTS) is None
    assert measure_features(PARAPHRASE, WORK, WEIGHTS).values.keys() == {*FEATURES} - {"meaning"}
    support = judge_support("Nurses who walked in the evening slept 40 minutes longer.", WORK, WEIGHTS)
    assert (support.is_doubtful, support.reason) == (True, "the work does not state 40 minute")
