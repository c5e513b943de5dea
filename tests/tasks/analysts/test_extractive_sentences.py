"""Sentences of abstracts are cut where a reader would cut them, and their offsets are exact."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.analysts.extractive.sentences import split_sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Some taxa (e.g. S. aureus) grew. Others, i.e. E. coli, did not.", 2),
        ("Smith et al. (2019) differ from us, cf. Fig. 2 and vs. Table 1. The rest agrees.", 2),
        ("We assessed the cost of walking v. Swimming in two towns. Walking cost less.", 2),
        ("Cortisol was higher (P < .001) at 5.4 pg/mg. Controls had 3.2 pg/mg.", 2),
        ("Weight rose (2.9 v . 0.4 kg) with the syrup. Sleep did not.", 2),
        ("Trade in the U.S. market fell. Prices rose by approx. 3 percent.", 2),
        ("Dr. J. B. Smith led the survey. It ran for a year!", 2),
        ("The model fitted well.Results were stable in time.", 2),
        ("These are cancer stem cells (CSC).Twenty patients gave some.", 2),
        ("Ten reached the dosage of 36 mg.Overall, the data suggest that it is safe.", 2),
        ("Body mass was 30 (kg/m2).Associations were weak.", 2),
        ("It took a 12-month training.TN-A did more than usual training (UT).TN-A may be good.", 3),
        ("All had the drug in group C.A total of 109 took part.", 2),
        ("Patients had hemophilia A. Long-term use was safe.", 2),
        ("In S. aureus and E. coli of www.Nature.com, by J. Smith and A.B. Lee, 3.5 mg fell.", 1),
        ("Node.js and ASP.NET run version 2.1.", 1),
        ("结果显示皮质醇升高。压力增加了。", 2),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text, expected):
    """A full stop after an abbreviation, an initial or inside a number does not cut; one that lost its blank does."""
    assert len(split_sentences(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BackgroundThe stress of caring was high.", ("The stress of caring was high.", "background")),
        ("Introduction As a result of war, prices rose.", ("As a result of war, prices rose.", "background")),
        ("Expert opinion: As it leads, we follow.", ("As it leads, we follow.", "conclusion")),
        ("Design Science guides the work of many.", ("Design Science guides the work of many.", "")),
    ],
)
def test_a_label_run_together_with_its_sentence_is_left_out(text, expected):
    """Labels without colon or blank are recognised by what begins a sentence after them."""
    found = split_sentences(text)
    assert [(sentence.text, sentence.section) for sentence in found] == [expected]


def test_labels_run_together_on_both_sides_cut():
    """Where labels stand without any blank, the stop before them ends a sentence, and what follows has its section."""
    text = "MethodsWe weighed 20 loaves in each shop.ResultsA loaf cost 5% less.ConclusionsBread was cheap."
    assert [(sentence.text, sentence.section) for sentence in split_sentences(text)] == [
        ("We weighed 20 loaves in each shop.", "method"),
        ("A loaf cost 5% less.", "finding"),
        ("Bread was cheap.", "conclusion"),
    ]


def test_section_labels_are_left_out_and_remembered():
    """Labels of structured abstracts are not part of a sentence, which keeps the section it stands in."""
    text = (
        "BACKGROUND: Stress is common. METHODS: We measured hair. RESULTS: Hair cortisol rose. FUNDING: A grant paid."
    )
    found = split_sentences(text)
    assert [(s.text, s.section) for s in found] == [
        ("Stress is common.", "background"),
        ("We measured hair.", "method"),
        ("Hair cortisol rose.", "finding"),
    ]


def test_a_label_cuts_where_the_full_stop_before_it_is_missing():
    """Labels that follow on a sentence without a stop begin the next one, and are part of neither."""
    text = (
        "Objectives of the study: The paper looks at how villagers share in ecotourism Findings: The main result is "
        "that few villages take part. Originality/ Relevance: Reviews of the matter are few"
    )
    assert [(sentence.text, sentence.section) for sentence in split_sentences(text)] == [
        ("The paper looks at how villagers share in ecotourism", "aim"),
        ("The main result is that few villages take part.", "finding"),
        ("Reviews of the matter are few", "aim"),
    ]


def test_labels_without_colon_are_recognised_among_their_siblings():
    """Emerald's bare labels count where several stand in one text, and not where a word merely looks like one."""
    text = "Purpose This paper looks at banks. Design/methodology/approach The authors asked. Findings Banks lend."
    assert [s.section for s in split_sentences(text)] == ["aim", "method", "finding"]
    plain = split_sentences("Design Science guides the work. It is useful.")
    assert plain[0].text == "Design Science guides the work."


