"""Whom a stage follows, in which groups, and that what was followed is not followed again."""

from __future__ import annotations

import pytest

from storage.records.snowballing import GroupAnswer
from storage.searching.snowballing import add_group, choose_seeds, next_group
from storage.searching.works import add_discoveries, add_works


@pytest.fixture
def stage_of_five(ledger, make_work, find_works, screen_works):
    """Return a ledger whose first search found five relevant works, two references of which are known."""
    works = [
        make_work(number, cited_by_count=number * 10, references=(f"W{number + 1}", "W900")) for number in range(1, 6)
    ]
    find_works(ledger, [*works, make_work(6), make_work(7)])
    screen_works(ledger, {f"W{number}": "include" for number in range(1, 6)} | {"W6": "exclude", "W7": "unsure"})
    return ledger


def _follow(ledger, group, works=(), calls=1):
    add_group(
        ledger,
        GroupAnswer(group, tuple(works), calls),
        {seed: [work.work_id for work in works] for seed in group.seeds},
    )


def _choose_by_hand(ledger, *seeds: str):
    with ledger.transaction():
        ledger.append("seed", [{"stage": 1, "work_id": seed, "rank": rank} for rank, seed in enumerate(seeds, 1)])


def test_relevant_works_are_chosen_once_best_first(stage_of_five, make_work, find_works, screen_works):
    """Seeds are relevant works by what they are expected to lead to; asking again gives the same seeds."""
    assert choose_seeds(stage_of_five, 1, most=3) == ["W2", "W3", "W4"]
    find_works(stage_of_five, [make_work(8, cited_by_count=999)])
    screen_works(stage_of_five, {"W8": "include"}, batch=1)
    assert choose_seeds(stage_of_five, 1, most=3) == ["W2", "W3", "W4"]


def test_a_place_goes_to_who_leads_to_most_per_call(ledger, make_work, find_works, screen_works):
    """Of two works with as many relevant citing works, the less famous is followed first; then one without any."""
    citing = [make_work(number, references=("W1", "W2")) for number in range(10, 15)]
    find_works(ledger, [make_work(1, cited_by_count=5000), make_work(2, cited_by_count=60), make_work(3), *citing])
    screen_works(ledger, {f"W{number}": "include" for number in (1, 2, 3)})
    screen_works(ledger, {work.work_id: "include" for work in citing}, batch=1)
    seeds = choose_seeds(ledger, 1, most=50)
    assert [seed for seed in seeds if seed in ("W1", "W2", "W3")] == ["W2", "W1", "W3"]


def test_yields_are_learned_from_earlier_stages(ledger, make_work, find_works, screen_works):
    """Where citing works were followed in vain and references not, works with many references come first after that."""
    many_references = make_work(1, references=tuple(f"W{number}" for number in range(100, 140)))
    much_cited = make_work(2, cited_by_count=12)
    first = make_work(3, cited_by_count=50, references=("W90",))
    also = make_work(4, cited_by_count=0, references=("W90",))
    find_works(ledger, [many_references, much_cited, first, also])
    screen_works(ledger, {f"W{number}": "include" for number in range(1, 5)})
    before = ledger.frame("next_seeds", stage=1, most=9)["work_id"].to_list()
    assert before.index("W2") < before.index("W1")
    ledger.append("seed", [{"stage": 1, "work_id": seed, "rank": rank} for rank, seed in enumerate(("W3", "W4"), 1)])
    useless = [make_work(number) for number in range(200, 260)]
    useful = [make_work(number) for number in range(300, 330)]
    with ledger.transaction():
        add_works(ledger, [*useless, *useful], 1)
        add_discoveries(ledger, [(work.work_id, "forward", 1, "W3", None, None) for work in useless])
        add_discoveries(ledger, [(work.work_id, "backward", 1, "W4", None, None) for work in useful])
    screen_works(ledger, {work.work_id: "include" for work in useful}, stage=1)
    screen_works(ledger, {work.work_id: "exclude" for work in useless}, stage=1)
    after = [seed for seed in choose_seeds(ledger, 2, most=99) if seed in ("W1", "W2")]
    assert after == ["W1", "W2"]


def test_a_stage_follows_what_fits_one_or_group(ledger, make_work, find_works, screen_works):
    """At most a hundred works are followed in a stage; the next stage takes the others."""
    find_works(ledger, [make_work(number) for number in range(1, 121)])
    screen_works(ledger, {f"W{number}": "include" for number in range(1, 121)})
    assert len(choose_seeds(ledger, 1, most=300)) == 100
    assert len(choose_seeds(ledger, 2, most=300)) == 20


def test_a_later_stage_follows_what_was_not_followed_yet(stage_of_five, make_work, find_works, screen_works):
    """Stage 2 takes stage 1's additions and what stage 1 had no room for, no seed again, not its own additions."""
    choose_seeds(stage_of_five, 1, most=3)
    find_works(stage_of_five, [make_work(8), make_work(9)], stage=1, strategy="backward")
    screen_works(stage_of_five, {"W8": "include", "W9": "exclude"}, stage=1)
    find_works(stage_of_five, [make_work(10)], stage=2, strategy="backward")
    screen_works(stage_of_five, {"W10": "include"}, stage=2)
    assert set(choose_seeds(stage_of_five, 2, most=50)) == {"W1", "W5", "W8"}


