"""Groups that one phrase names best are one theme, and works are where their titles say."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.analysts.extractive.same_themes import join_same, send_home

MATTERS = ["bridge", "road", "canal", "quarry", "mill", "bridge", "roads"]
GROUPS = [[f"{number}{letter}" for letter in "abcdef"[: 6 - number % 3]] for number in range(len(MATTERS))]
TERMS = {
    work: frozenset([matter.removesuffix("s"), work])
    for matter, works in zip(MATTERS, GROUPS, strict=True)
    for work in works
}


def _name(groups: Sequence[Sequence[str]]) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Return the matter of the first work of each group, and its first four letters."""
    matters = [MATTERS[int(works[0][0])] for works in groups]
    return [(frozenset([matter]), frozenset([matter[:4]])) for matter in matters]


def test_groups_of_one_name_are_one():
    """By the whole name first, then by part of it; others stay, and no work is lost."""
    joined = join_same(GROUPS, _name, TERMS)
    assert sorted(map(len, joined)) == sorted([6 + 4, 5 + 6, 4, 6, 5])
    assert {frozenset(work[0] for work in works) for works in joined} >= {frozenset("05"), frozenset("16")}
    assert sorted(work for works in joined for work in works) == sorted(TERMS)


def test_groups_of_one_name_stay_apart_where_they_are_too_large_or_too_few():
    """Two that would hold over 30% of the works together stay two, and of five groups each stays."""
    large = [[f"0{i}" for i in range(9)], [f"5{i}" for i in range(9)], *GROUPS[1:5], GROUPS[6]]
    terms = TERMS | {work: frozenset(["bridge"]) for works in large[:2] for work in works}
    assert [works for works in join_same(large, _name, terms) if works[0][0] in "05"] == large[:2]
    five = [[f"{number}{i}" for i in range(6)] for number in range(5)]
    own = {work: frozenset([work]) for works in five for work in works}
    assert join_same(five, lambda groups: [(frozenset(["one"]),)] * len(groups), own) == five


def test_what_nothing_names_makes_no_groups_one():
    """Two groups without a name are two."""
    assert join_same(GROUPS, lambda groups: [(frozenset[str](),)] * len(groups), TERMS) == GROUPS


def test_a_work_is_where_its_title_says():
    """It goes to the group whose label its title holds side by side, unless it holds what tells its own apart."""
    labels: list[tuple[str, ...]] = [("stone", "bridg"), ("drove", "road"), (), (), ("water", "mill")]
    titles: dict[str, tuple[str, ...]] = dict.fromkeys(TERMS, ("wale",))
    titles |= {
        "2a": ("old", "stone", "bridg"),
        "2b": ("bridg", "stone"),
        "1a": ("drove", "road", "stone", "bridg"),
        "3a": ("stone", "bridg", "water", "mill"),
    }
    titles["4a"] = ("mill", "stone", "bridg")
    terms = TERMS | {"3a": frozenset(["mill"])}
    telling = [frozenset(label[-1:]) for label in labels]
    moved = send_home(GROUPS[:5], labels, telling, titles, terms)
    assert "2a" in moved[0]
    assert "2b" in moved[2]
    assert "1a" in moved[1]
    assert "3a" in moved[4]
    assert "4a" in moved[4]
    assert sorted(work for works in moved for work in works) == sorted(work for works in GROUPS[:5] for work in works)


def test_no_group_is_emptied_by_titles():
    """The last two works of a group stay."""
    titles: dict[str, tuple[str, ...]] = dict.fromkeys(TERMS, ("wale",))
    titles |= dict.fromkeys(GROUPS[2], ("stone", "bridg"))
    moved = send_home(GROUPS[:5], [("stone", "bridg"), (), (), (), ()], [frozenset()] * 5, titles, TERMS)
    assert min(map(len, moved)) == 2
    assert len(moved[0]) <= 0.31 * sum(map(len, moved))


def test_a_label_of_most_titles_draws_no_work():
    """What over 30% of all titles hold tells no group from another, and no group is filled with them."""
    titles: dict[str, tuple[str, ...]] = dict.fromkeys(TERMS, ("wale",))
    titles |= dict.fromkeys([*GROUPS[1], *GROUPS[2], *GROUPS[3]], ("stone", "bridg"))
    labels: list[tuple[str, ...]] = [("stone", "bridg"), (), (), (), ()]
    assert send_home(GROUPS[:5], labels, [frozenset()] * 5, titles, TERMS) == GROUPS[:5]
