"""Results counted and told: of what on what, harms with them, and nobody said to say that he says."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from storage.records.search import Author, Plan, Work
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.extractive.brief_results import find_contrary, list_brief, say_way
from tasks.analysts.extractive.clear_results import has_figure, is_result, is_weighty
from tasks.analysts.extractive.finding_allocation import list_items
from tasks.analysts.extractive.statements import read_statement
from tasks.analysts.extractive.themes_in_turn import choose_on_topic
from tasks.analysts.protocol import ReviewMaterial
from tests.tasks.analysts.conftest import gather, read_abstract

ANALYST = ExtractiveAnalyst()


def _read(number: int, text: str):
    work = Work(f"W{number}", f"Gloves in kitchens, part {number}", year=2000 + number, authors=(Author("A Cook"),))
    return read_abstract(work, text)


def _write(*texts: str, words: int = 600) -> str:
    theme = gather([_read(number, text) for number, text in enumerate(texts, 1)], "Gloves")
    return ANALYST.write_theme(theme, ANALYST.analyse_theme(theme), words).markdown


def _discuss(*texts: str, label: str = "Gloves") -> str:
    theme = gather([_read(number, text) for number, text in enumerate(texts, 1)], label)
    review = ReviewMaterial(Plan("gloves in kitchens"), (theme,), (ANALYST.analyse_theme(theme),), {})
    return ANALYST.write_discussion(review, 900).markdown


def test_works_on_one_outcome_are_set_side_by_side_with_what_they_relate_it_to():
    """Exposure and outcome are named, each direction has its works, and nothing is counted that names neither."""
    told = _discuss(
        "Gloves reduced burns in most kitchens. The kitchens were large.",
        "Burns were not associated with age. The cooks were tired.",
        "Night shifts were associated with more burns. Some cooks left.",
        "Salt was found in the soup and it was cold.",
    )
    assert (
        "Under “Gloves”, three works report on burns: more with night shifts [@keyW3], fewer with gloves [@keyW1] and "
        "no association with age [@keyW2]." in told
    )
    assert "affirm" not in told


def test_a_theme_is_named_once_for_its_outcomes():
    """A further sentence says "there"."""
    told = _discuss(
        "Gloves reduced burns in most kitchens.",
        "Night shifts were associated with more burns.",
        "Gloves increased waist circumference in cooks.",
        "Night shifts were associated with smaller waist circumference in cooks.",
    )
    assert told.count("Under “Gloves”, two works report on") == 1
    assert "There, two works report on" in told


@pytest.mark.parametrize(
    ("outcome", "way"),
    [
        ("rim sizes", "larger"),
        ("rim measures", "higher"),
        ("BMI", "higher"),
        ("length of stay", "longer"),
        ("burns", "more"),
    ],
)
def test_more_is_said_as_the_outcome_asks_for(outcome, way):
    """What has a size is larger, what is a level higher, what lasts longer."""
    assert say_way("+", outcome) == way


def test_a_label_with_braces_is_text():
    """A title in LaTeX, as a label may be, is no field to fill."""
    burns = ("Gloves reduced burns in most kitchens.", "Night shifts were associated with more burns.")
    assert r"Under “Burns at \{T\}”, two works report on burns:" in _discuss(*burns, label="Burns at {T}")


def test_one_work_on_an_outcome_is_no_tally():
    """A sum takes two works."""
    assert "report on" not in _discuss("Gloves reduced burns in most kitchens.", "Age was not associated with sleep.")


def test_a_result_against_all_others_on_its_outcome_is_told_apart():
    """Two works that point opposite ways are both contrary, those that agree are not, nor is no difference."""

    def find(*texts: str) -> set[str]:
        results = list_brief([_read(number, text) for number, text in enumerate(texts, 1)])
        contrary = find_contrary(results)
        return {one.work.citekey for one in results if one.finding.finding_id in contrary}

    fewer, more = "Gloves reduced burns in most kitchens.", "Night shifts were associated with more burns."
    assert find(fewer, "Mittens reduced burns in most bakeries.", more) == {"keyW3"}
    assert find(fewer, more) == {"keyW1", "keyW2"}
    assert find(fewer, "Burns were not associated with age.") == set()


def test_the_abstract_tells_of_a_theme_only_what_is_on_the_topic():
    """A result beside the point, or one that needs what stands around it, is left out."""

    def abridge(*texts: str) -> str:
        theme = gather([_read(number, text) for number, text in enumerate(texts, 1)], "Gloves")
        review = ReviewMaterial(Plan("gloves in kitchens"), (theme,), (ANALYST.analyse_theme(theme),), {})
        return ANALYST.write_abstract(review, 200).markdown

    beside = "Salt was found to be higher in soup than in bread."
    assert "gloves reduced burns" in abridge("Gloves reduced burns in most of the large kitchens.", beside).lower()
    assert "Under “" not in abridge(beside, "Gloves reduced burns in most large kitchens (Fig 2).")
    no_harm = "Gloves reduced burns in most of the large kitchens and were safe and well tolerated."
    assert "well tolerated" in abridge(no_harm, beside)
    assert "well tolerated" not in abridge(no_harm, f"{beside} Two participants died during the study of gloves.")


def test_harms_are_told_by_theme_with_how_many_works_state_them():
    """Sentences with figures come first; what is told and what is cited add up to the count."""
    part = _write(
        "Gloves reduced burns in most kitchens. Rashes are common. Adverse events were reported by 12 of 80 cooks.",
        "Mittens reduced burns in a bakery. No serious adverse events occurred in the bakery.",
        "Masks reduced coughing in mills and were well tolerated by millers.",
        "Salt was found to be higher in soup than in bread.",
    ).partition("### Harms")[2]
    assert part.strip().startswith("Three of the four works of this theme state harms, or that there were none.")
    assert "12 of 80 cooks [@keyW1]" in part
    assert "no serious adverse events occurred" in part.lower()
    counted = re.search(r"One further work does so too \[@keyW3\]", part)
    assert counted
    assert "### Harms" not in _write("Gloves reduced burns in most kitchens.")


def test_the_gravest_harm_of_a_work_is_told_first_and_a_second_with_it():
    """Three are stated; that gloves were tolerated well is the one left out."""
    part = _write(
        "Gloves reduced burns in most kitchens. Gloves were well tolerated by 70 of 80 cooks. Adverse events were "
        "reported by 12 of 80 cooks. Two participants died during the study of gloves."
    ).partition("### Harms")[2]
    assert 0 < part.find("died during") < part.find("12 of 80")
    assert "tolerated" not in part


@pytest.mark.parametrize(
    ("text", "kind", "stated"),
    [
        ("We found that our results show that gloves reduced burns.", "reported", "Gloves reduced burns."),
        ("This study shows that it was found that mittens reduced severe burns.", "reported", "Mittens reduced severe"),
        ("We found that gloves reduced burns in most kitchens.", "reported", "Gloves reduced burns in most kitchens."),
    ],
)
def test_who_says_it_is_said_once(text, kind, stated):
    """A saying within a saying is left out, so that nobody finds that he found."""
    statement = read_statement(text)
    if len(stated.split()) >= 5:
        assert (statement.kind, statement.text[: len(stated)]) == (kind, stated)
    assert "results show" not in statement.text or statement.kind == "quoted"


def test_conclusions_hold_results_alone():
    """Amounts, times, aims and the state of one group are none."""
    for told in ("Gloves reduced burns in kitchens.", "Burns were rarer with gloves than with mittens."):
        assert is_result(told)
    for other in (
        "The mean dose of salt was 8 mg a day.",
        "Follow-up took place at 78 weeks.",
        "To accomplish this, cooks need gloves.",
        "The percentages of cooks with burns were 52% and 29% respectively.",
        "Salt is given in combination with pepper.",
    ):
        assert not is_result(other), other


def test_a_result_that_sets_groups_apart_comes_before_methods_and_before_what_only_was():
    """Of a work the result that relates or measures is told; where there is little room, methods give way to it."""
    found = [
        f"Methods: Kitchen {n} was chosen by a randomised trial of {n} ovens. Results: Cooks of town {n} were content "
        f"in general. Burns were {n}9% fewer with gloves of kind {n} than with mittens."
        for n in range(2, 9)
    ]
    told = _write(*found, words=120)
    assert all(f"gloves of kind {n} than" in told for n in range(2, 9))
    assert "content" not in told
    assert "was chosen" not in told
    assert "without a result told" not in told


@pytest.mark.parametrize(
    ("text", "weighty"),
    [
        ("Gloves lowered burns by 30% in all kitchens.", True),
        ("The model adequately predicted the time to the next burn.", False),
        ("A trend towards fewer burns was observed with gloves.", False),
        ("In the second patient, burns healed within a week.", False),
    ],
)
def test_no_trend_or_fit_of_a_model_stands_for_a_field(text, weighty):
    """What only tended, how well a model fits and single cases are no results for an abstract."""
    assert is_weighty(text) == weighty


def test_the_abstract_of_a_topic_on_people_tells_no_result_of_animals():
    """Where the topic names patients, what was found in rats or in glass is left to the themes."""
    texts = (
        "Gloves reduced burns in rats by 60%.",
        "Results: Gloves reduced burns by 20% in 40 patients.",
    )
    theme = gather([_read(number, text) for number, text in enumerate(texts, 1)], "Gloves")
    for topic, animal in (("gloves in patients", False), ("gloves and burns", True)):
        plan = Plan(topic)
        theme_on = replace(theme, plan=plan, works=theme.works[:1] if animal else theme.works)
        review = ReviewMaterial(plan, (theme_on,), (ANALYST.analyse_theme(theme_on),), {})
        assert ("in rats" in ANALYST.write_abstract(review, 250).markdown) == animal


def test_conclusions_and_gaps_speak_of_the_topic_alone():
    """A finding or an open matter of a work that names nothing of the topic is left to its theme."""
    topic = Plan("gloves in kitchens")
    texts = [
        f"Sleep was longer in town {n} than in village {n}. Further studies of sleep are needed." for n in range(9)
    ]
    works = [replace(_read(n, text), work=Work(f"W{n}", "Sleep in towns", year=2000)) for n, text in enumerate(texts)]
    found = [_read(n + 20, f"Gloves of kind {n} led to fewer burns than mittens. Burns fell.") for n in range(9)]
    theme = replace(gather([*works, *found], "Gloves"), plan=topic)
    review = ReviewMaterial(topic, (theme,), (ANALYST.analyse_theme(theme),), {})
    assert "leep are needed" not in ANALYST.write_theme(theme, review.analyses[0], 900).markdown
    is_on_topic = choose_on_topic(review)
    assert {is_on_topic(item) for item in list_items(works, "finding")} == {False}
    assert {is_on_topic(item) for item in list_items(found, "finding")} == {True}


def test_a_figure_in_brackets_says_not_how_large_a_result_is():
    """How a group was bounded is no size."""
    assert has_figure("Gloves lowered burns by 30% in kitchens.")
    assert not has_figure("Age and low use (under 75% of days) were related to burns.")
