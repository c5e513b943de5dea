"""Citing sentences are found, replaced and freed of citations, and nothing else of a section changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks.citations.pandoc import find_citekeys
from tasks.citations.sentences import (
    cut_citations,
    find_citing_sentences,
    mark_citations,
    read_plain,
    replace_sentences,
)
from tests.tasks.pandoc_reader import read_with_pandoc

SECTION = """### A heading

Smith et al. found it [@a; @bad, p. 3]. As others (e.g. Jones, cf. p. 4) say [@c]. Late @bad [p. 3] says so. @bad says.
Nothing is cited here.

### Another

Only this stands here [see @bad, pp. 3-4; also @{x;y}].

### Last

- An item [-@c].

Note.[^1]

[^1]: As @c and @a say.
"""


def test_sentences_that_cite_are_found_as_they_stand():
    """Abbreviations, locators and brackets end no sentence; marks of lists and notes are no part of one."""
    assert find_citing_sentences(SECTION) == [
        ("Smith et al. found it [@a; @bad, p. 3].", ("a", "bad")),
        ("As others (e.g. Jones, cf. p. 4) say [@c].", ("c",)),
        ("Late @bad [p. 3] says so.", ("bad",)),
        ("@bad says.", ("bad",)),
        ("Only this stands here [see @bad, pp. 3-4; also @{x;y}].", ("bad", "x;y")),
        ("An item [-@c].", ("c",)),
        ("As @c and @a say.", ("c", "a")),
    ]


# Text, what is left without the citations of bad and worse, and what with a marker (M) in their place.
CUTS = {
    "So it is [@bad].": ("So it is.", "So it is M."),
    "So it is [@bad; @worse].": ("So it is.", "So it is M N."),
    "So it is [@a; see @bad, p. 3; @b].": ("So it is [@a; @b].", "So it is [@a; @b] M."),
    "So [@bad] it is.": ("So it is.", "So M it is."),
    "So says @bad [p. 3].": ("So says.", "So says a source that could not be verified M."),
    "@bad says so.": ("says so.", "A source that could not be verified M says so."),
    "It is so, -@bad.": ("It is so,.", "It is so, M."),
    "It is so [-@bad].": ("It is so.", "It is so M."),
    "See [@{bad}; @a].": ("See [@a].", "See [@a] M."),
    "A note^[So says @a, and [@bad].].": ("A note^[So says @a, and.].", "A note^[So says @a, and M.]."),
    "Good [@a], mail x@bad.org, `@bad`.": ("Good [@a], mail x@bad.org, `@bad`.",) * 2,
}


@pytest.mark.parametrize("text", CUTS)
def test_citations_are_cut_or_marked(text: str):
    """The sentence stays, with what else its brackets cite; the marker names key and reason and cites nothing."""
    cut, marked = CUTS[text]
    for mark, key in (("M", "bad"), ("N", "worse")):
        marked = marked.replace(f" {mark}", f' <!-- TODO citation "{key}" removed: unknown -->')
    assert cut_citations(text, {"bad", "worse"}) == cut
    assert mark_citations(text, {"bad": "unknown", "worse": "unknown"}) == marked


@settings(max_examples=200)
@given(
    st.lists(
        st.sampled_from(
            ["[@a; @bad]", "[@bad]", "@bad", "[see @bad, p. 3; -@b]", "-@bad", "^[@bad x @a]", " ", ". ", "X", "[", "]",
             "@{bad}", "\\", "`@bad`", "(", ")", "\n\n", ";", "<!-- @bad -->", "**", "@b"]
        ),
        max_size=10,
    ).map(" ".join)
)  # fmt: skip
def test_what_is_marked_is_gone_and_the_rest_stays(text: str):
    """Whatever the text, no citation of the key is left, and no other is lost."""
    marked = mark_citations(text, {"bad": "unknown"})
    assert "bad" not in find_citekeys(marked)
    assert set(find_citekeys(marked)) == set(find_citekeys(text)) - {"bad"}


def test_who_shares_an_entry_with_an_unknown_key_is_still_cited():
    """What was said around both keys goes with the unknown one."""
    marked = mark_citations("So it is [see @good and @bad, p. 3; -@b].", {"bad": "unknown"})
    assert marked == 'So it is [@good; -@b] <!-- TODO citation "bad" removed: unknown -->.'


def test_a_marker_is_harmless_whatever_the_key(tmp_path: Path):
    """A key made to end the comment, or to cite another, does neither; Pandoc finds nothing in it."""
    for key in ("a-->b", "x<b>", "@y", "q" * 500):
        text = f"So it is [@{{{key}}}; @good]."
        marked = mark_citations(text, {key: "for --> @reasons"})
        assert marked.count("-->") == 1
        assert len(marked) < 300
        assert read_with_pandoc([marked], tmp_path) == [{"good"}]


def test_what_is_not_replaced_keeps_every_byte():
    """One sentence is written anew, one dropped with its paragraph and heading; all else is as it was."""
    repaired = replace_sentences(
        SECTION,
        {
            "As others (e.g. Jones, cf. p. 4) say [@c].": "They say [@a]. They do [@c].",
            "@bad says.": "",
            "Only this stands here [see @bad, pp. 3-4; also @{x;y}].": "",
        },
    )
    assert repaired == SECTION.replace(
        "As others (e.g. Jones, cf. p. 4) say [@c].", "They say [@a]. They do [@c]."
    ).replace("@bad says.\n", "").replace(
        "### Another\n\nOnly this stands here [see @bad, pp. 3-4; also @{x;y}].\n\n", ""
    )
    assert replace_sentences(SECTION, {"Not there.": ""}) == SECTION
    assert replace_sentences("### A\n\n@bad says.\n", {"@bad says.": ""}) == "### A\n\n@bad says.\n"


def test_a_sentence_reads_the_same_whatever_it_cites():
    """Citations, markers and the gaps they leave make no difference to what a sentence says."""
    read = {
        read_plain(text)
        for text in ("So it is [@a; @b].", "So it is.", "So it is [@c].", 'So it is <!-- TODO "x" --> [@c].')
    }
    assert read == {"So it is."}
