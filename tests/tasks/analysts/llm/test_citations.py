"""Citations with refs: read, checked against the works they name, written as Pandoc reads them, made into claims."""

from __future__ import annotations

import pytest

from tasks.analysts.llm.citations import drop_citations, find_citations, make_claims, object_to_citations, read_sources
from tasks.analysts.llm.prose import Block, keep_sentences, read_prose, render_prose, render_sentence, split_prose
from tasks.analysts.llm.section_checks import Demand, object_to_sentence
from tasks.text.numbers import find_numbers, find_spelled_numbers
from tests.tasks.analysts.anthropic.writing_material import read_sample

WORKS = read_sample(3)
SOURCES = read_sources(WORKS)
KEYS = [read.citekey for read in WORKS]
FIRST = WORKS[0].summary.findings[0]

# A group of citations, and what is wrong with it.
BAD_GROUPS = {
    "no ref": (f"[@{KEYS[0]}]", "is no citation of the form"),
    "one of two without ref": (f"[@{KEYS[0]}:f1; @{KEYS[1]}]", "is no citation of the form"),
    "a locator": (f"[@{KEYS[0]}:f1, p. 3]", "is no citation of the form"),
    "unknown citekey": ("[@bogus2000hair:f1]", "is no citekey"),
    "unknown ref": (f"[@{KEYS[0]}:f99]", "has no finding 'f99'"),
    "in running text": (f"@{KEYS[0]}:f1", "brackets and @ are for citations alone"),
    "other brackets": (f"[sic] [@{KEYS[0]}:f1]", "brackets and @ are for citations alone"),
    "open bracket": (f"[@{KEYS[0]}:f1", "brackets and @ are for citations alone"),
}


def test_a_sentence_in_the_words_of_what_it_cites_is_in_order():
    """Well-formed groups of known works whose findings share words with the sentence are not objected to."""
    second = WORKS[1].summary.findings[0]
    for sentence in (
        f"{FIRST.text.rstrip('.')} [@{KEYS[0]}:f1].",
        f"{FIRST.text.rstrip('.')}, and {second.text.rstrip('.')} [@{KEYS[0]}:f1; @{KEYS[1]}:f1].",
    ):
        assert object_to_citations(sentence, SOURCES) == []


@pytest.mark.parametrize("case", BAD_GROUPS)
def test_bad_citations_are_objected_to(case):
    """Whatever is no group of known citekeys with known refs is named in the objection."""
    group, reason = BAD_GROUPS[case]
    objections = object_to_citations(f"{FIRST.text.rstrip('.')} {group}.", SOURCES)
    assert any(reason in objection for objection in objections)


def test_a_sentence_that_shares_no_words_with_the_finding_is_objected_to():
    """A citation hung onto a statement about something else is no support."""
    objections = object_to_citations(f"Volcanoes erupt on distant moons [@{KEYS[0]}:f1].", SOURCES)
    assert ["shares too few words" in objection for objection in objections] == [True]


HONEST = (
    "In healthy working adults the association with self-reported measures was weak [@gidlow2016hair:f2].",
    "Patients in severe chronic pain led Van Uum et al. to see in scalp hair a biomarker [@vanuum2008elevated:f2].",
    "With 37 participants it suited evaluating programmes [@iglesias2015hair:f1; @iglesias2015hair:f2].",
    "Bleaching reduced values, while peroxides increased them [@hoffman2014chemical:f1].",
    "Some advise against treated hair or adjust for age [@hoffman2014chemical:f2; @staufenbiel2015determinants:f2].",
)


@pytest.mark.parametrize("sentence", HONEST)
def test_honest_paraphrase_passes(sentence):
    """Sentences written by hand after the findings, in other words and with numbers in digits, are in order."""
    assert object_to_sentence(sentence, Demand(100, read_sources(read_sample(12)))) == []


def test_refs_are_stripped_and_each_finding_claimed_once():
    """The review says `[@citekey]`; a work cited for two findings has a claim for each."""
    sentence = f"Cortisol fell [@{KEYS[0]}:f2; @{KEYS[0]}:f1; @{KEYS[1]}:f1]."
    rendered = render_sentence(sentence)
    assert rendered == f"Cortisol fell [@{KEYS[0]}; @{KEYS[1]}]."
    claims = make_claims(sentence, rendered, SOURCES)
    assert [(claim.sentence, claim.citekey, claim.finding_id) for claim in claims] == [
        (rendered, KEYS[0], WORKS[0].summary.findings[1].finding_id),
        (rendered, KEYS[0], WORKS[0].summary.findings[0].finding_id),
        (rendered, KEYS[1], WORKS[1].summary.findings[0].finding_id),
    ]
    assert find_citations(sentence) == [(KEYS[0], "f2"), (KEYS[0], "f1"), (KEYS[1], "f1")]
    assert drop_citations(sentence) == "Cortisol fell."


def test_nothing_but_citations_is_active_in_what_is_rendered():
    """Emphasis is taken off; whatever else Pandoc would interpret is escaped; every heading has level 3."""
    prose = read_prose(f"# Of *Lynx*\n\nIn **all** $x$ <b>: p < 0.05 [@{KEYS[0]}:f1].\n- `rm`")
    assert render_prose(prose) == (f"### Of Lynx\n\nIn all \\$x\\$ \\<b\\>: p \\< 0.05 [@{KEYS[0]}]. - \\`rm\\`\n")
    assert [block.is_list for block in prose] == [False, True]


def test_sentences_end_where_a_reader_ends_them():
    """Abbreviations, initials and decimals end no sentence; a late citation moves before the full stop."""
    text = "Smith et al. [@a:f1] and J. Doe saw E. coli at 2.5 mg (Fig. 2). It rose. [@b:f1] The U.S. The end?"
    assert split_prose(text) == [
        "Smith et al. [@a:f1] and J. Doe saw E. coli at 2.5 mg (Fig. 2).",
        "It rose [@b:f1].",
        "The U.S.",
        "The end?",
    ]


def test_headings_go_with_what_stood_under_them():
    """A heading under which no sentence is kept is dropped too, also when it is the last."""
    blocks = read_prose("### A\n\nOne. Two.\n\n### B\n\nThree.\n\n### C\n\nThree.")
    assert keep_sentences(blocks, lambda sentence: sentence != "Three.") == [Block(("A",), 3), Block(("One.", "Two."))]


def test_numbers_are_compared_by_value():
    """Thousands separators and trailing noughts make no other number; digits of names are no numbers."""
    assert find_numbers("1,234 of 2.50 in 2010-2015, .05 and 8.3%") == {"1234", "2.5", "2010", "2015", "0.05", "8.3"}
    assert find_numbers("IL-6, PM2.5, CO2 and COVID-19") == set()
    assert find_spelled_numbers("One of two, twenty-one or three hundred") == {"21", "300"}
    assert find_spelled_numbers("Forty\u2011two of fifty\u2010three") == {"42", "53"}
