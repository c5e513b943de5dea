"""Sentences become statements without a word added, and name their authors only where that is safe."""

from __future__ import annotations

import pytest

from storage.records.search import Author, Work
from tasks.analysts.extractive.discourse_cues import opens_dangling, polarity
from tasks.analysts.extractive.quote_selection import is_usable
from tasks.analysts.extractive.statements import agree, read_statement
from tasks.citations.authors import name_work


@pytest.mark.parametrize(
    ("sentence", "kind", "text"),
    [
        ("However, hair cortisol was lower in girls.", "plain", "Hair cortisol was lower in girls."),
        ("We found that hair cortisol was lower in girls.", "reported", "Hair cortisol was lower in girls."),
        ("Our results suggest that banks lend farmers too little.", "reported", "Banks lend farmers too little."),
        ("The authors caution that samples were small and local.", "reported", "Samples were small and local."),
        ("Argues that reports say too little of parks.", "reported", "Reports say too little of parks."),
        (
            "Ratios were 1.199 (90% confidence interval 1.060-1.355) and 1.083 (90% CI 0.9-1.2).",
            "plain",
            "Ratios were 1.199 and 1.083.",
        ),
        ("In this paper, we examine three national parks.", "acted", "We examine three national parks."),
        ("This study followed 120 children.", "study", "This study followed 120 children."),
        ("We found that our framework explains our data.", "quoted", "We found that our framework explains our data."),
        ("We must protect what we depend on.", "quoted", "We must protect what we depend on."),
        ("Scores rose with age (r = 0.42, P < .01).", "plain", "Scores rose with age."),
        ("Scores rose with age (P > 0.05).", "plain", "Scores rose with age (P > 0.05)."),
        (
            "Scores rose in the old (P < 0.01) and in the young (P > 0.05).",
            "plain",
            "Scores rose in the old (P < 0.01) and in the young (P > 0.05).",
        ),
        ("Scores rose with age (n.s.).", "plain", "Scores rose with age (n.s.)."),
        ("Scores did not rise with age (P = .31).", "plain", "Scores did not rise with age."),
    ],
)
def test_trimming_keeps_the_words_of_the_source(sentence, kind, text):
    """Openings, test statistics and "we found that" go; what speaks in the first person is kept for quotation marks."""
    statement = read_statement(sentence)
    assert (statement.kind, statement.text) == (kind, text)


@pytest.mark.parametrize(
    ("names", "year", "expected"),
    [
        (("Ann Smith",), 2019, "Smith (2019)"),
        (("Ann Smith", "Jo van der Valk"), 2019, "Smith and van der Valk (2019)"),
        (("Smith, Ann", "B", "C"), 2019, "Smith et al. (2019)"),
        (("John Smith Jr.",), None, "Smith (n.d.)"),
        (("Zhang W.",), 2001, "Zhang (2001)"),
        (("World Health Organization",), 2001, "World Health Organization (2001)"),
        ((), 2001, "“A title of more words than…” (2001)"),
    ],
)
def test_authors_are_named_as_author_date_styles_do(names, year, expected):
    """One, two and many authors, particles, suffixes, bodies and anonymous works each have their form."""
    work = Work("W1", "A title of more words than six in all", year=year, authors=tuple(map(Author, names)))
    assert name_work(work) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hair cortisol was associated with stress.", 1),
        ("Hair cortisol was not associated with stress.", -1),
        ("Hair cortisol did not differ between groups.", -1),
        ("Hair cortisol was higher in men but did not differ by age.", 0),
        ("Banks lend money to farmers.", 0),
    ],
)
def test_polarity_needs_one_sided_cues(text, expected):
    """A sentence that affirms and denies at once, or does neither, takes no side."""
    assert polarity(text) == expected


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("So, too, do many people of the region.", False),
        ("The second, in contrast, is oriented towards the needs of shareholders.", False),
        ("The second survey was oriented towards the needs of shareholders.", True),
        ("Accounting, Organizations and Society, 27, 763-773] report mixed results.", False),
        ("Earlier studies [of many kinds] report mixed results.", True),
    ],
)
def test_what_rests_on_a_sentence_before_or_is_torn_out_of_brackets_is_not_quoted(text, stands):
    """A sentence stands alone or not at all."""
    assert (is_usable(text) and not opens_dangling(text)) == stands


def test_what_is_shown_somebody_showed():
    """The participle of "it is shown that" becomes a past tense once authors are named."""
    assert [agree(verb, plural=True) for verb in ("shown", "found", "argues")] == ["showed", "found", "argue"]


@pytest.mark.parametrize(
    "text", ["I'll argue that hay is dear in the valleys.", "Hay is dear, as I\u2019ve shown above."]
)
def test_a_first_person_run_together_with_its_verb_is_quoted(text):
    """As any other first person is."""
    assert read_statement(text).kind == "quoted"


def test_an_opening_before_a_colon_is_dropped():
    """As before a comma."""
    assert read_statement("In particular: the hay of the valleys is dear.").text == "The hay of the valleys is dear."


@pytest.mark.parametrize(
    "opening", ["Drawing on this", "Based on these counts", "In parallel", "Moving beyond critique"]
)
def test_an_opening_that_leans_on_the_sentence_before_is_dropped(opening):
    """What follows it may stand without it; where it is the subject it stays."""
    assert read_statement(f"{opening}, we identify five rules of hay.").text == "We identify five rules of hay."
    text = "Building on such rules is the way to richer hay."
    assert read_statement(text).text == text
