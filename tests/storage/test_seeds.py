"""Whom a stage follows, in which groups, and that what was followed is not followed again."""

from __future__ import annotations

import pytest

from storage.records import GroupAnswer
from storage.snowballing import add_group, choose_seeds, pending_groups


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


def test_relevant_works_are_chosen_once_best_first(stage_of_five, make_work, find_works, screen_works):
    """Seeds are relevant works by citations and what else ranks them; asking again gives the same seeds."""
    assert choose_seeds(stage_of_five, 1, most=3) == ["W5", "W4", "W3"]
    find_works(stage_of_five, [make_work(8, cited_by_count=999)])
    screen_works(stage_of_five, {"W8": "include"}, batch=1)
    assert choose_seeds(stage_of_five, 1, most=3) == ["W5", "W4", "W3"]


def test_a_later_stage_follows_what_was_not_followed_yet(stage_of_five, make_work, find_works, screen_works):
    """Stage 2 takes stage 1's additions and what stage 1 had no room for, no seed again, not its own additions."""
    choose_seeds(stage_of_five, 1, most=3)
    find_works(stage_of_five, [make_work(8), make_work(9)], stage=1, strategy="backward")
    screen_works(stage_of_five, {"W8": "include", "W9": "exclude"}, stage=1)
    find_works(stage_of_five, [make_work(10)], stage=2, strategy="backward")
    screen_works(stage_of_five, {"W10": "include"}, stage=2)
    assert set(choose_seeds(stage_of_five, 2, most=50)) == {"W1", "W2", "W8"}


def test_no_seeds_without_relevant_works(ledger, make_work, find_works, screen_works):
    """Nothing relevant is nobody to follow and no group."""
    find_works(ledger, [make_work(1)])
    screen_works(ledger, {"W1": "exclude"})
    assert choose_seeds(ledger, 1, most=5) == []
    assert pending_groups(ledger, 1, "backward", 2) == []


def test_groups_carry_references_and_which_are_known(stage_of_five):
    """Each seed's references are those its record states; those with a record in the ledger are known."""
    choose_seeds(stage_of_five, 1, most=5)
    groups = pending_groups(stage_of_five, 1, "backward", 2)
    assert [group.seeds for group in groups] == [("W5", "W4"), ("W3", "W2"), ("W1",)]
    assert groups[0].references == (("W6", "W900"), ("W5", "W900"))
    assert groups[0].known == {"W5", "W6"}


def test_groups_are_cut_the_same_way_after_part_was_done(stage_of_five, make_work):
    """Whichever group is done first, the others keep their seeds and ids; each direction is followed on its own."""
    choose_seeds(stage_of_five, 1, most=5)
    groups = pending_groups(stage_of_five, 1, "backward", 2)
    _follow(stage_of_five, groups[1], [make_work(20)])
    left = pending_groups(stage_of_five, 1, "backward", 2)
    assert [group.group_id for group in left] == [groups[0].group_id, groups[2].group_id]
    assert len(pending_groups(stage_of_five, 1, "forward", 2)) == 3
    for group in left:
        _follow(stage_of_five, group)
    assert pending_groups(stage_of_five, 1, "backward", 2) == []


def test_a_seed_is_followed_once_per_direction(stage_of_five, make_work):
    """The same answer twice is one fact: no work, discovery, seed or call is counted double."""
    choose_seeds(stage_of_five, 1, most=2)
    group = pending_groups(stage_of_five, 1, "forward", 2)[0]
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
    choose_seeds(stage_of_five, 1, most=2)
    group = pending_groups(stage_of_five, 1, "backward", 2)[0]
    with pytest.raises(Exception, match="NOT NULL"):
        _follow(stage_of_five, group, [make_work(20), make_work(21, title=None)])
    assert stage_of_five.select("SELECT count(*) FROM work WHERE work_id IN ('W20', 'W21')").item() == 0
    assert stage_of_five.select("SELECT count(*) FROM response WHERE url = 'test:W20'").item() == 0
    assert pending_groups(stage_of_five, 1, "backward", 2) == [group]


def test_interrupted_commit_of_a_group_leaves_it_to_be_followed(stage_of_five, make_work):
    """Neighbours that cannot be read to their end leave nothing of the group."""
    choose_seeds(stage_of_five, 1, most=2)
    group = pending_groups(stage_of_five, 1, "backward", 2)[0]

    class Interrupted(dict):
        def items(self):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        add_group(stage_of_five, GroupAnswer(group, (make_work(20),), 1), Interrupted())
    assert stage_of_five.select("SELECT count(*) FROM work WHERE work_id = 'W20'").item() == 0
    assert pending_groups(stage_of_five, 1, "backward", 2) == [group]
