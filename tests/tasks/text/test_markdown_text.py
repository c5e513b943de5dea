"""Words of others can stand in Markdown without becoming markup."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.records.search import Author, Work
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.procedure.plain import read_as_told
from tasks.revision.fact_rules import read_sentence
from tasks.text.cleaning import count_words, escape_markdown, unescape_markdown
from tests.tasks.analysts.conftest import gather, read_abstract

HOSTILE = st.lists(
    st.sampled_from(
        ["[@evil]", "@evil", "<script>", "</p>", "# Heading", "\n\n# Top\n", "*b*", "_i_", "`c`", "$x$", "\\", "^", "~",
         "|a|b|",
         "[l](u)", "![i](u)", "\x00", "\u202e", "&lt;b&gt;", "were", "higher", "the", "cortisol", "of", "in", "."],
    ),
    min_size=3,
    max_size=12,
).map(" ".join)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see [@key] now", "see \\[\\@key\\] now"),
        ("# not a heading", "\\# not a heading"),
        ("1. not a list", "1\\. not a list"),
        ("(a) not a list", "(a\\) not a list"),
        ("- nor\nthis", "\\- nor this"),
        ("a<b & c*d &lt;", "a\\<b & c\\*d \\&lt;"),
    ],
)
def test_markup_is_escaped(text, expected):
    """Each construct of Pandoc's Markdown gets its backslash, and only that."""
    assert escape_markdown(text) == expected


@given(st.text())
def test_no_active_sign_is_left_bare(text):
    """Whatever the text, every active sign follows a backslash that is not itself escaped, on a single line."""
    escaped = escape_markdown(text)
    assert not re.search(r"[`*_{}\[\]<>#$^~|@]|&#?\w+;", re.sub(r"\\.", "", escaped))
    assert "\n" not in escaped


@given(st.text())
def test_what_is_escaped_reads_as_it_was(text):
    """Taking the backslashes away gives the text on one line; escaping it again changes nothing."""
    escaped = escape_markdown(text)
    assert escape_markdown(unescape_markdown(escaped)) == escaped


def test_an_underscore_reads_as_one_wherever_sentences_are_compared():
    """A gene or variable written with an underscore is not told with a backslash in it."""
    told = f"{escape_markdown('The gene abc_1 rose.')} [@smith2015hair]"
    assert read_sentence(told).startswith("The gene abc_1 rose.")
    assert "\\" not in read_as_told(told)


@given(HOSTILE, HOSTILE)
def test_hostile_abstracts_add_no_citation_heading_or_html(title, noise):
    """A section made from hostile text cites its own works only and has its own headings only."""
    text = f"Hair cortisol was higher in the men {noise} than in women of the town. Stress was {noise} low."
    works = [read_abstract(Work(f"W{i}", title, authors=(Author(noise),)), text) for i in range(2)]
    theme = gather(works)
    analyst = ExtractiveAnalyst()
    markdown = analyst.write_theme(theme, analyst.analyse_theme(theme), 300).markdown
    bare = re.sub(r"\\.", "", markdown)
    assert set(re.findall(r"@(\w+)", bare)) <= {"keyW0", "keyW1"}
    assert {line for line in bare.splitlines() if line.startswith("#")} <= {
        "### Overview", "### Key findings", "### Methodological approaches", "### Debates and tensions", "### Gaps",
    }  # fmt: skip
    assert not re.search(r"[<>`$|]", bare)


def test_words_are_counted_without_citations_and_marks():
    """Headings count, brackets of citations and heading marks do not, escaped brackets do."""
    assert count_words("### Key findings\n\nTrees grow [@a; @b]. Prices \\[sic\\] fell [@c].") == 7
