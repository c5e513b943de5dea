"""Which relevant works make the corpus, within the tier's size and under a person's verdicts."""

from __future__ import annotations

from typing import Any

import pytest

from storage.reading.procedure import UnreadWork, read_procedure
from storage.screening.facets import add_facet_works, read_facets, state_facets
from storage.screening.screening import select_corpus


@pytest.fixture
def add_relevant(make_work, find_works, screen_works):
    """Return what stores relevant works, each given as (number, score, fields)."""

    def add(ledger, *works: tuple[int, float, dict[str, Any]]):
        find_works(ledger, [make_work(number, **fields) for number, _, fields in works])
        for number, score, _ in works:
            screen_works(ledger, {f"W{number}": "include"}, score=score, batch=number)

    return add


def _decisions(ledger):
    return ledger.select("SELECT count(*) FROM decision").item()


def test_best_works_are_chosen_and_choosing_again_changes_nothing(ledger, add_relevant, corpus_ids):
    """The highest scores fill the room; a second call appends no decision."""
    add_relevant(ledger, *((number, number / 10, {}) for number in range(1, 9)))
    select_corpus(ledger, 3)
    assert corpus_ids(ledger) == {"W6", "W7", "W8"}
    before = _decisions(ledger)
    select_corpus(ledger, 3)
    assert _decisions(ledger) == before


def test_room_is_never_filled_below_relevance(ledger, add_relevant, screen_works, corpus_ids):
    """Works judged unsure or irrelevant stay out however much room there is."""
    add_relevant(ledger, (1, 0.7, {}), (2, 0.9, {}), (3, 0.9, {}))
    screen_works(ledger, {"W2": "exclude", "W3": "unsure"}, score=0.99, batch=9)
    select_corpus(ledger, 50)
    assert corpus_ids(ledger) == {"W1"}


def test_more_room_brings_works_back_and_less_takes_them_out(ledger, add_relevant, corpus_ids):
    """The corpus follows the tier up, down and up again; each move is a decision of its own."""
    add_relevant(ledger, *((number, number / 10, {}) for number in range(1, 7)))
    for room in (2, 5, 2, 5, 50, 2):
        select_corpus(ledger, room)
        assert corpus_ids(ledger) == {f"W{number}" for number in range(1, 7) if number > 6 - room}
    moves = ledger.select("SELECT verdict FROM decision WHERE work_id = 'W3' AND phase = 'selection' ORDER BY seq")
    assert moves["verdict"].to_list() == ["exclude", "include", "exclude", "include", "exclude"]


def test_a_quarter_goes_to_the_last_three_years(ledger, add_relevant, corpus_ids):
    """Of 8 places 2 go to the best works of 2018-2020 (as_of 2020), though older ones score higher."""
    old = [(number, 0.9, {"year": 2017}) for number in range(1, 11)]
    recent = [(20, 0.63, {"year": 2018}), (21, 0.61, {"year": 2020}), (22, 0.62, {"year": 2019})]
    add_relevant(ledger, *old, *recent)
    select_corpus(ledger, 8)
    chosen = corpus_ids(ledger)
    assert chosen & {"W20", "W21", "W22"} == {"W20", "W22"}
    assert len(chosen) == 8


def test_recent_works_may_take_more_than_a_quarter_but_none_is_made_up(ledger, add_relevant, corpus_ids):
    """The quarter is a floor: better recent works go on competing, and where they are few older ones follow."""
    recent = [(number, 0.9, {"year": 2020}) for number in range(1, 7)]
    add_relevant(ledger, *recent, (20, 0.7, {"year": 2001}), (21, 0.8, {"year": 2002}))
    select_corpus(ledger, 7)
    assert corpus_ids(ledger) == {f"W{number}" for number in range(1, 7)} | {"W21"}


def test_work_without_a_year_competes_by_merit(ledger, add_relevant, corpus_ids):
    """An undated work counts as not recent, not as last."""
    add_relevant(ledger, (1, 0.9, {"year": None}), *((number, number / 10, {}) for number in range(2, 7)))
    select_corpus(ledger, 4)
    assert corpus_ids(ledger) == {"W1", "W4", "W5", "W6"}


