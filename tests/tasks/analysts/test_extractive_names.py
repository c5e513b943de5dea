"""Themes get names that tell them apart, made of whole phrases of their works' titles."""

from __future__ import annotations

import dataclasses

import pytest

from storage.records.search import Plan, Work
from storage.records.writing import Theme
from tasks.analysts.extractive.finding_allocation import list_items
from tasks.analysts.extractive.label_holding import list_texts, read_label_terms, share_held, share_of
from tasks.analysts.extractive.label_limits import put_rarer_first
from tasks.analysts.extractive.label_subjects import names_subject
from tasks.analysts.extractive.shared_matters import group_items
from tasks.analysts.extractive.theme_naming import name_themes
from tasks.analysts.extractive.title_phrases import Collocations, content_of, title_phrases
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
    labels = [label for label, _ in name_themes(THEMES)]
    assert labels[0] == "Hair cortisol in pregnancy"
    assert labels[1] == "Body mass index"
    assert "hift work" in labels[2] or "nurses" in labels[2]


@pytest.mark.parametrize("phrase", ["Received lime wash", "Underwent surgery", "Using stone axes"])
def test_what_was_done_to_somebody_is_no_subject(phrase):
    """It is cut from "those who received lime wash"."""
    assert not names_subject(phrase)
    assert names_subject(phrase.split(maxsplit=1)[1])


def test_what_most_works_hold_comes_behind_what_is_rarer_elsewhere():
    """A phrase of over 60% of all works names no theme where another does; alone, it stays."""
    here = [frozenset(stem for phrase in ("green tea", "cold milk") for stem in content_of(phrase))] * 3
    rest = [frozenset(content_of("green tea"))] * 3
    assert put_rarer_first(["green tea", "cold milk"], here, rest) == ["cold milk", "green tea"]
    assert put_rarer_first(["green tea"], here, rest) == ["green tea"]
    assert put_rarer_first(["green tea", "cold milk"], here, rest * 9) == ["cold milk", "green tea"]
    assert put_rarer_first(["cold milk", "green tea"], here, []) == ["cold milk", "green tea"]


def test_two_phrases_name_a_theme_that_none_names_alone():
    """Each holds for a quarter and one or the other for half; they share no word, and no title stands for all."""
    titles = [
        "Stone bridges of Wales",
        "Stone bridges in winter",
        "Drove roads of Wales",
        "Drove roads after floods",
        "Old meanings made new",
    ]
    label = name_themes([_theme(1, titles), THEMES[0]])[0][0]
    assert label in {"Drove roads and stone bridges", "Stone bridges and drove roads"}
    terms = [read_label_terms(title) for title in titles]
    assert [share_of(one, terms) for one in ("stone bridges", "drove roads")] == [0.4, 0.4]
    assert share_of("stone bridges", terms, "drove roads") == 0.8
    assert share_held(label, titles) == 0


def test_a_word_of_the_topic_that_few_works_have_names_a_theme():
    """One that all have does not, and a gerund at the end of a phrase is a noun."""
    titles = ["Night nursing", "Night nursing in towns", "Hair cortisol and night nursing"]
    label = name_themes([dataclasses.replace(_theme(1, titles), plan=Plan("night nursing and hair")), *THEMES])[0][0]
    assert label == "Night nursing"


def test_labels_do_not_differ_by_words_that_tell_nothing():
    """A second theme is not named "treatment of" what the first is named."""
    first = _theme(1, ["Gout at dawn", "Knee gout at dusk", "Knee gout", "Knee gout and lead"])
    second = _theme(2, ["Treatment of knee gout", "Treatment of knee gout by salt water", "Salt water and feet"])
    labels = [label for label, _ in name_themes([first, second, THEMES[2], THEMES[1]])]
    assert labels[0] == "Knee gout"
    assert labels[1] == "Salt water"


def test_what_a_trial_compares_with_names_no_theme():
    """Usual care, control groups and placebo are of any field."""
    assert not any(map(names_subject, ("Usual treatment of gout", "Control group", "Placebo", "Gout care as usual")))
    assert names_subject("Treatment of gout")


def test_a_word_that_says_nothing_of_its_own_names_no_theme():
    """Alone it does not; with another word it may."""
    assert not any(map(names_subject, ("Drug", "Exposures", "Technique")))
    assert names_subject("Drug holidays")


def test_labels_hold_for_half_of_real_works(real_works):
    """All words of a label stand together in half of its theme's titles and abstracts; descriptions cite nothing."""
    works = real_works("van_der_valk_2021", 60)
    themes = [gather(works[i::3], words=("cortisol", "hair", "obesity")) for i in range(3)]
    named = name_themes(themes)
    assert len({label for label, _ in named}) == 3
    for theme, (label, description) in zip(themes, named, strict=True):
        assert share_held(label, list(list_texts(theme.works))) >= 0.5
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
    """A phrase of which only one work speaks is no label; where no phrase is shared, the nearest work's title is."""
    one = "Gemeinsamkeiten evidenzbasierter Behandlungen"
    titles = [one, "Sleep quality of nurses", "Sleep quality in summer", "Headache at dusk"]
    assert name_themes([_theme(1, titles), THEMES[0]])[0][0] == "Sleep quality"
    alone = [one, "Headache at dusk", "Noise in towns"]
    assert name_themes([_theme(1, alone), THEMES[0]])[0][0] in alone


def test_a_title_that_states_a_result_names_no_theme_where_another_does():
    """What one work found, the others may not have: a nearer title that says so is passed over."""
    stated = "Night work of young nurses is associated with headache at dusk"
    titles = [stated, "Cold hands", "Warm feet", "Dry eyes"]
    assert name_themes([_theme(1, titles), THEMES[0]])[0][0] in titles[1:]


