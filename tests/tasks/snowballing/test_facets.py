"""Which works are about which facet of a topic."""

from __future__ import annotations

from tasks.snowballing.facets import assign_facets, names_facet

FACETS = ("finance", "school meals", "borderline personality disorder")


def _about(title: str, abstract: str = "") -> list[str]:
    return [facet for facet, *_ in assign_facets(FACETS, [("W1", title, abstract)])]


def test_title_or_two_mentions_make_a_work_about_a_facet():
    """One mention in passing does not; the adjective of a noun does."""
    assert _about("Financial risk of drought") == ["finance"]
    assert _about("Drought", "Finance is scarce. We ask who finances it.") == ["finance"]
    assert _about("Drought", "We thank those who gave finance.") == []


def test_all_words_of_a_short_facet_and_most_of_a_long_one_are_needed():
    """Half of a pair names something else."""
    assert _about("Meals in hospital") == []
    assert _about("Meals at school") == ["school meals"]
    assert _about("Personality disorder in prison") == ["borderline personality disorder"]
    assert _about("A disorder of sleep") == []


def test_part_of_a_long_facet_without_its_noun_names_something_else():
    """Two words in three are most of it, but what they describe is the third."""
    assert _about("Borderline personality in fiction") == []
    assert _about("Borderline disorder in fiction") == ["borderline personality disorder"]


def test_it_is_told_whether_the_title_names_the_facet():
    """A title counts for more than words of an abstract."""
    texts = [("W1", "Finance of ports", ""), ("W2", "Ports", "Who finances them? Finance is dear.")]
    assert list(assign_facets(FACETS, texts)) == [("finance", "W1", True), ("finance", "W2", False)]


def test_a_title_that_names_no_facet_is_told_apart():
    """Common ground of what cites it is not the topic; where nothing is named, nothing is told apart."""
    assert names_facet(FACETS, "What school meals are for")
    assert not names_facet(FACETS, "Diets of the young")
    assert names_facet((), "Diets of the young")