def test_work_without_abstract_comes_after_those_with_one(ledger, add_relevant, corpus_ids):
    """What cannot be read is chosen only where there is room left."""
    add_relevant(ledger, (1, 0.99, {"abstract": None, "year": 2020}), (2, 0.6, {}), (3, 0.6, {}), (4, 0.6, {}))
    select_corpus(ledger, 3)
    assert corpus_ids(ledger) == {"W2", "W3", "W4"}
    select_corpus(ledger, 4)
    assert "W1" in corpus_ids(ledger)


def test_the_reason_and_the_numbers_of_the_text_are_of_one_record(ledger, add_relevant):
    """What keeps a relevant work out is told with it, and counted from the same decisions."""
    old = [(number, 0.9 - number / 100, {"year": 2001}) for number in range(1, 9)]
    add_relevant(ledger, *old, (20, 0.65, {"year": 2019}), (21, 0.64, {"year": 2020}), (30, 0.99, {"abstract": None}))
    select_corpus(ledger, 8)
    rows = ledger.select("SELECT work_id, reason FROM decision WHERE phase = 'selection' ORDER BY work_id").rows()
    reasons = dict(rows)
    assert set(reasons) == {"W30", "W7", "W8"}
    assert "behind all that have an abstract" in reasons["W30"]
    assert "at place 8 where the tier has room for 8 works, some of them kept for the last three years" in reasons["W8"]
    numbers = ledger.frame("review_numbers").row(0, named=True)
    assert (numbers["beyond_tier"], numbers["tier_bare"], numbers["tier_displaced"]) == (3, 1, 2)


def test_citations_from_relevant_works_decide_between_equal_scores(ledger, add_relevant, corpus_ids):
    """Of equal scores the work that relevant works cite is chosen; citations from elsewhere do not count."""
    add_relevant(ledger, (1, 0.7, {"cited_by_count": 900}), (2, 0.7, {}), (3, 0.9, {"references": ("W2",)}))
    select_corpus(ledger, 2)
    assert corpus_ids(ledger) == {"W2", "W3"}


def test_human_verdict_wins_both_ways(ledger, add_relevant, screen_works, corpus_ids):
    """A person's exclusion stays out and frees the place; a person's inclusion stays in, whatever its score."""
    add_relevant(ledger, *((number, number / 10, {}) for number in range(1, 7)))
    select_corpus(ledger, 3)
    screen_works(ledger, {"W6": "exclude", "W1": "include"}, method="human", batch=None, score=None)
    select_corpus(ledger, 3)
    assert corpus_ids(ledger) == {"W1", "W4", "W5"}
    screen_works(ledger, {"W6": "include", "W1": "exclude"}, batch=99)
    select_corpus(ledger, 50)
    assert corpus_ids(ledger) == {"W1", "W2", "W3", "W4", "W5"}


def test_more_human_inclusions_than_room_all_stay(ledger, add_relevant, screen_works, corpus_ids):
    """What people include is never weighed: it may exceed the room, crowds out the rest, and settles at once."""
    add_relevant(ledger, (1, 0.7, {}), (2, 0.8, {}), (3, 0.9, {}))
    screen_works(ledger, {"W1": "include", "W2": "include"}, method="human", batch=None)
    select_corpus(ledger, 1)
    assert corpus_ids(ledger) == {"W1", "W2"}
    assert ledger.select("SELECT work_id FROM decision WHERE phase = 'selection'")["work_id"].to_list() == ["W3"]


def test_human_inclusion_overrides_the_analyst(ledger, make_work, find_works, screen_works, corpus_ids):
    """A work the analyst excluded is in the corpus once a person includes it, with the person's verdict as method."""
    find_works(ledger, [make_work(1)])
    screen_works(ledger, {"W1": "exclude"})
    screen_works(ledger, {"W1": "include"}, method="human", batch=None)
    select_corpus(ledger, 1)
    assert corpus_ids(ledger) == {"W1"}
    assert ledger.select("SELECT method FROM corpus").item() == "human"