def test_labels_name_no_design_time_or_spelling_twice():
    """A design, a follow-up time or people alone are no label, capitals of titles go, and one spelling is shown."""
    designs = ["MINIMUM 2-YEAR FOLLOW-UP OF KNEE CARTILAGE IN PATIENTS", "KNEE CARTILAGE AT MINIMUM 2-YEAR FOLLOW-UP"]
    assert name_themes([_theme(1, designs), THEMES[0]])[0][0] == "Knee cartilage"
    spelled = ["Gambling behaviour in towns", "Gambling behavior at work", "Gambling behaviour at night"]
    assert name_themes([_theme(1, spelled), THEMES[0]])[0][0].startswith("Gambling behaviour")


def test_names_keep_the_capital_that_running_text_gives_them():
    """Words are written as inside sentences: names with a capital, others without, acronyms as they are."""
    text = "We measured the growth of Baltic cod near the coast and saw Baltic cod decline by mtDNA in winter."
    works = tuple(
        read_abstract(Work(f"W{i}", title, year=2010, abstract=text), text)
        for i, title in enumerate(["Baltic Cod and mtDNA", "Decline of Baltic Cod"])
    )
    theme = ThemeMaterial(PLAN, Theme("t1", "", "", (), 0.1, ("W0", "W1"), ("W0",), "t"), works)
    assert "Baltic cod" in name_themes([theme, THEMES[0]])[0][0]


def test_an_acronym_is_spelled_out_and_one_of_the_topic_names_no_theme():
    """By the words with which the works themselves explain it; what is said of any subject is no label either."""
    tail = "Patients were seen for a year."
    titles = ["CBT for insomnia", "Group CBT and insomnia", "CBT in primary care"]
    texts = [f"We offered cognitive behavioural therapy (CBT). {tail} {title}." for title in titles]
    assert name_themes([_read(1, titles, texts), THEMES[0]])[0][0].startswith("Cognitive behavioural therapy")
    few = [texts[0], tail, tail]
    assert name_themes([_read(1, titles, few), THEMES[0]])[0][0].startswith("CBT")
    own = ["HCS at dawn", "HCS at noon", "HCS at dusk"]
    hidden = [f"We measured hair cortisol stress (HCS) {title[4:]}. {tail}" for title in own]
    assert name_themes([_read(1, own, hidden), THEMES[0]])[0][0] != "HCS"
    empty = ["Human hair, night sleep", "Human hair, men, night sleep", "Human hair, age, night sleep"]
    assert name_themes([_theme(1, empty), THEMES[1]])[0][0] == "Night sleep"


def _read(number: int, titles: list[str], texts: list[str]) -> ThemeMaterial:
    theme = _theme(number, titles)
    works = tuple(
        read_abstract(dataclasses.replace(work.work, abstract=text), text)
        for work, text in zip(theme.works, texts, strict=True)
    )
    return dataclasses.replace(theme, works=works)


def test_who_paid_is_not_what_a_work_is_about():
    """A funder in brackets or after "Funding:" is left out; a work on funding is read to its end."""
    paid = "Nurses slept less. (Funded by Hoffmann-La Roche; number, NCT02622321.)"
    stated = "Nurses slept less. Funding: Hoffmann-La Roche."
    about = "Conservation funding of forests by Hoffmann-La Roche rose."
    texts = [next(list_texts(_read(1, ["Hair"], [text]).works)) for text in (paid, stated, about)]
    assert [share_held("Hoffmann-La Roche", [text]) for text in texts] == [0, 0, 1]
    assert all("slept less" in text for text in texts[:2])


def test_the_journal_that_works_appeared_in_names_no_theme():
    """Its name may stand in their records often enough; of works that did not appear in it it is a name like others."""
    theme = _theme(
        1, ["Hay of Grass and Soil, volume 4", "Grass and Soil 7: meadows", "Upland farms in Grass and Soil"]
    )
    works = [
        dataclasses.replace(one, work=dataclasses.replace(one.work, venue="Grass and Soil")) for one in theme.works
    ]
    other = _theme(2, ["Hair cortisol in pregnancy", "Stress in pregnancy"])
    assert name_themes([theme, other])[0][0] == "Grass and soil"
    assert name_themes([dataclasses.replace(theme, works=tuple(works)), other])[0][0] != "Grass and soil"


def test_what_holds_for_most_of_the_others_names_no_theme_where_another_phrase_does():
    """A phrase of every work of a theme that half of the rest share as well gives way to one of the theme's own."""
    night = _theme(1, ["Sleep loss and night shifts", "Sleep loss after night shifts", "Night shifts and sleep loss"])
    rest = _theme(2, ["Sleep loss and coffee", "Coffee and sleep loss", "Coffee at work"])
    assert "ight shifts" in name_themes([night, rest])[0][0]


def test_a_word_of_any_study_or_of_people_is_no_matter_that_themes_share():
    """What any work is about names nothing: "future", "patients"; a phrase with a word of a subject does."""
    assert [names_subject(one) for one in ("future", "patients", "body mass index")] == [False, False, True]


def test_what_any_work_may_deal_with_gathers_no_findings():
    """Findings are set side by side by what they are on, not by "treatment" or "follow-up" alone."""
    titles = [f"Treatment and follow-up of {one}" for one in ("gout", "mumps", "croup", "scurvy")]
    texts = [f"Treatment for {one} took a week. The treatment of {one} cost more." for one in ("a", "b", "c", "d")]
    items = list_items(_read(1, titles, texts).works, "finding", "background")
    assert not {"treatment", "follow-up"} & {matter for matter, _ in group_items(items, "salt")[0]}
