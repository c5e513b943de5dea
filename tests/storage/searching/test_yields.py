"""What a stage's further queries are worded by is what was known before the stage, however far the stage had got."""

from __future__ import annotations

from storage.records.search import Formulation, Hit, SearchOutcome
from storage.searching.works import add_search
from storage.searching.yields import read_judged, read_yields


def test_what_a_stage_judged_does_not_word_its_own_queries(ledger, make_work, screen_works):
    """Of works found before, those judged in the stage count from the next one on; a person's verdict at once."""
    works = [make_work(number) for number in range(1, 5)]
    asked = Formulation("keyword", "topic", "tea")
    hits = tuple(Hit(work, rank) for rank, work in enumerate(works, 1))
    with ledger.transaction():
        add_search(ledger, SearchOutcome(asked, "works.jsonl?search=tea", 4, hits), "works.jsonl", 0)
    ones = [work.work_id for work in works]
    screen_works(ledger, {ones[0]: "include", ones[1]: "exclude"}, stage=0)

    def known(stage: int) -> tuple[list[list[str]], list[tuple[int, int]]]:
        judged = [[work.work_id for work in some] for some in read_judged(ledger, stage)]
        return judged, [(one.found, one.included) for one in read_yields(ledger, stage)]

    before = known(1)
    assert before == ([[ones[0]], [ones[1]]], [(4, 1)])
    screen_works(ledger, {ones[2]: "include"}, stage=1)
    assert known(1) == before
    assert known(2) == ([[ones[0], ones[2]], [ones[1]]], [(4, 2)])
    screen_works(ledger, {ones[1]: "include"}, stage=1, method="human")
    assert known(1)[1] == [(4, 2)]
    assert read_yields(ledger, 0) == []