def _add_facets(ledger, works_about: dict[str, range | tuple[int, ...]], titled: tuple[int, ...] = ()):
    state_facets(ledger, dict.fromkeys(works_about, True))
    named = ((facet, f"W{number}", number in titled) for facet, numbers in works_about.items() for number in numbers)
    add_facet_works(ledger, named)


def test_each_facet_has_its_best_works_in_the_corpus(ledger, add_relevant, corpus_ids):
    """The facet with the lowest scores has its best works, twice its share at most; the rest goes by merit."""
    add_relevant(ledger, *((number, 0.6 + number / 100, {}) for number in range(1, 31)))
    _add_facets(ledger, {"finance": range(1, 7), "nature": range(12, 31)})
    select_corpus(ledger, 8)
    assert corpus_ids(ledger) == {"W5", "W6", *(f"W{number}" for number in range(25, 31))}
    shares = ledger.select("SELECT facet, relevant, kept FROM facet_share ORDER BY position").rows()
    assert shares == [("finance", 6, 2), ("nature", 19, 6)]
    reason = ledger.select("SELECT count(*) FROM decision WHERE reason LIKE 'Left out for size%'").item()
    assert reason == 22


def test_facet_that_distinguishes_nothing_takes_no_places(ledger, add_relevant, corpus_ids):
    """Neither one that nearly all works are about, nor one of one or two works."""
    add_relevant(ledger, *((number, 0.6 + number / 100, {}) for number in range(1, 13)))
    _add_facets(ledger, {"rare": (1, 2), "common": range(1, 12)})
    select_corpus(ledger, 4)
    assert corpus_ids(ledger) == {"W9", "W10", "W11", "W12"}


def test_facet_without_a_share_takes_no_places(ledger, add_relevant, corpus_ids):
    """What only restricts another facet is counted, and competes by merit."""
    add_relevant(ledger, *((number, 0.6 + number / 100, {}) for number in range(1, 31)))
    state_facets(ledger, {"nurses": False, "burnout": True})
    add_facet_works(ledger, [("nurses", f"W{number}", True) for number in range(1, 7)])
    select_corpus(ledger, 4)
    assert corpus_ids(ledger) == {"W27", "W28", "W29", "W30"}


def test_works_near_one_that_the_user_named_have_places(ledger, add_relevant, screen_works, corpus_ids):
    """What cites a named work is kept before works of higher scores, within its share."""
    linked = {number: {"references": ("W20",)} for number in (1, 2, 3)}
    add_relevant(ledger, *((number, 0.6 + number / 100, linked.get(number, {})) for number in range(1, 21)))
    screen_works(ledger, {"W20": "include"}, method="human", batch=None, decided_by="user")
    select_corpus(ledger, 4)
    assert corpus_ids(ledger) == {"W20", "W3", "W2", "W19"}


def test_facets_of_a_single_thing_are_not_stored(ledger):
    """There is nothing to be weighed against it."""
    state_facets(ledger, {"CRISPR": True})
    assert read_facets(ledger) == []


def test_a_facet_of_few_works_has_fifteen_in_a_hundred_places_or_all_its_works(ledger, add_relevant, corpus_ids):
    """Of 20 places 3 go to the best of four works about it, though twice its share of 100 works would be two."""
    add_relevant(ledger, *((number, 0.6 + number / 1000, {}) for number in range(1, 101)))
    _add_facets(ledger, {"tea": range(1, 5), "coffee": range(61, 101)})
    select_corpus(ledger, 20)
    assert corpus_ids(ledger) & {f"W{number}" for number in range(1, 5)} == {"W2", "W3", "W4"}
    select_corpus(ledger, 40)
    assert {f"W{number}" for number in range(1, 5)} <= corpus_ids(ledger)


def test_floors_of_many_facets_never_exceed_the_room(ledger, add_relevant, corpus_ids):
    """Of ten facets with ten works each, every one keeps its best where there is room for ten."""
    add_relevant(ledger, *((number, 0.6 + number / 1000, {}) for number in range(1, 101)))
    _add_facets(ledger, {f"facet {tens}": range(10 * tens + 1, 10 * tens + 11) for tens in range(10)})
    select_corpus(ledger, 10)
    assert corpus_ids(ledger) == {f"W{number}" for number in range(10, 101, 10)}


