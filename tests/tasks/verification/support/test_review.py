"""A review's sentences held against the works they cite."""

from __future__ import annotations

from tasks.citations.evidence import describe_work
from tasks.verification.support.review import check_support, find_doubtful_citations

FROGS = "Frogs of high ponds called 9 days earlier in warm springs. The ponds lie in Austria."
BRICKS = "Bricks of clay and straw kept 40 houses warm in winter. They were built by hand."
WORKS = [
    describe_work("frogs", [FROGS], "Calls of frogs", ["Vera Gruber"], 2014),
    describe_work("bricks", [BRICKS], "Warm bricks", ["Ola Holm"], 2019),
    describe_work("bare", [], "Only a title", ["Ann Bare"], 2020),
]


def test_a_wrong_number_is_warned_of_with_its_line_and_nothing_else_is() -> None:
    text = """### Spring in Patagonian Valleys

Under “Spring in Patagonian Valleys”, Gruber (2014) found that frogs called 9 days earlier in warm springs [@frogs].
Five years later, Holm (2019) kept 40 houses warm with clay and straw [@bricks].

Bricks of clay and straw kept 70 houses warm in winter [@bricks]. Only titles say 99 things [@bare].
"""
    (doubt,) = find_doubtful_citations(text, {work.citekey: work for work in WORKS})
    assert (doubt.line, doubt.citekeys) == (6, ("bricks",))
    assert doubt.reason == "the work does not state 70"


def test_a_sentence_may_rest_on_either_of_two_works_and_more_are_not_judged() -> None:
    both = "Frogs called 9 days earlier and 40 houses were kept warm [@frogs; @bricks]."
    assert check_support(both, WORKS) == []
    assert check_support(both.replace("40", "70").replace("@bricks", "@bricks; @bare"), WORKS) == []
    (found,) = check_support(both.replace("40", "70"), WORKS)
    assert (found.severity, found.finding_class, found.key) == ("warning", "unsupported", "frogs")
