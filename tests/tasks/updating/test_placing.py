"""Which theme a new work joins, and which sections an update leaves to the letter."""

from __future__ import annotations

import pytest

from storage.updates.carry_over import Member, OldSection
from tasks.updating.placing import compare_numbers, find_changed_themes, place_works, treat_sections

EAST, NORTH = (1.0, 0.0), (0.0, 1.0)


def _section(name: str, markdown: str = "Words.", departed: tuple[str, ...] = ()) -> OldSection:
    return OldSection(name, 1, name.title(), markdown, False, departed)  # noqa: FBT003 - a record as it is read


def test_new_works_join_the_nearest_theme() -> None:
    """The cosine to the mean of a theme's works decides; works that are in a theme stay, and the rest of it is kept."""
    members = [Member("east", "W1", "W1", is_key=True), Member("north", "W2", "W2"), Member("north", "W3", None)]
    vectors = {"W1": EAST, "W2": NORTH, "W4": (0.8, 0.6), "W5": (0.6, 0.8)}
    placed = place_works.fn(members, vectors)
    assert placed[:3] == members
    assert [(member.theme_id, member.work_id, member.nearness) for member in placed[3:]] == [
        ("east", "W4", 0.8),
        ("north", "W5", 0.8),
    ]


def test_equally_near_themes_are_taken_in_order() -> None:
    """A work right between two themes joins the first."""
    members = [Member("north", "W2", "W2"), Member("east", "W1", "W1")]
    placed = place_works.fn(members, {"W1": EAST, "W2": NORTH, "W4": (0.5, 0.5)})
    assert placed[-1].theme_id == "north"


def test_changed_themes_are_told_with_the_reason() -> None:
    """Works added, gone and replaced count; a theme that kept its works is not among them."""
    members = [
        Member("same", "W1", "W1"),
        Member("both", "W2", None),
        Member("both", None, "W3", nearness=0.5),
        Member("both", None, "W4", nearness=0.5),
        Member("new version", "W5", "W6"),
    ]
    assert find_changed_themes(members) == {"both": "2 works added and 1 work gone", "new version": "1 work gone"}


@pytest.mark.parametrize(
    ("markdown", "action"),
    [
        ("All 43 works agree.", "rewritten"),
        ("All 1,043 works agree, 43.5 of a hundred.", "carried"),
        ("They agree [@lee43words, p. 43].", "carried"),
        ("It was searched in `works` (content digest 0a1b).", "rewritten"),
        ("The recall is 81.3%.", "rewritten"),
        ("Twelve works agree, and 12 do not.", "carried"),
    ],
)
def test_frame_sections_that_state_changed_numbers_are_rewritten(markdown: str, action: str) -> None:
    """A number counts as prose writes it; citations hold none, and counts up to twelve are not looked for."""
    numbers = {"corpus": 43, "catalogue": "works@0a1b", "recall": 0.8134, "excluded": 12}
    treated = treat_sections([_section("discussion", markdown)], {}, (), numbers)
    assert [each.action for each in treated] == [action]


def test_sections_are_treated_by_what_they_rest_on() -> None:
    """Changed themes and sections that cite what left are rewritten, themes without works dropped, the rest carried."""
    sections = [
        _section("abstract"),
        _section("introduction"),
        _section("theme:a"),
        _section("theme:b"),
        _section("theme:c", departed=("lee2020x",)),
        _section("theme:gone"),
        _section("conclusions", departed=("lee2020x",)),
    ]
    treated = treat_sections(sections, {"a": "1 work added"}, {"a", "b", "c"}, {"corpus": 43})
    assert [each.action for each in treated] == [
        "rewritten",
        "carried",
        "rewritten",
        "carried",
        "rewritten",
        "dropped",
        "rewritten",
    ]
    assert treated[4].reason == "it cited @lee2020x"
    assert {each.action for each in treat_sections(sections[:2], {}, (), {})} == {"carried"}


def test_another_file_alone_changes_no_number() -> None:
    """The name of the catalogue counts as changed only beside a number that did."""
    before = {"catalogue": "works@1", "corpus": 43, "themes": 5, "llm_calls": 7}
    assert compare_numbers(before, {"catalogue": "works@2", "corpus": 43, "themes": 6}) == {}
    assert compare_numbers(before, {"catalogue": "works@2", "corpus": 44}) == {"catalogue": "works@1", "corpus": 43}
