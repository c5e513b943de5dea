"""Issues applied to a review: no paragraph is lost, doubled or mistaken, whatever is moved and rewritten at once."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from storage.records.search import Plan
from storage.records.writing import Claim
from tasks.revision.applying import Treatment, treat_issues, undo_edits
from tasks.revision.issues import MOVES, Coherence, Issue, Rewriting, SpanMaterial, cut_spans, examine_issues
from tasks.revision.paragraphs import StandingSection, number_paragraphs, split_section

PLAN = Plan("Topic")
KINDS = ["orphaned_content", "premature_detail", "content_sprawl", "logical_gap", "redundant_framing"]


def _write(lengths: list[int]) -> list[StandingSection]:
    """Return sections of so many paragraphs each, under a heading, every paragraph citing a work of its own."""
    sections = []
    for place, length in enumerate(lengths):
        sentences = [
            f"Matter {'abcdefgh'[n]} of part {'abcd'[place]} is told here at some length [@k{place}{n}]."
            for n in range(length)
        ]
        claims = tuple(Claim(sentence, f"k{place}{n}", f"f{place}{n}") for n, sentence in enumerate(sentences))
        text = "\n\n".join(["### Head", *sentences]) + "\n"
        sections.append(StandingSection(f"s{place}", 3, f"S{place}", text, claims))
    return sections


@st.composite
def _rounds(draw: st.DrawFn) -> tuple[list[StandingSection], list[Issue]]:
    sections = _write(draw(st.lists(st.integers(2, 6), min_size=1, max_size=4)))
    numbers = st.integers(1, len(number_paragraphs(sections)))
    issues = []
    for _ in range(draw(st.integers(1, 7))):
        kind: Any = draw(st.sampled_from(KINDS))
        severity: Any = draw(st.sampled_from(["high", "medium", "low"]))
        affected = tuple(draw(st.lists(numbers, min_size=1, max_size=3, unique=True)))
        issues.append(Issue(kind, affected, severity, "", "", draw(numbers) if kind in MOVES else None))
    return sections, issues


def _treat(sections: list[StandingSection], issue: Issue) -> Treatment:
    """Return the issue with each span's paragraphs told in one more sentence each; none are dropped."""
    paragraphs = number_paragraphs(sections)
    spans = cut_spans(issue, paragraphs, {section.section_id: section.heading for section in sections})
    rest = tuple(one.markdown for one in paragraphs if one.number not in issue.paragraphs)
    texts = tuple(tuple(f"{one.markdown} So it is." for one in span.paragraphs) for span in spans)
    return Treatment(issue, SpanMaterial(PLAN, issue, spans, (), rest), Rewriting(texts, (), "more told"))


def _list_blocks(sections: Any) -> Counter[str]:
    return Counter(block for one in sections for block in split_section(one.markdown)[1])


@settings(max_examples=150)
@given(_rounds())
def test_no_paragraph_is_lost_or_doubled(drawn: tuple[list[StandingSection], list[Issue]]) -> None:
    """Each paragraph stands once, rewritten if an accepted issue says so; what none affects keeps its order."""
    sections, issues = drawn
    numbered = {one.number: one for one in number_paragraphs(sections)}
    examined = [one.issue for one in examine_issues(issues, numbered) if not one.refusal]
    outcome = treat_issues(sections, [_treat(sections, issue) for issue in examined], 1)
    rejected = [edit for edit in outcome.edits if edit.draft is None]
    told = Counter(one.split(" So it is.")[0] for one in _list_blocks(outcome.sections).elements())
    assert told == _list_blocks(sections)
    affected = {number for issue in examined for number in issue.paragraphs}
    for section in outcome.sections:
        blocks = split_section(section.markdown)[1]
        stays = [
            one.markdown
            for one in numbered.values()
            if one.section_id == section.section_id and one.number not in affected
        ]
        assert [block for block in blocks if block in stays and block != "### Head"] == [
            b for b in stays if b != "### Head"
        ]
        assert {claim.citekey for claim in section.claims} == {
            claim.citekey for one in sections for claim in one.claims if claim.sentence in section.markdown
        }
    if not rejected:
        moved = [issue for issue in examined if issue.kind in MOVES]
        order = [block.split(" So it is.")[0] for one in outcome.sections for block in split_section(one.markdown)[1]]
        for issue in moved:
            first = numbered[min(issue.paragraphs)].markdown
            behind = order[order.index(first) - 1]
            anchors = {
                numbered[issue.move_after or 0].markdown,
                *(numbered[n].markdown for i in moved if i.move_after == issue.move_after for n in i.paragraphs),
            }
            assert behind in anchors


