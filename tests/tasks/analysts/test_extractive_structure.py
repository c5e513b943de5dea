"""Structure and language without a model: what words and citations decide is found, nothing is worded."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.records.search import Plan
from storage.records.writing import Claim
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.extractive.relations import measure_containment, shingle
from tasks.analysts.extractive.section_editing import clean_text
from tasks.revision.constraints import object_to_editing, object_to_rewriting
from tasks.revision.issues import EditMaterial, Issue, SpanMaterial, StructureMaterial, cut_spans
from tasks.revision.paragraphs import StandingSection, number_paragraphs

ANALYST = ExtractiveAnalyst()
OPENING = "This review is about hair cortisol and what it tells of long-term stress in people who work by night."
NIGHT = (
    "Nurses who worked rotating night shifts had higher hair cortisol than nurses who worked by day in one hospital "
    "[@smith2015hair]. The difference of 12 percent was seen in women and in men alike [@smith2015hair]."
)
GUARDS = (
    "Security guards on night duty did not differ from those on day duty in hair cortisol, whatever their years of "
    "service and whatever the season of the year was [@wong2017night]."
)
CHILDREN = (
    "Children whose parents reported strain at home had higher hair cortisol at the age of six, and again two years "
    "later when they were seen at school [@lee2018child]."
)
THEMES = {"theme:a": ("smith2015hair", "wong2017night"), "theme:b": ("lee2018child", "kim2019school")}


def _describe(**texts: str) -> StructureMaterial:
    """Return a review of sections a and b (themes) and others, each with the claims of its sentences."""
    sections = [
        StandingSection(name if name == "introduction" else f"theme:{name}", 1, name, text)
        for name, text in texts.items()
    ]
    return StructureMaterial(
        Plan("T"), number_paragraphs(sections), {s.section_id: s.heading for s in sections}, THEMES
    )


def _find(**texts: str) -> list[tuple[str, tuple[int, ...], int | None]]:
    return [(one.kind, one.paragraphs, one.move_after) for one in ANALYST.diagnose_structure(_describe(**texts))]


def test_a_review_in_order_has_no_issue() -> None:
    """Paragraphs of the same theme share words and works without saying the same."""
    material = _describe(introduction=OPENING, a=f"{NIGHT}\n\n{GUARDS}", b=CHILDREN)
    assert ANALYST.diagnose_structure(material) == ()
    assert ANALYST.judge_coherence(material).score == 1.0


def test_what_the_review_counts_of_each_theme_is_no_repetition() -> None:
    """Openings of themes share their wording; with other numbers none repeats the other."""
    counts = (
        "This theme brings together {} works published between 2014 and {}. Topics that recur in their titles and "
        "abstracts are hair cortisol, night shifts and nurses at work in one of the hospitals of the town."
    )
    apart = counts.format(16, 2021), counts.format(11, 2020)
    assert _find(introduction=OPENING, a=f"{apart[0]}\n\n{NIGHT}", b=f"{apart[1]}\n\n{CHILDREN}") == []
    assert _find(introduction=OPENING, a=f"{apart[0]}\n\n{NIGHT}", b=f"{apart[0]}\n\n{CHILDREN}") != []


def test_counts_of_other_works_by_design_are_no_repetition() -> None:
    """Of one theme and of another; the works of one counted twice are."""
    told = (
        "By title and abstract, two works of this theme are cross-sectional studies of wards of a town [@{0}1; @{0}2] "
        "and one work is a systematic review of all that was found on guards and on nurses at work in towns [@{0}3]."
    )
    ones, others = told.format("ames"), told.format("beck")
    assert _find(introduction=OPENING, a=f"{NIGHT}\n\n{ones}", b=f"{CHILDREN}\n\n{others}") == []
    assert _find(introduction=OPENING, a=f"{NIGHT}\n\n{ones}", b=f"{CHILDREN}\n\n{ones}") != []


def test_what_sums_up_several_themes_is_no_repetition_of_one() -> None:
    """Merged into a theme, it would bring the works of others there."""
    both = f"{GUARDS} {CHILDREN}"
    assert _find(introduction=OPENING, a=f"{NIGHT}\n\n{GUARDS}", b=f"{CHILDREN}", z=both) == []


def test_a_paragraph_told_twice_stays_where_its_theme_is() -> None:
    """With more than 60% of its runs of words in the other, word for word or not; the copy at home is named first."""
    near = GUARDS.replace("whatever the season of the year was", "in every season")
    assert _find(introduction=f"{OPENING}\n\n{near}", a=f"{NIGHT}\n\n{GUARDS}") == [
        ("redundant_paragraphs", (4, 2), None)
    ]
    assert _find(a=f"{GUARDS}\n\n{NIGHT}\n\n{GUARDS}") == [("redundant_paragraphs", (1, 3), None)]


def test_a_paragraph_with_other_numbers_or_works_is_not_told_twice() -> None:
    """The same words of another measurement are another finding."""
    other = NIGHT.replace("12 percent", "9 percent").replace("smith2015hair", "wong2017night").replace("one", "a")
    assert _find(a=f"{NIGHT}\n\n{other}") == []


def test_a_paragraph_whose_works_are_all_of_another_theme_is_moved_there() -> None:
    """Behind the paragraph there that shares most with it; one work of its own theme keeps it where it is."""
    home = "Pupils were followed through the school years [@kim2019school]."
    near = "Hair cortisol of children at the age of six was related to strain at home [@lee2018child]."
    assert _find(a=f"{NIGHT}\n\n{CHILDREN}", b=f"{home}\n\n{near}") == [("orphaned_content", (2,), 4)]
    mixed = CHILDREN.replace("[@lee2018child]", "[@lee2018child; @wong2017night]")
    assert _find(a=f"{NIGHT}\n\n{mixed}", b=f"{home}\n\n{near}") == []


def test_framing_that_repeats_the_opening_is_dropped() -> None:
    """In other sections and without a citation or a number of its own."""
    framing = f"As was said before, {OPENING[0].lower()}{OPENING[1:]}"
    assert _find(introduction=OPENING, a=f"{framing}\n\n{NIGHT}") == [("redundant_framing", (2,), None)]
    assert _find(introduction=OPENING, a=f"{framing.replace('hair', '30')}\n\n{NIGHT}") == []
    assert _find(introduction=OPENING, a=f"{NIGHT}\n\n{framing.replace('night.', 'night [@smith2015hair].')}") == []


def _rewrite(kind: str, *texts: str) -> tuple[SpanMaterial, tuple[tuple[str, ...], ...] | None]:
    claims = tuple(Claim(f"{s}.", s.split("[@")[1].rstrip("]"), "f") for t in texts for s in t.rstrip(".").split(". "))
    numbered = number_paragraphs([StandingSection("theme:a", 1, "A", "\n\n".join(texts), claims)])
    issue = Issue(kind, tuple(range(1, len(texts) + 1)), "high", "", "")  # type: ignore[arg-type]
    material = SpanMaterial(Plan("T"), issue, cut_spans(issue, numbered, {"theme:a": "A"}), (), ())
    rewriting = ANALYST.rewrite_span(material)
    assert rewriting is None or object_to_rewriting(material, rewriting) == []
    return material, rewriting.spans if rewriting else None


def test_what_only_one_of_two_paragraphs_says_is_joined_to_the_other() -> None:
    """Nothing that stands once is lost, and nothing is worded."""
    more = "Guards who had slept less had more of it [@wong2017night]."
    assert _rewrite("redundant_paragraphs", GUARDS, f"{GUARDS} {more}")[1] == ((f"{GUARDS} {more}",),)
    assert _rewrite("redundant_paragraphs", GUARDS, GUARDS)[1] == ((GUARDS,),)


@pytest.mark.parametrize("kind", ["content_sprawl", "logical_gap"])
def test_what_asks_for_a_writer_is_left(kind: str) -> None:
    """There is no rewriting."""
    assert _rewrite(kind, GUARDS)[1] is None


def test_containment_is_the_share_of_the_part() -> None:
    """A text has all of itself, half of a text twice as long, and nothing of another."""
    part, whole = shingle("one two three four"), shingle("one two three four five six seven eight nine ten")
    assert measure_containment(part, whole) == 1.0
    assert measure_containment(whole, part) == 0.25
    assert measure_containment(part, shingle("")) == 0.0


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("It was was seen in in the hair.", "It was seen in the hair."),
        ("Cortisol cortisol rose.", "Cortisol cortisol rose."),
        ("The measure measure  was good,, and so on;; .", "The measure was good, and so on; ."),
        ("It had had an effect, and that that was so.", "It had had an effect, and that that was so."),
        ("It ended.. Or did it... perhaps.", "It ended. Or did it... perhaps."),
        ("They said “the the” and `a  b`.", "They said “the the” and `a  b`."),
        ("Genus Bison bison and Gorilla gorilla.", "Genus Bison bison and Gorilla gorilla."),
        ("See [@smith2015hair; @smith2015hair].", "See [@smith2015hair; @smith2015hair]."),
        ("A value of .05, p. 3.", "A value of .05, p. 3."),
    ],
)
def test_language_is_cleaned_where_no_choice_is_left(text: str, clean: str) -> None:
    """Doubled words, spaces and signs go; what may be meant, quoted or code stays."""
    assert clean_text(text) == clean


@settings(max_examples=100)
@given(st.text("the in was , . ;“”`", max_size=60))
def test_clean_text_is_clean(text: str) -> None:
    """Once cleaned there is nothing more to clean."""
    assert clean_text(clean_text(text)) == clean_text(text)


def test_an_edited_sentence_takes_its_claim_along() -> None:
    """A citing sentence with a doubled word is mended, its claim with it; an uncited sentence said twice goes."""
    doubled = "Hair cortisol rose in in nurses on night work [@smith2015hair]."
    said = "What this rests on is told in the next part."
    text = f"{said} {doubled}\n\n{NIGHT} {said}"
    claims = (
        Claim(doubled, "smith2015hair", "f1"),
        *(Claim(f"{s}.", "smith2015hair", "f2") for s in NIGHT[:-1].split(". ")),
    )
    material = EditMaterial(
        Plan("T"), "theme:a", "A", number_paragraphs([StandingSection("theme:a", 1, "A", text, claims)]), ()
    )
    editing = ANALYST.edit_section(material)
    mended = doubled.replace("in in", "in")
    assert editing.texts == {1: f"{said} {mended}", 2: NIGHT}
    assert editing.claims == (Claim(mended, "smith2015hair", "f1"),)
    assert object_to_editing(material, editing) == []
