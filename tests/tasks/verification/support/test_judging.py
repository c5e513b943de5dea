"""Whether a work supports a sentence: what is doubted, why, and what is left alone."""

from __future__ import annotations

import pytest

from tasks.verification.support.judging import judge_support, weigh_terms

WORK = (
    "Evening walks and sleep in older nurses",
    "We followed 240 nurses in Norway for 12 weeks.",
    "Walking in the evening was associated with a 34% decrease in time awake at night (P = 0.01).",
    "Heart rate did not differ between walkers and controls.",
    "Walking may help nurses sleep.",
)
OTHERS = ("Frogs of high ponds call earlier in warm springs.", "Bricks of clay and straw insulate houses in winter.")
WEIGHTS = weigh_terms([". ".join(WORK), *OTHERS])


def _judge(sentence: str) -> tuple[bool, str]:
    support = judge_support(sentence, WORK, WEIGHTS)
    return support.is_doubtful, support.reason


@pytest.mark.parametrize(
    "sentence",
    [
        "Nurses who walked in the evening were awake at night about a third less.",
        "Over three months, evening walks went along with less time awake at night among 240 nurses in Norway.",
        "Evening walks did not change the heart rate of nurses.",
        WORK[2],
    ],
)
def test_what_a_work_says_in_other_words_is_not_doubted(sentence: str) -> None:
    assert _judge(sentence)[0] is False


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        (WORK[2].replace("34%", "43%"), "the work does not state 43%"),
        ("Among 420 nurses in Norway, evening walks went with less time awake.", "the work does not state 420"),
        (
            "It is proven beyond doubt that evening walks always cause every nurse to sleep.",
            "the sentence says 'proven' or 'beyond doubt' or 'always', which the work does not",
        ),
        ("In Kenyan schools, children and athletes who walked in the evening slept.", "children"),
        ("Bricks of clay and straw keep houses warm in Portugal, Spain and Morocco.", "the work does not name"),
    ],
)
def test_a_doubt_says_in_one_sentence_what_the_work_lacks(sentence: str, reason: str) -> None:
    is_doubtful, said = _judge(sentence)
    assert is_doubtful
    assert reason in said


def test_a_turned_direction_raises_the_doubt() -> None:
    right = judge_support("Walking in the evening was associated with a decrease in time awake.", WORK, WEIGHTS)
    turned = judge_support("Walking in the evening was associated with an increase in time awake.", WORK, WEIGHTS)
    assert turned.doubt > right.doubt
    assert turned.reason == "the sentence says 'increase', where the work says 'decrease'"
