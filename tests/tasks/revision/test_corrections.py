"""Corrections in a section: what stays keeps every byte, nothing empty is left, and what breaks a rule is refused."""

from __future__ import annotations

import pytest

from storage.records.writing import Claim
from storage.writing.fact_checks import AssertedSection
from tasks.revision.corrections import check_correction, describe_corrections, put_in
from tasks.revision.fact_rules import KEPT, Assertion, Correction, Failure, chunk_assertions, read_cited_texts
from tests.flows.planted_review import read_works, tell_findings

TEXT = """### One

A is so [@a]. B is so [@b].

### Two

- C is so [@c].
- D is so [@d].

### Three

E is so [@e].
"""


@pytest.mark.parametrize(
    ("cut", "left"),
    [
        ("A is so [@a].", TEXT.replace("A is so [@a]. ", "")),
        ("B is so [@b].", TEXT.replace(" B is so [@b].", "")),
        ("C is so [@c].", TEXT.replace("- C is so [@c].\n", "")),
        ("D is so [@d].", TEXT.replace("\n- D is so [@d].", "")),
        ("E is so [@e].", TEXT.replace("\n\n### Three\n\nE is so [@e].", "")),
    ],
)
def test_a_sentence_cut_leaves_nothing_empty(cut: str, left: str) -> None:
    """The sentence goes with its space, its list item, or its paragraph and the heading above; all else stays."""
    assert put_in(TEXT, {cut: ""}) == left


def test_a_whole_list_can_go() -> None:
    """With its last item the list goes, and the heading that nothing is left under."""
    left = TEXT.replace("### Two\n\n- C is so [@c].\n- D is so [@d].\n\n", "")
    assert put_in(TEXT, {"C is so [@c].": "", "D is so [@d].": ""}) == left


def _section(markdown: str) -> AssertedSection:
    claims = tuple(Claim(f"{one} is so [@{one.lower()}].", one.lower(), one) for one in "ABCDE")
    return AssertedSection("theme:x", 3, "X", markdown, 0, claims, {})


def _failure(sentence: str, *kinds: str) -> Failure:
    return Failure(sentence, (sentence[-3],), kinds, ("because",), is_certain=True)


def test_an_edit_tells_what_was_done_to_which_paragraph_and_why() -> None:
    """Paragraphs are counted in the text before; a dropped citation has its reason; claims of other sentences stay."""
    failures = [_failure("B is so [@b].", "number"), _failure("E is so [@e].", "contradicted")]
    new = "B may be so [@b]."
    corrections = [
        Correction("B is so [@b].", new, (Claim(new, "b", "B"),), "softened", "said more weakly"),
        Correction("E is so [@e].", "", (), "cut", "no source says it"),
    ]
    edit, notes = describe_corrections(_section(TEXT), failures, corrections)
    assert edit.draft is not None
    assert edit.draft.markdown == put_in(TEXT, {"B is so [@b].": new, "E is so [@e].": ""})
    assert [claim.sentence[0] for claim in edit.draft.claims] == ["A", "C", "D", "B"]
    assert (edit.paragraphs, edit.issue, edit.severity) == ((1, 5), "number; contradicted", "high")
    assert edit.note == "1 softened; 1 cut; @e dropped: no source says it"
    assert (edit.citations_before, edit.citations_after) == (("a", "b", "c", "d", "e"), ("a", "b", "c", "d"))
    assert [(note.action, note.topic, note.issue_type, note.outcome) for note in notes] == [
        ("correct", "B is so [@b].", "softened", new),
        ("correct", "E is so [@e].", "cut", "cut"),
    ]


def test_a_section_is_never_emptied() -> None:
    """Where nothing would be left the section stays as it is, and the edit says why."""
    edit, notes = describe_corrections(
        _section("A is so [@a].\n"),
        [_failure("A is so [@a].", "number")],
        [Correction("A is so [@a].", "", (), "cut", "no source says it")],
    )
    assert edit.draft is None
    assert edit.note == "rejected: nothing would be left of the section"
    assert [note.action for note in notes] == ["reject"]


def test_a_sentence_kept_changes_nothing() -> None:
    """A second reading that finds the sentence right is on record, and the text stays."""
    failure = Failure("A is so [@a].", ("a",), ("partly",), ("weaker",), is_certain=False)
    edit, notes = describe_corrections(
        _section(TEXT), [failure], [Correction("A is so [@a].", "", (), "kept", "it does say so")]
    )
    assert edit.draft is None
    assert [note.outcome for note in notes] == [KEPT]


def test_a_correction_that_breaks_a_rule_is_refused() -> None:
    """Sentences without citation, works unknown or new to the section, missing findings, strange numbers, and more."""
    known = read_cited_texts(list(read_works()))
    told = tell_findings()[0]
    key, text = told.work.citekey, told.line.text
    failure = Failure("Old [@x].", ("x",), ("number",), ("why",), is_certain=True)

    def check(said: str, *claims: Claim) -> str:
        return check_correction(Correction("Old [@x].", said, claims, "corrected", ""), failure, known, "", cited)

    right = Claim(text, key, told.finding.finding_id)
    cited: set[str] = set()
    assert check(text, right) == f"@{key} is not cited in the section"
    cited.add(key)
    assert check(text, right) == ""
    assert check("") == ""
    assert check(f"{text} More is so.", right) == "every sentence of a correction must cite"
    assert check(text) == "a citation rests on no finding"
    assert (
        check("All is so [@ghost].", Claim("All is so [@ghost].", "ghost", "f")) == "@ghost is not a work of the corpus"
    )
    false = text.replace(f" [@{key}]", f" in 987 of 999 cases [@{key}]")
    assert check(false, Claim(false, key, "f")) == "no cited text states 987, 999"
    kept = Correction("Old [@x].", "", (), "kept", "")
    assert check_correction(kept, failure, known, "", cited) == "what fails by rule cannot be kept"


def test_questions_hold_about_twenty_sentences_each() -> None:
    """Chunks are as even as can be and keep the order."""
    many = [Assertion(str(number), ("a",)) for number in range(41)]
    chunks = chunk_assertions(many)
    assert [len(chunk) for chunk in chunks] == [14, 13, 14]
    assert [one for chunk in chunks for one in chunk] == many
    assert chunk_assertions([]) == []
