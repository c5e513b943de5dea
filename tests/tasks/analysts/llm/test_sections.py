"""Theme sections: what a model writes is taken only as far as it can be followed to findings of the theme's works."""

from __future__ import annotations

import dataclasses
import re

import orjson
import pytest

from storage.core.errors import LitreviewError
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.llm.citations import find_citations
from tasks.analysts.llm.prose import read_prose
from tasks.analysts.llm.section_checks import list_sentences
from tasks.analysts.llm.sections import write_theme
from tasks.citations.pandoc import find_citekeys
from tasks.language_models.dialogue import Answer, Dialogue
from tasks.text.cleaning import count_words
from tests.benchmarks.servers.scripted.protocol import read_blocks
from tests.tasks.analysts.anthropic.conducting import conduct
from tests.tasks.analysts.anthropic.writing_material import (
    alter,
    answer_by_script,
    make_theme,
    read_sample,
    without_citekey,
)

WORKS = read_sample(24)
THEME = make_theme(WORKS)
ANALYSIS = ExtractiveAnalyst().analyse_theme(THEME)
WORDS = 600
KEY = WORKS[0].citekey
TEXT = WORKS[0].summary.findings[0].text.rstrip(".")


def write(words: int = WORDS) -> Dialogue:
    return write_theme(THEME, ANALYSIS, words)


@pytest.fixture(scope="module")
def written():
    """Return draft, questions and remarks of a section that the script wrote."""
    return conduct(write(), answer_by_script)


def test_a_valid_section_is_taken(written):
    """One question, no remark; the length is kept, the subheadings stand, and it says who wrote it."""
    draft, questions, remarks = written
    assert (len(questions), remarks, draft.produced_by) == (1, [], "anthropic")
    assert abs(count_words(draft.markdown) - WORDS) <= 0.15 * WORDS
    assert re.findall(r"^#+ ", draft.markdown, re.MULTILINE) == ["### "] * 4


def test_citations_and_claims_agree(written):
    """The text holds citekeys without refs; each citing sentence is claimed for each of its works, on its finding."""
    draft, _, _ = written
    findings = {finding.finding_id: read.citekey for read in WORKS for finding in read.summary.findings}
    assert ":f" not in draft.markdown
    assert set(find_citekeys(draft.markdown)) == {claim.citekey for claim in draft.claims}
    for claim in draft.claims:
        assert claim.sentence in draft.markdown
        assert f"@{claim.citekey}" in claim.sentence
        assert findings[claim.finding_id] == claim.citekey


def test_what_must_be_cited_is_asked_for_and_cited(written):
    """Key works and those cited most must be cited, and as many works as the words allow."""
    draft, questions, _ = written
    task = read_blocks(questions[0].data)["task"]
    assert task["must_cite"][:2] == [WORKS[0].citekey, WORKS[1].citekey]
    assert set(task["must_cite"]) <= set(find_citekeys(draft.markdown))
    assert 3 <= len(task["must_cite"]) <= task["cite_at_least"] <= len(set(find_citekeys(draft.markdown)))
    few = read_blocks(conduct(write(200), answer_by_script)[1][0].data)["task"]
    assert few["cite_at_least"] <= 200 / 30


def test_two_themes_share_the_prompt_and_the_review(written):
    """Everything that differs between themes stands in the data, so that the beginning can be cached."""
    other = make_theme(WORKS[5:], 1)
    question = conduct(write_theme(other, ANALYSIS, 300), answer_by_script)[1][0]
    first = written[1][0]
    assert (question.instructions, question.shared) == (first.instructions, first.shared)
    assert question.data != first.data


