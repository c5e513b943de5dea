"""Themes made of groups by topic words: which are one, which work goes where, and in what order they are told."""

from __future__ import annotations

from storage.records.search import Plan, Work
from tasks.analysts.extractive.topic_groups import keep_topic_groups
from tasks.themes.bertopic import Assignment, Group, Grouping
from tasks.themes.description import MergedThemes, MergeMaterial
from tests.tasks.analysts.conftest import read_abstract

MATTERS = ["Stone bridges", "Drove roads", "Tin mines", "Salt pans", "Water mills", "Peat bogs"]
PLACES = ["in Wales", "at dusk", "after floods", "and frost", "before noon", "of Kent"]


def _merge(topic: str, groups: list[list[str]]) -> MergedThemes:
    titles = {f"W{number}{i}": title for number, group in enumerate(groups) for i, title in enumerate(group)}
    corpus = {work_id: read_abstract(Work(work_id, title, year=2010), "") for work_id, title in titles.items()}
    grouping = Grouping(
        "by hand",
        tuple(Assignment(work_id, int(work_id[1]), 1.0) for work_id in corpus),
        tuple(Group((), 0.1, (f"W{number}0",)) for number in range(len(groups))),
    )
    return keep_topic_groups(MergeMaterial(Plan(topic), corpus, grouping, ()))


def test_groups_as_they_are():
    """Groups of which each has a name of its own are the themes, and every work is kept."""
    merged = _merge("old works", [[f"{matter} {place}" for place in PLACES] for matter in MATTERS])
    assert {theme.label for theme in merged.themes} == set(MATTERS)
    assert {path.action for path in merged.paths} == {"keep"}


def test_one_matter_in_two_groups_is_one_theme():
    """The works of one of the groups are merged into the other; the path of each says so."""
    groups = [[f"{matter} {place}" for place in PLACES] for matter in MATTERS]
    merged = _merge(
        "old works", [*groups, [f"{one} {place} and Mull" for one in ["Tin mines"] for place in PLACES[:4]]]
    )
    assert [len(theme.work_ids) for theme in merged.themes if theme.label == "Tin mines"] == [10]
    assert {path.work_id for path in merged.paths if path.action == "merge"} == {f"W6{i}" for i in range(4)}


def test_a_work_of_another_matter_is_told_there():
    """Its title names the theme that it is in at the end."""
    groups = [[f"{matter} {place}" for place in PLACES] for matter in MATTERS]
    groups[0].append("Tin mines of Cornwall")
    merged = _merge("old works", groups)
    home = next(theme for theme in merged.themes if "W06" in theme.work_ids)
    assert home.label == "Tin mines"
    assert [path.action for path in merged.paths if path.work_id == "W06"] == ["merge"]


def test_what_is_on_the_topic_is_told_first():
    """Before a larger theme on something else; of themes on nothing of it the largest is told first."""
    groups = [[f"{matter} {place}" for place in PLACES] for matter in MATTERS]
    groups[1] = groups[1][:4]
    assert _merge("drove roads", groups).themes[0].label == "Drove roads"
    assert _merge("cold cellars", groups).themes[-1].label == "Drove roads"