def test_on_its_shelf_a_work_that_names_the_facet_in_its_title_comes_first(ledger, add_relevant, corpus_ids):
    """Where the others are hardly better: a title is worth 0.05 of score."""
    add_relevant(ledger, *((number, 0.6 + number / 100, {}) for number in range(1, 31)))
    _add_facets(ledger, {"finance": range(1, 7), "nature": range(12, 31)}, titled=(3,))
    select_corpus(ledger, 8)
    assert corpus_ids(ledger) & {f"W{number}" for number in range(1, 7)} == {"W3", "W6"}


def test_recent_is_counted_from_the_newest_work_found(ledger, add_relevant, corpus_ids):
    """A catalogue that ends before the review is made has recent works all the same; a date to come is none."""
    old = [(number, 0.9, {"year": 1999}) for number in range(1, 11)]
    add_relevant(ledger, *old, (20, 0.7, {"year": 2010}), (21, 0.65, {"year": 2008}), (22, 0.8, {"year": 2007}))
    select_corpus(ledger, 8)
    assert corpus_ids(ledger) & {"W20", "W21", "W22"} == {"W20", "W21"}


def test_a_date_to_come_makes_no_work_the_newest(ledger, add_relevant, corpus_ids):
    """Years are counted back from the year of the review at most (2020)."""
    old = [(number, 0.9, {"year": 1999}) for number in range(1, 11)]
    add_relevant(ledger, *old, (20, 0.7, {"year": 2205}), (21, 0.65, {"year": 2018}), (22, 0.8, {"year": 2017}))
    select_corpus(ledger, 8)
    assert corpus_ids(ledger) & {"W20", "W21", "W22"} == {"W20", "W21"}


def test_places_of_recent_works_go_to_those_about_a_facet(ledger, add_relevant, corpus_ids):
    """A recent work that names nothing of the topic competes by its merit."""
    old = [(number, 0.9, {"year": 1999}) for number in range(1, 11)]
    add_relevant(ledger, *old, (20, 0.7, {"year": 2020}), (21, 0.65, {"year": 2020}), (22, 0.85, {"year": 2020}))
    _add_facets(ledger, {"tea": (20, 21), "coffee": ()})
    select_corpus(ledger, 8)
    assert corpus_ids(ledger) & {"W20", "W21", "W22"} == {"W20", "W21"}


def test_no_recent_work_displaces_an_outstanding_one_about_a_facet(ledger, add_relevant, corpus_ids):
    """What scores 0.95 and has a place by merit keeps it, and the last of the others make way."""
    add_relevant(
        ledger,
        *((number, 0.95, {"year": 1999, "references": ("W7",)}) for number in range(1, 7)),
        *((number, 0.94, {"year": 1999}) for number in (7, 8)),
        *((number, 0.7, {"year": 2020}) for number in range(20, 24)),
    )
    _add_facets(ledger, {"tea": (*range(1, 7), 20, 21), "coffee": (22, 23)})
    select_corpus(ledger, 8)
    assert corpus_ids(ledger) >= {f"W{number}" for number in range(1, 7)}


def test_what_a_tenth_of_the_corpus_cites_and_nobody_could_read_is_on_record(ledger, add_relevant):
    """Without an abstract it is left out; a low score, fewer citing works or a place in the corpus are no loss."""
    cites = {"references": ("W20", "W21", "W22")}
    add_relevant(
        ledger,
        *((number, 0.9, cites if number < 3 else {}) for number in range(1, 11)),
        (20, 0.99, {"abstract": None, "title": "On tides", "year": 1999}),
        (21, 0.94, {"abstract": None}),
        (22, 0.96, {}),
        (23, 0.99, {"abstract": None}),
    )
    select_corpus(ledger, 11)
    assert read_procedure(ledger).unread == (UnreadWork("On tides", 1999, 2),)