@settings(max_examples=60)
@given(_rounds())
def test_an_undone_round_gives_every_section_its_text_back(drawn: tuple[list[StandingSection], list[Issue]]) -> None:
    """Each changed section gets one more version, with the text and claims of before."""
    sections, issues = drawn
    numbered = {one.number: one for one in number_paragraphs(sections)}
    examined = [one.issue for one in examine_issues(issues, numbered) if not one.refusal]
    outcome = treat_issues(sections, [_treat(sections, issue) for issue in examined], 1)
    if not outcome.edits:
        return
    undone = {edit.section_id: edit for edit in undo_edits(sections, outcome, Coherence(0.5, ""), "worse")}
    after = {section.section_id: section for section in outcome.sections}
    assert set(undone) == {one.section_id for one in sections if after[one.section_id].markdown != one.markdown}
    for section in sections:
        edit = undone.get(section.section_id)
        if edit and edit.draft:
            assert (edit.draft.markdown, edit.draft.claims) == (section.markdown, section.claims)
            assert edit.from_version == after[section.section_id].version > section.version


def _number(sections: list[StandingSection], word: str) -> int:
    return next(one.number for one in number_paragraphs(sections) if word in one.markdown)


def test_edits_of_a_section_follow_one_another() -> None:
    """Every edit starts from the version that the one before made, and tells places as they stood then."""
    sections = _write([4, 2])
    first, third = _number(sections, "Matter a of part a"), _number(sections, "Matter c of part a")
    move = Issue("orphaned_content", (first,), "high", "", "", _number(sections, "Matter b of part b"))
    treatments = [_treat(sections, issue) for issue in (move, Issue("logical_gap", (third,), "low", "", ""))]
    edits = treat_issues(sections, treatments, 2).edits
    assert [(e.section_id, e.from_version, e.paragraphs) for e in edits] == [
        ("s0", 3, (1,)), ("s1", 3, (3,)), ("s0", 4, (2,)),
    ]  # fmt: skip
    assert edits[0].citations_before == ("k00", "k01", "k02", "k03")
    assert edits[0].citations_after == ("k01", "k02", "k03")
    assert edits[1].citations_after == ("k00", "k10", "k11")
    assert {edit.iteration for edit in edits} == {2}


def test_paragraphs_moved_together_keep_their_order() -> None:
    """Whatever order the issue names them in, they stand behind their block as they stood before, byte for byte."""
    sections = _write([4, 1])
    issue = Issue("premature_detail", (3, 2), "high", "", "", 5)
    (section, _) = treat_issues(sections, [_treat(sections, issue)], 1).sections
    before, after = split_section(sections[0].markdown)[1], split_section(section.markdown)[1]
    assert after == [before[place] for place in (0, 3, 4, 1, 2)]
    assert set(section.claims) == set(sections[0].claims)


def test_what_would_leave_a_heading_bare_is_rejected() -> None:
    """The last paragraph under a heading stays; the rejection says why, and the version stays."""
    sections = _write([1, 2])
    issue = Issue("orphaned_content", (2,), "high", "", "", 4)
    (edit,) = treat_issues(sections, [_treat(sections, issue)], 1).edits
    assert (edit.draft, edit.from_version, edit.paragraphs) == (None, 3, (1,))
    assert edit.note == "rejected: nothing would be left under a heading"


def test_two_drops_together_may_not_lose_a_citation() -> None:
    """Of two issues that would each leave the other copy, the second is rejected."""
    said = "The same matter is told here in the same words [@k]."
    claim = (Claim(said, "k", "f"),)
    other = "Another matter altogether, told at some length."
    sections = [StandingSection(f"s{n}", 1, f"S{n}", f"{said}\n\n{other} Part {n}.", claim) for n in "ab"]
    treatments = []
    for numbers in ((1, 2), (3, 4)):
        issue = Issue("redundant_paragraphs", numbers, "high", "", "")
        treatment = _treat(sections, issue)
        material = treatment.material
        assert material
        kept = material.spans[0].paragraphs[1].markdown
        treatments.append(Treatment(issue, material, Rewriting(((kept,),), (), "dropped")))
    first, second = treat_issues(sections, treatments, 1).edits
    assert first.draft
    assert second.draft is None
    assert "the review would no longer cite k" in second.note