def test_no_seeds_without_relevant_works(ledger, make_work, find_works, screen_works):
    """Nothing relevant is nobody to follow and no group."""
    find_works(ledger, [make_work(1)])
    screen_works(ledger, {"W1": "exclude"})
    assert choose_seeds(ledger, 1, most=5) == []
    assert next_group(ledger, 1, "backward", 2) is None


def test_groups_carry_references_and_which_are_known(stage_of_five):
    """Each seed's references are those its record states; those with a record in the ledger are known."""
    _choose_by_hand(stage_of_five, "W5", "W4", "W3", "W2", "W1")
    group = next_group(stage_of_five, 1, "backward", 2)
    assert group.seeds == ("W5", "W4")
    assert group.references == (("W6", "W900"), ("W5", "W900"))
    assert group.known == {"W5", "W6"}


def test_what_was_fetched_and_is_not_stored_yet_is_known(stage_of_five, make_work):
    """The other direction of the same seeds does not ask for it again, and then says the same as if it were stored."""
    _choose_by_hand(stage_of_five, "W5", "W4", "W3", "W2", "W1")
    early = next_group(stage_of_five, 1, "backward", 2, ["W900"])
    assert early.known == {"W5", "W6", "W900"}
    _follow(stage_of_five, next_group(stage_of_five, 1, "forward", 2), [make_work(900)])
    assert next_group(stage_of_five, 1, "backward", 2) == early


def test_each_group_knows_what_the_one_before_brought(stage_of_five, make_work):
    """A reference that two groups share is known to the second; each direction is followed on its own."""
    _choose_by_hand(stage_of_five, "W5", "W4", "W3", "W2", "W1")
    _follow(stage_of_five, next_group(stage_of_five, 1, "backward", 2), [make_work(900)])
    second = next_group(stage_of_five, 1, "backward", 2)
    assert second.seeds == ("W3", "W2")
    assert second.known == {"W4", "W3", "W900"}
    _follow(stage_of_five, second)
    _follow(stage_of_five, next_group(stage_of_five, 1, "backward", 2))
    assert next_group(stage_of_five, 1, "backward", 2) is None
    assert next_group(stage_of_five, 1, "forward", 2).seeds == ("W5", "W4")


def test_a_reference_that_led_nowhere_is_not_asked_again(stage_of_five):
    """W900 has no record after the first group asked for it, so the later groups do not state it."""
    _choose_by_hand(stage_of_five, "W5", "W4", "W3", "W2", "W1")
    _follow(stage_of_five, next_group(stage_of_five, 1, "backward", 2))
    assert next_group(stage_of_five, 1, "backward", 2).references == (("W4",), ("W3",))


def test_a_seed_is_followed_once_per_direction(stage_of_five, make_work):
    """The same answer twice is one fact: no work, discovery, seed or call is counted double."""
    _choose_by_hand(stage_of_five, "W5", "W4")
    group = next_group(stage_of_five, 1, "forward", 2)
    for _ in range(2):
        _follow(stage_of_five, group, [make_work(20)], calls=3)
    assert stage_of_five.select("SELECT work_id, direction, neighbours FROM snowball ORDER BY ALL").rows() == [
        ("W4", "forward", 1),
        ("W5", "forward", 1),
    ]
    assert stage_of_five.select("SELECT sum(api_calls)::INTEGER FROM seed_group").item() == 3
    found = stage_of_five.select("SELECT work_id, via_work_id FROM discovery WHERE strategy = 'forward' ORDER BY ALL")
    assert found.rows() == [("W20", "W4"), ("W20", "W5")]


def test_a_group_is_stored_whole_or_not_at_all(stage_of_five, make_work):
    """An answer that cannot be stored to its end (a work without a title) leaves the group to be followed."""
    _choose_by_hand(stage_of_five, "W5", "W4")
    group = next_group(stage_of_five, 1, "backward", 2)
    with pytest.raises(Exception, match="NOT NULL"):
        _follow(stage_of_five, group, [make_work(20), make_work(21, title=None)])
    assert stage_of_five.select("SELECT count(*) FROM work WHERE work_id IN ('W20', 'W21')").item() == 0
    assert stage_of_five.select("SELECT count(*) FROM response WHERE url = 'test:W20'").item() == 0
    assert next_group(stage_of_five, 1, "backward", 2) == group


def test_interrupted_commit_of_a_group_leaves_it_to_be_followed(stage_of_five, make_work):
    """Neighbours that cannot be read to their end leave nothing of the group."""
    _choose_by_hand(stage_of_five, "W5", "W4")
    group = next_group(stage_of_five, 1, "backward", 2)

    class Interrupted(dict):
        def items(self):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        add_group(stage_of_five, GroupAnswer(group, (make_work(20),), 1), Interrupted())
    assert stage_of_five.select("SELECT count(*) FROM work WHERE work_id = 'W20'").item() == 0
    assert next_group(stage_of_five, 1, "backward", 2) == group
