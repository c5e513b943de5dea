"""Paragraphs of a review: taken apart without loss, numbered once, told apart from what is no prose."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.records.writing import Claim
from tasks.revision.paragraphs import (
    StandingSection,
    find_runs,
    join_section,
    judge_block,
    number_paragraphs,
    split_section,
)

PIECES = st.sampled_from(
    [
        "A word.",
        "### Head",
        "\n",
        "\n\n",
        "\n\n\n",
        " ",
        "- item",
        "```",
        "code",
        "<!-- note -->",
        "<!--",
        "-->",
        "$$",
        "x",
    ]
)
TEXTS = st.lists(PIECES, max_size=25).map("".join)


@settings(max_examples=150)
@given(TEXTS)
def test_a_section_taken_apart_is_put_together_byte_for_byte(text: str) -> None:
    """Whatever stands in it, and whatever white space around it."""
    before, blocks, after = split_section(text)
    assert join_section(before, blocks, after) == text
    assert blocks == (text.strip().split("\n\n") if text.strip() else [])


@settings(max_examples=100)
@given(st.lists(TEXTS, max_size=5))
def test_numbers_go_through_the_document_without_a_gap(texts: list[str]) -> None:
    """Every block has one number, and its place in its section."""
    sections = [StandingSection(f"s{n}", 1, f"S{n}", text) for n, text in enumerate(texts)]
    numbered = number_paragraphs(sections)
    assert [one.number for one in numbered] == list(range(1, len(numbered) + 1))
    for section in sections:
        own = [one for one in numbered if one.section_id == section.section_id]
        assert [one.place for one in own] == list(range(len(own)))
        assert [one.markdown for one in own] == split_section(section.markdown)[1]


@pytest.mark.parametrize(
    ("block", "kind"),
    [
        ("Prose with (2015) and 3.5 and a [@key2015].", "text"),
        ("Prose with <!-- TODO citation --> a comment, $x$ and `code`.", "text"),
        ("### A heading", "heading"),
        ("- one\n- two", "fixed"),
        ("1. first\n2. second", "fixed"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "fixed"),
        ("> quoted", "fixed"),
        ("[^1]: a note", "fixed"),
        ("$$\nx = y\n$$", "text"),
        ("```\ncode\n```", "fixed"),
        ("    indented code", "fixed"),
        ("<!-- opened", "fixed"),
        ("::: box", "fixed"),
        ("### Head\nand text", "fixed"),
        ("Head\n====", "fixed"),
        ("Text\n### Head", "fixed"),
        ("", "fixed"),
    ],
)
def test_what_is_no_prose_is_fixed(block: str, kind: str) -> None:
    """A paragraph of prose may be treated, a heading and what layout binds may not."""
    assert judge_block(block) == kind


def test_what_reaches_over_blocks_is_fixed_as_a_whole() -> None:
    """A code block, a comment or a formula with empty lines in it is not cut."""
    text = "One.\n\n```\na\n\nb\n```\n\nTwo.\n\n<!-- a\n\nb -->\n\nThree.\n\n$$a\n\nb$$\n\nFour."
    kinds = [one.kind for one in number_paragraphs([StandingSection("s", 1, "S", text)])]
    assert kinds == ["text", "fixed", "fixed", "text", "fixed", "fixed", "text", "fixed", "fixed", "text"]


def test_claims_stand_with_their_paragraph() -> None:
    """A claim is that of every paragraph that its sentence stands in."""
    claims = (Claim("One [@a].", "a", "f1"), Claim("Two [@b].", "b", "f2"))
    one, two = number_paragraphs([StandingSection("s", 1, "S", "Zero. One [@a].\n\nTwo [@b]. One [@a].", claims)])
    assert (one.claims, two.claims) == (claims[:1], claims)


def test_runs_end_at_the_border_of_a_section() -> None:
    """Neighbours are in one run unless a section ends between them."""
    sections = [StandingSection("s", 1, "S", "A.\n\nB.\n\nC."), StandingSection("t", 1, "T", "D.\n\nE.")]
    numbered = {one.number: one for one in number_paragraphs(sections)}
    assert find_runs([5, 4, 3, 1], numbered) == [(1,), (3,), (4, 5)]