# How an answer is spoilt by one more sentence, and what the correction says.
FAULTS = {
    "unknown citekey": (f"{TEXT} [@bogus2000hair:f1].", "is no citekey"),
    "unknown ref": (f"{TEXT} [@{KEY}:f77].", "has no finding 'f77'"),
    "uncited number": ("Some 4711 people were seen in all.", "the number 4711"),
    "number that the source does not state": (f"{TEXT} in 4711 people [@{KEY}:f1].", "the number 4711"),
    "HTML": ("It is <b>bold</b> to say so.", "HTML"),
    "a link": ("More stands at https://example.org/x today.", "a link"),
    "a list": ("\n\n- one thing\n- another thing\n\n", "no lists"),
    "another heading": ("\n\n## Conclusion\n\nSo it is.", "headings are of level 3"),
    "a citation without ref": (f"{TEXT} [@{KEY}].", "is no citation of the form"),
    "another matter": (f"Volcanoes erupt on distant moons [@{KEY}:f1].", "shares too few words"),
    "an absence": ("No study has followed the ward's staff into retirement.", "of the literature and cites nothing"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_fault_is_asked_about_once_and_mended(case):
    """The second question gives the reason as data; a second answer without the fault is taken without a remark."""
    more, reason = FAULTS[case]
    draft, questions, remarks = conduct(
        write(),
        lambda question: (
            answer_by_script(question)
            if question.correction
            else alter(question, markdown=lambda text: f"{text} {more}")
        ),
    )
    assert reason in questions[1].correction
    assert remarks == []
    assert draft == conduct(write(), answer_by_script)[0]


@pytest.mark.parametrize("case", FAULTS)
def test_of_a_fault_that_stays_nothing_reaches_the_review(case, written):
    """Twice faulty: the sentence at fault is dropped with a remark, all others stay."""
    more, _ = FAULTS[case]
    draft, questions, remarks = conduct(
        write(), lambda question: alter(question, markdown=lambda text: f"{text} {more}")
    )
    assert len(questions) == 2
    assert [remark.kind for remark in remarks] == ["section kept in part"]
    assert draft.produced_by == "anthropic"
    for foreign in ("bogus", "f77", "4711", "<b>", "https", "thing", "Volcanoes", "Ignore", "\n## ", "retirement"):
        assert foreign not in draft.markdown + remarks[0].message
    kept = list_sentences(read_prose(draft.markdown))
    assert len(set(list_sentences(read_prose(written[0].markdown))) - set(kept)) <= 1


def test_the_length_alone_is_asked_about_and_then_kept():
    """A text too long stays as it is after the second try, the nearer of both, with a remark about the words."""
    replies = iter((1.6, 1.3))

    def answer(question):
        words = WORDS * next(replies)
        data = question.data.replace(f'"words":{WORDS}', f'"words":{round(words)}')
        return answer_by_script(dataclasses.replace(question, data=data))

    draft, questions, remarks = conduct(write(), answer)
    assert "must have 600" in questions[1].correction
    assert [remark.kind for remark in remarks] == ["section of another length"]
    assert 1.2 * WORDS < count_words(draft.markdown) < 1.4 * WORDS


def test_a_text_of_less_than_half_the_length_is_not_kept():
    """What is much too short is no section, even if nothing else is wrong with it."""
    write_short = write_theme(make_theme(WORKS[:3]), ANALYSIS, 400)

    def answer(question):
        return answer_by_script(dataclasses.replace(question, data=question.data.replace('"words":400', '"words":120')))

    draft, _, remarks = conduct(write_short, answer)
    assert draft.produced_by == "extractive"
    assert "checks rejected length;" in remarks[0].message


def test_coverage_is_demanded():
    """An answer without the works that must be cited, or with too few citing sentences, is rejected with the reason."""

    def answer(question):
        return alter(question, markdown=lambda text: re.sub(r" \[@[^\]]*\](?=\.)", "", text))

    draft, questions, remarks = conduct(write(), answer)
    for reason in ("these works must be cited", "at least", "of the sentences cite"):
        assert reason in questions[1].correction
    # A floor is an objection and no knife: no sentence goes for what the text as a whole lacks.
    assert remarks[0].kind == "section kept in part"
    assert sum(not find_citations(sentence) for sentence in list_sentences(read_prose(draft.markdown))) > 5
    assert draft.produced_by == "anthropic"


def test_sentences_that_argue_stay():
    """Half of the sentences cite nothing: they open, compare, infer and sum up, and none of them is lost."""

    def answer(question):
        said = "Taken together, these accounts differ less in what they saw than in what they take it to mean."
        return alter(question, markdown=lambda text: re.sub(r"(?<=\]\.)(?= |$)", f" {said}", text))

    draft, questions, remarks = conduct(write(), answer)
    assert draft.markdown.count("Taken together") > 5
    assert not any("cite" in reason for reason in questions[-1].correction.splitlines() if "%" in reason)
    assert {remark.kind for remark in remarks} <= {"section of another length"}


UNUSABLE = {
    "refusal": Answer("", "refusal"),
    "cut": Answer('{"outline": [', "max_tokens"),
    "no JSON": Answer("Here is the section.", "end_turn"),
    "a tool": Answer("{}", "end_turn", called_tool=True),
    "next to nothing": Answer(orjson.dumps({"outline": [], "markdown": "Much is known."}).decode(), "end_turn"),
}


@pytest.mark.parametrize("case", UNUSABLE)
def test_without_a_usable_answer_the_sources_speak(case):
    """The extractive section stands in and says so; the remark names section and reason."""
    draft, _, remarks = conduct(write(), lambda _: UNUSABLE[case])
    assert draft == ExtractiveAnalyst().write_theme(THEME, ANALYSIS, WORDS)
    assert draft.produced_by == "extractive"
    assert [remark.kind for remark in remarks] == ["section not answered"]
    assert THEME.theme.label in remarks[0].message


def test_a_work_without_citekey_stops_the_section():
    """The error names the work before anything is asked."""
    with pytest.raises(LitreviewError, match=WORKS[-1].work.work_id):
        conduct(write_theme(without_citekey(THEME), ANALYSIS, WORDS), answer_by_script)


def test_a_theme_without_findings_asks_nothing():
    """Where nothing could be cited no model is asked."""
    silent = [dataclasses.replace(read, summary=dataclasses.replace(read.summary, findings=())) for read in WORKS]
    draft, questions, _ = conduct(write_theme(make_theme(silent), ANALYSIS, WORDS), answer_by_script)
    assert (questions, draft.produced_by) == ([], "extractive")


def test_later_works_of_a_large_theme_are_told_in_brief():
    """All works stay in the data; those beyond sixty with two findings at most."""
    many = make_theme([*WORKS * 3])
    works = read_blocks(conduct(write_theme(many, ANALYSIS, WORDS), answer_by_script)[1][0].data)["works"]
    assert len(works) == 72
    assert max(len(work["findings"]) for work in works[60:]) <= 2 < max(len(work["findings"]) for work in works)