@pytest.mark.parametrize(
    "tail",
    ["© 2019 Elsevier B.V. All rights reserved.", "Copyright 2004 by the Society.", "Published by Elsevier Ltd."],
)
def test_copyright_tails_are_no_sentences(tail):
    """What the publisher adds is not a sentence of the work."""
    assert [s.text for s in split_sentences(f"Forests store carbon. {tail}")] == ["Forests store carbon."]


def test_markup_is_left_out_of_the_text_but_not_of_the_place():
    """Tags and entities disappear from the sentence; its offsets still cut the page verbatim."""
    page = "<jats:p>Yields of <i>Zea mays</i> fell &lt; 5 percent.</jats:p> <jats:p>Rain was scarce.</jats:p>"
    first = split_sentences(page)[0]
    assert first.text == "Yields of Zea mays fell < 5 percent."
    assert page[first.start : first.end].startswith("Yields of <i>Zea")


@given(st.text(max_size=400))
def test_any_text_gives_sentences_that_lie_on_the_page(text):
    """Whatever a catalogue holds, the splitter ends, and sentences are ordered, disjoint spans of the page."""
    end = 0
    for sentence in split_sentences(text):
        assert end <= sentence.start < sentence.end <= len(text)
        end = sentence.end


def test_very_long_texts_are_bounded():
    """Only the first 20,000 characters are read."""
    assert max(s.end for s in split_sentences("Trees grow in woods. " * 5_000)) <= 20_000


def test_highlights_are_sentences_without_their_bullets():
    """Bullet points end and begin sentences, and the bullet is no part of them."""
    assert [s.text for s in split_sentences("• Trees grow. • Rivers flow.")] == ["Trees grow.", "Rivers flow."]


def test_a_label_in_capitals_and_the_plural_leaves_no_letter_behind():
    """The S of "METHODS" is not the first word of the sentence after it, though labels may be run together with it."""
    page = "METHODS Tea was given. CONCLUSIONS Tea helps nurses. ResultsThey slept. MethodsA total of ten drank tea."
    assert [(s.section, s.text) for s in split_sentences(page)] == [
        ("method", "Tea was given."),
        ("conclusion", "Tea helps nurses."),
        ("finding", "They slept."),
        ("method", "A total of ten drank tea."),
    ]


def test_a_headline_without_a_full_stop_is_no_part_of_the_first_sentence():
    """A name with an article inside a sentence is."""
    text = "Crossing the lines of mowing The lime idea (LI) has grown old. Hay is dear."
    assert [one.text for one in split_sentences(text)][1:] == ["The lime idea (LI) has grown old.", "Hay is dear."]
    whole = "Hay is dear in the work The lime idea. It was cheap."
    assert len(split_sentences(whole)) == len(["Hay", "It"])


def test_a_blank_lost_behind_a_semicolon_is_put_back():
    """In what is told; the quote stays as it is on its page."""
    (one,) = split_sentences("Hay is dear;the straw is not.")
    assert one.text == "Hay is dear; the straw is not."


def test_a_label_in_capitals_run_together_on_both_sides_cuts():
    """As where a page lost the blanks around the heads of its parts, also behind a bracket."""
    text = (
        "Is hay dear in all of June?METHODSDesign: Fields were cut at random.RESULTSThe hay was dear in June."
        "CONCLUSIONSEarly hay pays (in most valleys).NOTESNo hay was burnt."
    )
    assert [one.text for one in split_sentences(text)] == [
        "Is hay dear in all of June?",
        "Fields were cut at random.",
        "The hay was dear in June.",
        "Early hay pays (in most valleys).",
        "No hay was burnt.",
    ]


def test_a_label_of_two_parts_is_no_part_of_its_sentence():
    """The label "Discussion/Conclusion:" says where a sentence stands."""
    (one,) = split_sentences("Discussion/Conclusion: Early hay pays in most valleys.")
    assert (one.text, one.section) == ("Early hay pays in most valleys.", "conclusion")
    (one,) = split_sentences("Conservation implications: Early hay pays in most valleys.")
    assert (one.text, one.section) == ("Early hay pays in most valleys.", "implication")
