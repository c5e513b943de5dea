"""What a rewriting must keep, each tried by breaking it alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.records.search import Plan
from storage.records.writing import Claim
from tasks.revision.constraints import object_to_editing, object_to_rewriting
from tasks.revision.issues import Editing, EditMaterial, Issue, IssueKind, Rewriting, SpanMaterial, cut_spans
from tasks.revision.paragraphs import StandingSection, number_paragraphs

FIRST = "Hair cortisol rose by 12 percent in nurses on night work [@smith2015hair; @wong2017night]."
SECOND = "This held in three hospitals of the sample [@smith2015hair]."
PLAIN = "What follows from it is an open matter <!-- TODO check --> for $n$ wards."
CLAIMS = (
    Claim(FIRST, "smith2015hair", "f1"),
    Claim(FIRST, "wong2017night", "f2"),
    Claim(SECOND, "smith2015hair", "f3"),
)
TEXT = f"{FIRST} {SECOND} {PLAIN}"


def _material(kind: IssueKind = "logical_gap", rest: tuple[str, ...] = (), section_id: str = "theme:a") -> SpanMaterial:
    sections = [StandingSection(section_id, 1, "A", TEXT, CLAIMS)]
    issue = Issue(kind, (1,), "high", "", "")
    return SpanMaterial(Plan("T"), issue, cut_spans(issue, number_paragraphs(sections), {section_id: "A"}), (), rest)


def _object(text: str, *claims: Claim, kind: IssueKind = "logical_gap", rest: tuple[str, ...] = ()) -> list[str]:
    return object_to_rewriting(_material(kind, rest), Rewriting(((text,),), claims, ""))


def test_another_order_keeps_everything() -> None:
    """Sentences put round have the same citations, claims, numbers and length."""
    assert _object(f"{SECOND} {FIRST} {PLAIN}") == []


def test_a_sentence_worded_anew_needs_the_claims_of_before() -> None:
    """With the finding that was cited for the work it may stand, with another one or none it may not."""
    new = SECOND.replace("This held", "The same was seen")
    text = f"{FIRST} {new} {PLAIN}"
    assert _object(text, Claim(new, "smith2015hair", "f3")) == []
    assert _object(text, Claim(new, "smith2015hair", "f1")) == []
    for claims in ((), (Claim(new, "smith2015hair", "f9"),), (Claim(new, "wong2017night", "f2"),)):
        assert "for a claim that was not made before" in _object(text, *claims)[0]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (TEXT, "nothing was changed"),
        (f"So. {TEXT}".replace("; @wong2017night", ""), "wong2017night is lost"),
        (f"{TEXT} So it is [@smith2015hair].", "smith2015hair is added"),
        (TEXT.replace("12 percent", "some percent"), "12 is lost"),
        (TEXT.replace("three", "several"), "3 is lost"),
        (TEXT.replace("nurses", "40 nurses"), "40 is new"),
        (TEXT.replace(" <!-- TODO check -->", ""), "a comment"),
        (TEXT.replace("$n$", "many"), "a comment, formula"),
        (TEXT.replace("$n$", "$n$ or $n$"), "a comment, formula"),
        (f"{TEXT} See `code`.", "a comment, formula, code"),
        (f"### Head\n\n{TEXT}", "without heading"),
        (f"- {TEXT}", "without heading, list"),
        (f"{TEXT} {'More is said of it here. ' * 5}".strip(), "may change by 30%"),
    ],
)
def test_what_is_broken_is_named(text: str, reason: str) -> None:
    """Citations, numbers in figures or words, comments, formulas, code, form and length."""
    assert any(reason in objection for objection in _object(text))


def test_an_issue_about_length_may_shorten() -> None:
    """Sprawl may be cut to what cites; a gap may not."""
    text = f"{FIRST} {SECOND} <!-- TODO check --> $n$"
    assert _object(text, kind="content_sprawl") == []
    assert "may change by 30%" in _object(text)[0]


def test_what_stands_twice_may_go_where_the_review_still_cites_it() -> None:
    """Dropped as a whole if the rest cites the same works and has the same numbers, elements apart."""
    plain = "What follows from it is an open matter for some."
    sections = [StandingSection("a", 1, "A", f"{FIRST} {SECOND}", CLAIMS), StandingSection("b", 1, "B", plain)]
    issue = Issue("redundant_paragraphs", (1, 2), "high", "", "")
    spans = cut_spans(issue, number_paragraphs(sections), {"a": "A", "b": "B"})
    material = SpanMaterial(Plan("T"), issue, spans, (), (FIRST, SECOND))
    dropped = Rewriting(((), (plain,)), (), "")
    assert object_to_rewriting(material, dropped) == []
    assert "no longer cite wong2017night" in object_to_rewriting(replace(material, rest=(SECOND,)), dropped)[0]
    assert any(
        "12 is lost" in r
        for r in object_to_rewriting(replace(material, rest=(FIRST.replace("12", "some"), SECOND)), dropped)
    )
    added = Rewriting(((), (f"{plain} So [@else2000].",)), (), "")
    assert "citations are added" in object_to_rewriting(material, added)[0]


def test_numbers_of_the_methodology_stay_in_it() -> None:
    """Framing that states a number may go from a theme whose number stands elsewhere, not from the methodology."""
    text = "In all, 73 works were screened for this review of the field."
    for section_id, reasons in (("theme:a", 0), ("methodology", 1), ("abstract", 1)):
        issue = Issue("redundant_framing", (1,), "low", "", "")
        numbered = number_paragraphs([StandingSection(section_id, 1, "A", text)])
        spans = cut_spans(issue, numbered, {section_id: "A"})
        material = SpanMaterial(Plan("T"), issue, spans, (), ("The 73 works differ.",))
        assert len(object_to_rewriting(material, Rewriting(((),), (), ""))) == reasons


def test_every_span_needs_an_answer() -> None:
    """One span more or less than there are is no rewriting."""
    assert object_to_rewriting(_material(), Rewriting((), (), "")) == ["0 spans are given for 1"]


def test_an_edited_paragraph_keeps_its_own_citations() -> None:
    """What holds for the section does not do: each paragraph is held to its own, and headings are not edited."""
    numbered = number_paragraphs([StandingSection("a", 1, "A", f"### Head\n\n{FIRST}\n\n{SECOND}", CLAIMS)])
    material = EditMaterial(Plan("T"), "a", "A", numbered, ())
    new = FIRST.replace("rose by", "went up by")
    claims = (Claim(new, "smith2015hair", "f1"), Claim(new, "wong2017night", "f2"))
    assert object_to_editing(material, Editing({2: new}, claims, "")) == []
    assert "paragraph 2" in object_to_editing(material, Editing({2: SECOND, 3: FIRST}, CLAIMS, ""))[0]
    assert object_to_editing(material, Editing({1: "### Other"}, (), "")) == ["1 is no paragraph that may be edited"]
    assert object_to_editing(material, Editing({9: "New."}, (), "")) == ["9 is no paragraph that may be edited"]
