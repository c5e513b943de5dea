"""A language model asked whether works support a sentence, beside the rules."""

from __future__ import annotations

from tasks.verification.support.asking import write_question
from tasks.verification.support.judging import judge_support, read_model, weigh_terms

PASSAGES = ("Calls of frogs", "Frogs of high ponds called 9 days earlier in warm springs.", "The ponds lie in Austria.")
WEIGHTS = weigh_terms([" ".join(PASSAGES), "Bricks of clay and straw keep houses warm."])
SAID = "Frogs of high ponds called earlier in warm springs."


def test_the_question_shows_the_passages_in_order_and_of_too_many_the_nearest() -> None:
    assert f"Abstract: {' '.join(PASSAGES)}\n" in write_question(SAID, PASSAGES, WEIGHTS)
    many = [*(f"Nothing of the kind, number {n}, {'so ' * 30}." for n in range(40)), PASSAGES[1]]
    asked = write_question(SAID, many, WEIGHTS)
    assert PASSAGES[1] in asked
    assert len(asked) < 3_000


def test_the_models_odds_are_added_to_those_of_the_rules() -> None:
    """What it is sure of decides where the rules say little, and a number not stated is doubtful whatever it says."""
    by_rule = judge_support(SAID, PASSAGES, WEIGHTS)
    assert not by_rule.is_doubtful
    against = judge_support(SAID, PASSAGES, WEIGHTS, ask=lambda _: 9.0)
    assert against.doubt == by_rule.doubt + read_model().asked * 9
    assert (against.is_doubtful, against.reason) == (True, "the language model asked holds it unsupported")
    nearly = (read_model().alarm_asked - by_rule.doubt - 0.1) / read_model().asked
    assert not judge_support(SAID, PASSAGES, WEIGHTS, ask=lambda _: nearly).is_doubtful
    assert judge_support(SAID, PASSAGES, WEIGHTS, ask=lambda _: None) == by_rule
    wrong = judge_support(SAID.replace("earlier", "19 days earlier"), PASSAGES, WEIGHTS, ask=lambda _: -9.0)
    assert (wrong.is_doubtful, wrong.reason) == (True, "the work does not state 19 day")
