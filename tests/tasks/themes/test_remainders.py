"""A group that the others left over is dissolved where its works are nearer to them."""

from __future__ import annotations

from tasks.themes.remainders import dissolve_remainders


def _world(stray: tuple[str, ...]) -> tuple[list[list[str]], dict[str, frozenset[str]]]:
    matters = ["bridge", "road", "canal", "quarry", "mill"]
    groups = [[f"{matter}{i}" for i in range(6)] for matter in matters]
    terms = {
        work: frozenset([matter, f"{matter}_stone", work])
        for matter, works in zip(matters, groups, strict=True)
        for work in works
    }
    groups.append([f"stray{i}" for i in range(4)])
    terms |= {f"stray{i}": frozenset([word, f"{word}_stone", f"stray{i}"]) for i, word in enumerate(stray)}
    return groups, terms


def test_works_of_an_incoherent_group_go_to_the_groups_they_are_nearest_to():
    """Each to its own; a group of coherent words stays, and so does one whose works are nearest to each other."""
    groups, terms = _world(("bridge", "road", "canal", "canal"))
    assert dissolve_remainders(groups, [0.2] * 5 + [-0.2], terms) == {
        "stray0": 0,
        "stray1": 1,
        "stray2": 2,
        "stray3": 2,
    }
    assert dissolve_remainders(groups, [0.2] * 5 + [0.1], terms) == {}
    apart, own = _world(("well", "well", "well", "well"))
    assert dissolve_remainders(apart, [0.2] * 5 + [-0.2], own) == {}


def test_the_fewest_groups_of_the_rule_stay():
    """Of five groups none is dissolved, however little holds it together."""
    groups, terms = _world(("bridge", "road", "canal", "canal"))
    assert dissolve_remainders(groups[1:], [0.2] * 4 + [-0.2], terms) == {}
