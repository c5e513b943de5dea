"""The estimate knows how much there is to read."""

from __future__ import annotations

from functools import cache

import pytest

from flows.context.estimate import estimate_review
from flows.context.order import ReviewOrder
from storage.core.errors import InputError
from tasks.environment.settings import Settings
from tasks.language_models.estimate import PhaseCost

ORDER = {"topic": "bees", "quality": "high_quality", "analyst": "anthropic"}


@cache
def estimate(fulltext: str, *, batch: bool = True) -> dict[str, PhaseCost]:
    """Return the cost of each phase where so many full texts are read."""
    return {
        phase.phase: phase
        for phase in estimate_review(ReviewOrder(**ORDER, fulltext=fulltext, batch=batch), Settings())
    }


def test_full_texts_are_priced() -> None:
    """Reading them costs many times what abstracts cost, holding them against criteria is added, nothing is dearer."""
    never, oa, everything = (estimate(fulltext) for fulltext in ("never", "oa", "all"))
    assert list(oa) == list(everything)
    assert list(never) == [phase for phase in oa if phase != "retrieval"]
    assert 0 < oa["retrieval"].most_usd < everything["retrieval"].most_usd
    for phase in never:
        if phase != "summarization":
            assert never[phase] == oa[phase] == everything[phase]
    costs = [each["summarization"].most_usd for each in (never, oa, everything)]
    assert 10 * costs[0] < costs[2] < 30 * costs[0]
    # Open copies are had of 47% of the works, and each costs what it costs where all are read.
    assert costs[1] - costs[0] == pytest.approx(0.47 * (costs[2] - costs[0]), rel=0.01)
    assert all(each["summarization"].most_usd <= 2.01 * each["summarization"].least_usd for each in (never, oa))


def test_every_work_takes_one_call() -> None:
    """Articles of usual length are read in one call, as their abstracts are."""
    for fulltext in ("never", "oa", "all"):
        assert estimate(fulltext)["summarization"].calls == 300


def test_batches_halve_the_price_of_reading() -> None:
    """All that waits together goes by batch, whatever step it is of."""
    reading, alone = (estimate("all", batch=batch)["summarization"].most_usd for batch in (True, False))
    assert reading == pytest.approx(alone / 2, rel=0.02)


def test_what_is_no_scope_is_refused() -> None:
    """The sentence says which there are."""
    with pytest.raises(InputError, match="never, oa or all"):
        estimate("some")
