"""What works must show of a phrase before it may name them."""

from __future__ import annotations

import pytest

from storage.records.search import Plan, Work
from storage.records.writing import Theme
from tasks.analysts.extractive.label_evidence import (
    is_borne_out,
    is_denied,
    is_in_titles,
    is_negated,
    is_printed,
    is_scattered,
    leans_on_noun,
    opens_with_verb,
    share_needed,
)
from tasks.analysts.extractive.label_subjects import names_subject
from tasks.analysts.extractive.theme_naming import name_themes
from tasks.analysts.protocol import ThemeMaterial
from tests.tasks.analysts.conftest import read_abstract


def _label(topic: str, *themes: list[tuple[str, str]]) -> list[tuple[str, str]]:
    made = []
    for number, told in enumerate(themes):
        works = tuple(
            read_abstract(Work(f"W{number}{i}", title, year=2010, abstract=abstract), abstract)
            for i, (title, abstract) in enumerate(told)
        )
        ids = tuple(work.work.work_id for work in works)
        made.append(ThemeMaterial(Plan(topic), Theme(f"t{number}", "", "", (), 0.1, ids, ids[:1], "t"), works))
    return name_themes(made)


OTHERS = [("Copper mines of Wales", ""), ("Copper mines at dusk", ""), ("Mines without lamps", "")]


def test_the_stem_of_another_word_is_not_the_word():
    """Three works say "ecological" and "ecology", one "ecologists"; an offset and offsetting are one word."""
    texts = ["Ecological ruins.", "The ecology of ruins.", "Ecological walls.", "Ecologists on walls."]
    assert not is_printed("ecologists", texts)
    assert is_printed("ecological walls", texts)
    assert is_printed("bridge offsets", ["Offset a bridge.", "Offsetting bridges.", "Bridge offset."])


def test_words_that_stand_apart_are_no_phrase():
    """Two words side by side in one of ten works are two words; a preposition may be said otherwise."""
    texts = ["Social mills change.", *(f"Change of mills at social halls {i}." for i in range(9))]
    assert is_scattered("social change", texts)
    assert not is_scattered("change of social", texts)
    assert not is_scattered("social halls", texts)
    assert not is_scattered("mills", texts)


@pytest.mark.parametrize(
    "title", ["Mills without lamps", "Mills without old oil lamps", "On non-lamps", "No lamps in mills"]
)
def test_what_a_title_denies_is_denied(title):
    """Whatever stands before the noun that the phrase ends in."""
    assert is_denied("mills with lamps", ["Lamps in mills", title])
    assert not is_denied("lamps in mills", ["Lamps in mills", "Lamps without oil"])


def test_a_phrase_that_is_mostly_said_with_no_is_told_with_it():
    """No net loss is not net loss."""
    assert is_negated("net loss", ["No net loss of mills.", "On no net loss.", "A net loss."])
    assert not is_negated("net loss", ["No net loss.", "Net loss.", "A net loss."])
    assert not is_negated("net loss", ["Mills."])
    own = [("No net loss of mills", ""), ("Mills and no net loss", ""), ("Towards no net loss in May", "")]
    assert _label("mills and copper", own, OTHERS)[0][0] == "No net loss"


def test_a_verb_opens_no_name():
    """One that texts have after "to" or "can"; what is always a noun does not count, nor does a word alone."""
    texts = ["They mitigate impacts.", "To mitigate impacts of floods.", "Mills can mitigate impacts."]
    assert opens_with_verb("mitigate impacts", texts)
    assert not opens_with_verb("flood impacts", ["Flood impacts.", "Flood impacts in May.", "To end flood impacts."])
    assert not opens_with_verb("mitigate", texts)


def test_what_a_noun_always_follows_is_cut():
    """The value of stone bridges is no value of stone."""
    texts = ["The value of stone bridges.", "On the value of stone walls in May.", "Value of stone mills."]
    assert leans_on_noun("value of stone", texts)
    assert not leans_on_noun("stone bridges", ["Stone bridges fell.", "Stone bridges in May.", "Old stone bridges."])
    assert not leans_on_noun("stone", texts)


def test_a_place_names_works_that_are_nearly_all_on_it():
    """Whether it is written with a capital in the phrase or only in the works."""
    assert share_needed("australia", ["Mills in Australia."]) == 0.8
    assert share_needed("Mills of Kenya", []) == 0.8
    assert share_needed("mills", ["Mills in Australia."]) == 0.5
    own = [
        (f"Water mills {where}", "") for where in ("in Peru", "of Peru", "and Peru", "at dawn", "and frost", "in May")
    ]
    assert _label("copper", own, OTHERS)[0][0] == "Water mills"


def test_titles_and_what_is_cited_most_bear_a_name_out():
    """A fifth of the titles and two of the first three works; two titles in five are many."""
    titles = [frozenset(["mill"]), frozenset(["mill"]), *[frozenset(["road"])] * 8]
    assert is_borne_out("mills", titles, titles)
    assert not is_borne_out("mills", titles, titles[::-1])
    assert not is_borne_out("mills", [*titles, *titles[2:]], titles)
    assert is_in_titles("roads", titles)
    assert not is_in_titles("mills", titles)


def test_what_the_founding_works_lack_names_no_theme():
    """Lamp oil is told by half of the works, but by none of those that are cited most."""
    old = [(f"Stone mills {where}", "Stone mills ground rye.") for where in ("at dusk", "in May", "of Kent")]
    new = [
        (f"Lamp oil in {where}", "Lamp oil lit stone mills.") for where in ("barns", "halls", "sheds", "lofts", "huts")
    ]
    assert _label("copper", [*old, *new], [*OTHERS * 4, *[("Stone mills", "")] * 2])[0][0] == "Stone mills"


def test_a_code_of_the_topic_says_no_more_than_the_topic():
    """AB12 is copper: what says more is the name, though fewer works have it."""
    own = [
        (f"Copper (AB12) {where}", "Of the stone walls. It has AB12 in the rain.")
        for where in ("at dusk", "in May", "of Kent")
    ]
    own.append(("AB12 in barns", "Copper."))
    rest = [("Copper roads", ""), ("Roads of copper at dusk", ""), ("Copper roads in May", "")]
    assert _label("copper in wells", own, rest)[0][0] == "Stone walls"


@pytest.mark.parametrize("phrase", ["Inclusion criteria", "Adverse events", "Treatment conditions"])
def test_what_any_study_reports_of_itself_is_no_subject(phrase):
    """Though most works of a theme may say it."""
    assert not names_subject(phrase)
    assert names_subject("Rye conditions")


def test_names_of_places_keep_their_capitals_and_titles_lose_theirs():
    """In the sentence on a theme as in its label; a hyphen between words in title case makes no name."""
    own = [
        (f"Salt-Tax in {place}", "They paid the salt-tax in Wales.") for place in ("Wales", "Wales at dusk", "Wales")
    ]
    label, description = _label("copper", own, [("Copper mines", ""), ("Mines of copper", "")])[0]
    assert "Tax" not in label
    assert "wales" not in description
