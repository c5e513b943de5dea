"""What the methods say of how works were chosen."""

from __future__ import annotations

from dataclasses import replace

from storage.reading.procedure import Procedure
from tasks.procedure.facts import Facts
from tasks.procedure.selection import tell_selection
from tasks.screening.inclusion_bound import SHARE

FACTS = Facts({"screened": 150, "relevant": 82, "corpus": 82, "by_bound": 19, "by_bound_from": "0.33"}, Procedure())


def test_works_let_in_when_the_search_had_ended_are_told() -> None:
    """With how many they were and the share that was aimed at; nothing where there were none."""
    (told,) = (sentence for sentence in FACTS.tell(tell_selection(FACTS)) if "had ended" in sentence)
    assert told.startswith("When the search had ended, 19 further works were included")
    assert "down to 0.33" in told
    assert f"{SHARE:.0%} of what is expected to be relevant" in told
    without = replace(FACTS, numbers={**FACTS.numbers, "by_bound": 0})
    assert not any("had ended" in sentence for sentence in without.tell(tell_selection(without)))


def test_that_works_were_screened_best_first_comes_before_what_the_order_was() -> None:
    """Whether all were reached or not: else "the order" is of nothing that a reader knows."""
    for left in (0, 7):
        facts = replace(FACTS, numbers={**FACTS.numbers, "not_reached": left})
        told = facts.tell(tell_selection(facts))
        first = next(place for place, sentence in enumerate(told) if "best first" in sentence)
        assert told[first + 1].startswith("The order combines")
