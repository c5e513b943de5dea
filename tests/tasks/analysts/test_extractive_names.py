"""Themes get names that tell them apart, made of whole phrases of their works' titles."""

from __future__ import annotations

import dataclasses

from storage.records.search import Plan, Work
from storage.records.writing import Theme
from tasks.analysts.extractive.theme_naming import Collocations, name_themes, title_phrases
from tasks.analysts.protocol import ThemeMaterial
from tests.tasks.analysts.conftest import gather, read_abstract

PLAN = Plan("hair cortisol and stress")


def _theme(number: int, titles: list[str]) -> ThemeMaterial:
    works = tuple(read_abstract(Work(f"W{number}{i}", title, year=2010), "") for i, title in enumerate(titles))
    ids = tuple(work.work.work_id for work in works)
    return ThemeMaterial(PLAN, Theme(f"t{number}", "", "", (), 0.1, ids, ids[:1], "t"), works)


THEMES = [
    _theme(1, ["Hair cortisol in pregnancy", "Stress and hair cortisol in pregnancy", "Hair cortisol after birth"]),
    _theme(
        2, ["Hair cortisol and body mass index", "Body mass index in children", "Childhood obesity and body mass index"]
    ),
    _theme(3, ["Hair cortisol of nurses", "Shift work and hair cortisol in nurses", "Shift work and stress"]),
]


def test_labels_say_what_tells_a_theme_from_the_others():
    """No label is made of the topic alone, no two are alike, and each has what only its theme's titles hold."""
    labels = [label.lower() for label, _ in name_themes(THEMES)]
    assert "pregnancy" in labels[0]
    assert "body mass index" in labels[1]
    assert "shift work" in labels[2] or "nurses" in labels[2]
    assert all(2 <= len(label.split()) <= 6 for label in labels)


def test_labels_are_title_phrases_of_real_works(real_works):
    """Every word of a label but "and" and "in" stands in a title of its theme; descriptions cite nothing."""
    works = real_works("van_der_valk_2021", 60)
    themes = [gather(works[i::3], words=("cortisol", "hair", "obesity")) for i in range(3)]
    named = name_themes(themes)
    assert len({label for label, _ in named}) == 3
    for theme, (label, description) in zip(themes, named, strict=True):
        titles = " ".join(work.work.title for work in theme.works).lower().split()
        assert all(word in " ".join(titles) for word in label.lower().split() if word not in {"and", "in"})
        assert description.endswith(".")
        assert "@" not in description


def test_themes_with_the_same_titles_still_get_names_of_their_own():
    """Even where nothing tells two themes apart, their labels differ."""
    twins = [dataclasses.replace(THEMES[0]) for _ in range(3)]
    assert len({label for label, _ in name_themes(twins)}) == 3


def test_fixed_terms_are_not_cut_and_prepositions_are_kept():
    """A phrase never ends inside a term whose words go together, and may hold one preposition."""
    title = "Perceived stress in nurses and body mass index"
    phrases = title_phrases(title, Collocations.of([title, "Body mass index of adults", "Stress at work", "Nurses"]))
    assert "perceived stress in nurses" in phrases
    assert "body mass index" in phrases
    assert not {"body mass", "mass index"} & set(phrases)


def test_a_theme_is_not_named_after_one_of_its_works():
    """A phrase of which only one work speaks names the theme only where no other phrase is left."""
    one = "Gemeinsamkeiten evidenzbasierter Behandlungen"
    titles = [one, "Sleep quality of nurses", "Sleep quality in summer", "Headache at dusk"]
    label, _ = name_themes([_theme(1, titles), THEMES[0]])[0]
    assert label == "Sleep Quality"
    alone = [_theme(1, [one, "Headache at dusk"]), THEMES[0]]
    assert name_themes(alone)[0][0].startswith("Gemeinsamkeiten")
