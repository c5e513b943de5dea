"""What is extracted about a study stands on words of its text, and depends on its design."""

from __future__ import annotations

from storage.records.writing import Page
from tasks.analysts.extractive.extraction import extract_data

TRIAL = (
    "Bakers sleep badly. The aim was to test naps in bakers with insomnia. Setting Two village clinics in Kenya. "
    "Eighty-six adults with insomnia were randomly assigned to naps (n = 43) or rest (n = 43) and followed for "
    "two years. Logistic regressions were used. Naps were longer (P < .001)."
)


def _read(title: str, text: str) -> dict[str, str]:
    page = Page("W1", 0, text)
    told = {}
    for one in extract_data(title, [page], []):
        quote = one.quote
        assert text[quote.char_start : quote.char_end] == quote.text
        told[one.field] = one.value
    return told


def test_five_fields_of_a_trial_are_read_each_with_its_quote() -> None:
    """Design, size, people, place and how long; a regression is none of them."""
    assert _read("Naps for bakers", TRIAL) == {
        "design": "randomised trial",
        "n": "86",
        "population": "adults with insomnia",
        "setting": "Two village clinics in Kenya",
        "follow_up": "two years",
        "randomisation": "randomly assigned",
    }


def test_a_review_has_works_and_people_but_neither_place_nor_time() -> None:
    """These are of its studies."""
    text = "We searched PubMed. We included 12 trials of naps, followed for 2 years in Kenya, in nurses with insomnia."
    told = _read("Naps in nurses with insomnia: a systematic review", text)
    assert told == {"design": "systematic review", "n": "12", "population": "nurses with insomnia"}


def test_an_argument_has_a_place_alone() -> None:
    """Nobody was studied, and for no time."""
    told = _read(
        "Bread and power", "This article argues that bread is power. We look at bakeries in Kenya from 2001 to 2010."
    )
    assert told == {"design": "theory or argument", "setting": "Kenya"}


def test_a_study_at_one_time_has_no_follow_up() -> None:
    """However long what it asks of took."""
    text = "We examined associations between naps and mood in 120 women who had napped for 3 years."
    told = _read("Naps and mood", text)
    assert told["design"] == "cross-sectional study"
    assert "follow_up" not in told


def test_a_text_without_a_study_has_none_of_it() -> None:
    """An empty text and one on bread in general."""
    assert _read("", "") == {}
    assert _read("Bread", "Bread is a staple in 40 countries. It has been baked for 8,000 years.") == {}


def test_animals_that_people_were_asked_about_were_not_studied() -> None:
    """Who would pay to see them was."""
    title = "Rest in dogs"
    assert _read(title, "Dogs were seen at rest. We counted 30 dogs.")["population"] == "dogs"
    assert "population" not in _read(title, "Dogs were seen. We asked for the willingness to pay for their rest.")


def test_things_that_a_work_looked_at_are_its_n() -> None:
    """A review names a few works without having read no more."""
    told = _read("Mills and bread", "We tested this across 39 mill sites in Kenya.")
    assert told["n"] == "39"
    few = _read("Mills: an overview", "This review introduces the issue, including 2 papers. Mills are old.")
    assert few == {"design": "review"}


def test_a_place_may_stand_in_the_title_alone() -> None:
    """The sentence nearest to the title is its quote."""
    assert _read("Bakers and bread in Ghana", "Tea is hot. Bakers bake bread.")["setting"] == "Ghana"
