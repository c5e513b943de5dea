"""Summaries hold only what the text says, each finding with the words it rests on."""

from __future__ import annotations

import re

import pytest

from storage.records.search import Work
from storage.records.writing import Page
from tasks.analysts.extractive.summary import summarise_work
from tasks.evidence.comments import is_comment
from tasks.metadata.paratext import name_paratext

WORK = Work("W1", "Hair cortisol and perceived stress in nurses")
TEXT = (
    "BACKGROUND: Chronic stress is a major problem in hospitals worldwide. METHODS: We measured hair cortisol in a "
    "sample of 120 nurses. RESULTS: Hair cortisol was associated with perceived stress (r = 0.3, P < .01). However, "
    "hair cortisol did not differ between wards. CONCLUSIONS: We conclude that hair cortisol reflects perceived stress "
    "in nurses. A limitation is the small sample from one hospital. "
    "Future research should follow nurses over several years."
    " © 2019 Elsevier B.V. All rights reserved."
)


def test_each_part_of_a_paper_is_found():
    """Findings, method, limitation, future work and background of a structured abstract land in their place."""
    summary = summarise_work(WORK, [Page("W1", 0, TEXT)])
    kinds = {finding.kind for finding in summary.findings}
    assert kinds == {"finding", "method", "limitation", "future_work", "background"}
    assert sum(finding.kind == "finding" for finding in summary.findings) == 2  # what turns another is one with it
    assert "small sample" in summary.limitations
    assert "several years" in summary.future_work
    assert "120 nurses" in summary.methodology
    assert "hair cortisol" in summary.themes


def test_a_work_without_text_has_no_findings():
    """Nothing is said of a work of which only the title is known."""
    summary = summarise_work(WORK, [Page("W1", 0, "  ")])
    assert (summary.findings, summary.source, summary.short) == ((), "title", "")


@pytest.mark.parametrize(
    "work",
    [
        Work("W1", "Retraction: Hair cortisol and perceived stress in nurses"),
        Work("W1", "Subject Index"),
        Work("W1", "Corrigendum to “Hair cortisol”"),
        Work("W1", "Hair cortisol", type="paratext"),
    ],
)
def test_a_notice_finds_nothing(work):
    """Whatever its text says, it is about another record."""
    assert summarise_work(work, [Page("W1", 0, TEXT)]).findings == ()


@pytest.mark.parametrize(
    "work",
    [
        Work("W1", "Editorial: hair at work"),
        Work("W1", "Reply to Smith"),
        Work("W1", "Hair", type="letter"),
        Work("W1", "Hair care in nurses: study protocol for a randomised trial"),
        Work("W1", "Hair care in nurses: rationale and design of a trial"),
    ],
)
def test_a_comment_has_no_results(work):
    """What it claims is told as what is known, and none of it is extracted as a result."""
    summary = summarise_work(work, [Page("W1", 0, TEXT)])
    assert summary.findings
    assert "finding" not in {finding.kind for finding in summary.findings}
    assert not [one for one in summary.extractions if one.finding_id]


@pytest.mark.parametrize(
    "title",
    [
        "Correction of refractive errors",
        "Response to shampoo in hair",
        "Editorial bias",
        "Contents of lead in hair",
        "Index of hair growth",
        "Correspondence analysis of hair",
        "Design and methods of hairdressers compared",
        "A protocol-driven clinic",
    ],
)
def test_a_work_on_corrections_or_responses_is_none(title):
    """Only the form of a title tells a notice or a comment."""
    work = Work("W1", title)
    assert name_paratext(work) is None
    assert not is_comment(work)


def test_a_project_note_is_called_one():
    """The source of the page decides how the summary's source is named."""
    assert summarise_work(WORK, [Page("W1", 0, TEXT, "project note")]).source == "project note"


def test_another_language_gives_no_sentences_to_quote():
    """Sentences without English function words are passed over instead of being quoted amid English prose."""
    text = "El cortisol capilar refleja el estrés crónico de las enfermeras. Los resultados muestran niveles muy altos."
    assert summarise_work(WORK, [Page("W1", 0, text)]).findings == ()


@pytest.mark.slow
@pytest.mark.parametrize("world", ["van_der_valk_2021", "ipbes"])
def test_findings_are_trimmed_quotes_of_real_abstracts(real_works, world):
    """On 300 real abstracts each quote is verbatim and the finding's words stand in it in the same order."""
    works = real_works(world, 300)
    findings = [(work, finding) for work in works for finding in work.summary.findings]
    assert len(findings) > 900
    for work, finding in findings:
        quote = finding.quote
        assert quote.text == work.work.abstract[quote.char_start : quote.char_end]
        assert _is_subsequence(_words(finding.text), _words(quote.text)), finding.text
        assert 5 <= len(finding.text.split()) <= 90  # 60, or 90 with the sentence that turns it
        assert finding.text[0] == finding.text[0].upper()
        assert finding.text[-1] in ".!”\"'\u2019"


@pytest.mark.slow
def test_short_summaries_keep_to_about_a_hundred_words(real_works):
    """The short form has at most a hundred words and a tenth, unless one sentence alone is longer."""
    lengths = [len(work.summary.short.split()) for work in real_works("van_der_valk_2021", 200)]
    assert max(lengths) <= 110
    assert sum(length > 50 for length in lengths) > 150


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _is_subsequence(words: list[str], of: list[str]) -> bool:
    rest = iter(of)
    return all(word in rest for word in words)


def test_an_effect_with_its_interval_is_among_the_findings():
    """However many sentences say more of what the title names; one effect, and no second, is added to them."""
    told = (
        "We studied naps of bakers. We found that naps of bakers made bakers better at kneading than tea did. "
        "We found that naps of bakers made bread better than tea did. We found that naps of bakers improved the mood "
        "of bakers. We conclude that naps of bakers improve baking more than tea. We found that bakers with naps of an "
        "hour were faster than others. "
    )
    burns = "Fewer burns of hands occurred in the shops (OR 0.52, 95% CI 0.31 to 0.84)."
    falls = "Fewer falls from the stairs occurred in the shops (OR 0.62, 95% CI 0.41 to 0.94)."
    work = Work("W1", "Naps of bakers")
    findings = [one for one in summarise_work(work, [Page("W1", 0, told + burns)]).findings if one.kind == "finding"]
    assert [one.quote.text for one in findings][-1] == burns
    more = summarise_work(work, [Page("W1", 0, f"{told}{burns} {falls}")]).findings
    assert sum(one.quote.text in {burns, falls} for one in more) == 1
