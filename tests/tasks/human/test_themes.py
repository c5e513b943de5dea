"""Themes as a person leaves them: renamed, merged, dropped; every work stays in one, and its path says why."""

from __future__ import annotations

import dataclasses

import pytest

from storage.records.search import Plan, Work
from storage.records.writing import ReadWork, Summary, Theme, ThemePath
from tasks.human.forms import read_answer
from tasks.human.themes import ask_for_themes, revise_themes

SUBJECTS = {"W1": "stress of nurses", "W2": "stress of pupils", "W3": "obesity of boys", "W4": "sleep of boys"}
CORPUS = {
    name: ReadWork(Work(name, title), name.lower(), Summary(name, "", "", "", (), "", (), "title"))
    for name, title in SUBJECTS.items()
}
VECTORS = {"W1": (1.0, 0.0, 0.0), "W2": (1.0, 0.0, 0.0), "W3": (0.0, 1.0, 0.0), "W4": (0.3, 0.9, 0.0)}
STRESS = Theme("a1", "Stress", "About stress.", ("stress",), 0.5, ("W1", "W2"), ("W1",), "made", (), "Sleep: shares.")
OBESITY = Theme("b2", "Obesity", "About weight.", ("obesity",), 0.5, ("W3",), ("W3",), "made", (), "Stress: causes.")
SLEEP = Theme("c3", "Sleep", "About sleep.", ("sleep",), 0.5, ("W4", "W1"), ("W4",), "made")
THEMES = (STRESS, OBESITY, SLEEP)
PATHS = tuple(
    ThemePath(work, theme.theme_id, 0, 1, "bridge" if theme is SLEEP and work == "W1" else "keep", "Whole.")
    for theme in THEMES
    for work in theme.work_ids
)


def revise(**changed: str):
    return revise_themes(THEMES, PATHS, changed, CORPUS, VECTORS)


def test_a_form_sent_back_as_it_is_changes_nothing():
    """Each theme has a field with its name; what is told acts as no markup."""
    themes = (dataclasses.replace(STRESS, label="Stress  <b>"), OBESITY, SLEEP)
    form = ask_for_themes(Plan("Hair"), "edition", themes, CORPUS)
    assert [field.name for field in form.fields] == ["a1", "b2", "c3"]
    assert read_answer(form, {field.name: field.default for field in form.fields}).values == {}
    assert "<b>" not in form.description


def test_renaming_keeps_everything_else():
    """Also what other themes say of it, which is told under the new name."""
    revised = revise(a1="Strain")
    assert revised.themes[:2] == (
        dataclasses.replace(STRESS, label="Strain", source="made; revised by a person"),
        SLEEP,
    )
    assert revised.themes[2] == dataclasses.replace(OBESITY, relationships="Strain: causes.")
    assert sorted(map(str, revised.paths)) == sorted(map(str, PATHS))


def test_merging_joins_works_and_words():
    """Two themes of one name, whatever its case, are one with the works of both, each once, and a path that tells."""
    revised = revise(c3="stress")
    merged = revised.themes[0]
    assert (merged.label, set(merged.work_ids)) == ("Stress", {"W1", "W2", "W4"})
    assert merged.description == "About stress. About sleep."
    assert merged.theme_id not in {"a1", "c3"}
    steps = [path for path in revised.paths if path.theme_id == merged.theme_id]
    assert [(path.work_id, path.action) for path in steps] == [("W1", "merge"), ("W2", "merge"), ("W4", "merge")]
    assert steps[0].reason == "A person merged the themes 'Stress' and 'Sleep'."


def test_works_of_a_dropped_theme_go_to_the_nearest():
    """W4 is nearest to obesity; W1 is in another theme already and stays there; what was said of the theme is gone."""
    revised = revise(c3="")
    assert {theme.label: set(theme.work_ids) for theme in revised.themes} == {
        "Stress": {"W1", "W2"},
        "Obesity": {"W3", "W4"},
    }
    assert next(theme for theme in revised.themes if theme.label == "Stress").relationships == ""
    (step,) = [path for path in revised.paths if path.work_id == "W4"]
    assert (step.action, step.reason) == ("leftover", "A person dropped the theme 'Sleep'; this one is nearest.")


def test_one_theme_stays():
    """Works have to be somewhere: where every theme is dropped the first takes them all."""
    revised = revise(a1="", b2="", c3="")
    assert [(theme.label, set(theme.work_ids)) for theme in revised.themes] == [("Stress", set(SUBJECTS))]


@pytest.mark.parametrize("changed", [{"a1": "Strain"}, {"a1": "Sleep"}, {"b2": ""}, {"a1": "", "b2": ""}])
def test_every_work_has_a_theme_and_a_path_into_it(changed):
    """Whatever a person does, nothing is lost and nothing is told twice."""
    revised = revise(**changed)
    members = {(work, theme.theme_id) for theme in revised.themes for work in theme.work_ids}
    assert {work for work, _ in members} == set(SUBJECTS)
    assert sorted((path.work_id, path.theme_id) for path in revised.paths) == sorted(members)
