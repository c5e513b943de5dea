"""The analysis of a theme: plain prose about its works, or the extractive analysis."""

from __future__ import annotations

import dataclasses

import orjson
import pytest

from storage.core.errors import LitreviewError
from storage.records.search import Author, Plan
from storage.records.writing import Theme
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.llm.merged_themes import AnalysisParts, analyse_theme
from tasks.analysts.protocol import ThemeMaterial
from tasks.language_models.dialogue import Answer
from tests.benchmarks.servers.scripted.organizing import SCRIPTS
from tests.benchmarks.servers.scripted.protocol import read_blocks
from tests.tasks.analysts.anthropic.conducting import conduct, play
from tests.tasks.analysts.anthropic.crossed_groups import PLAN, make_work

WORKS = tuple(
    make_work(number, "nurses", authors=(Author("Jan van der Valk"), Author("Mia Østberg"))) for number in range(5)
)
IDS = tuple(read.work.work_id for read in WORKS)
MATERIAL = ThemeMaterial(
    PLAN, Theme("t1", "Nurses", "About nurses.", ("shift",), 0.2, IDS, IDS[:2], "merged", gaps="No men."), WORKS
)
GOOD = {
    "narrative": "Hair cortisol matters for nurses in each sample (Valk et al. 2000).",
    "timeline": "From 2000 to 2004.",
    "debates": "",
    "methods": "Hair was sampled, as Østberg (2003) did.",
    "questions": "Longer studies are needed.",
}


def make(**parts: str) -> str:
    return orjson.dumps(GOOD | parts).decode()


def test_a_valid_answer_is_the_analysis():
    """The five texts come back as they are, with who made them; works may be named by author and year of the data."""
    analysis, questions, remarks = conduct(analyse_theme(MATERIAL), lambda _: make())
    assert dataclasses.asdict(analysis) == GOOD | {"theme_id": "t1", "source": "anthropic"}
    assert len(questions) == 1
    assert remarks == []


@pytest.mark.parametrize(
    ("part", "text", "reason"),
    [
        ("narrative", "", "narrative is empty"),
        ("narrative", "Shown (Miller 2001).", "Miller 2001"),
        ("methods", "Shown by Miller et al. (2001).", "Miller et al. (2001"),
        ("timeline", "Begun by Østberg (1999).", "Østberg (1999"),
        ("debates", "Some say so [@author1].", "Markdown or citekeys"),
        ("debates", "So it is:\n- one side", "Markdown or citekeys"),
        ("questions", "See https://evil.example/now.", "questions"),
        ("questions", "why " * 700, "words together; about 350"),
    ],
)
def test_faults_are_named_and_asked_about_once_more(part, text, reason):
    """Works that are not there, citekeys, Markdown, links, length: the reason is given, the second answer counts."""
    answers = iter([make(**{part: text}), make()])
    analysis, questions, _ = conduct(analyse_theme(MATERIAL), lambda _: next(answers))
    assert analysis.source == "anthropic"
    assert reason in questions[1].correction
    assert len(questions) == 2


def test_years_and_places_are_no_works():
    """A year after a plain word, or words the data themselves put before a year, name no author."""
    text = "Since 2001 in Europe 2003 was the first year, and in 2004 (about 2003) more were published."
    analysis, questions, _ = conduct(analyse_theme(MATERIAL), lambda _: make(timeline=text))
    assert analysis.timeline == text
    assert len(questions) == 1


@pytest.mark.parametrize(
    "answer", [Answer("", "refusal"), make(narrative="By (Miller 2001).")], ids=["refused", "invalid"]
)
def test_without_a_valid_answer_the_sources_speak(answer):
    """Refused or invalid twice, the analysis is the extractive analyst's, and a remark says so."""
    analysis, _, remarks = conduct(analyse_theme(MATERIAL), lambda _: answer)
    assert analysis == ExtractiveAnalyst().analyse_theme(MATERIAL)
    assert [remark.kind for remark in remarks] == ["analysis not answered"]


def test_the_beginning_is_shared_by_all_themes():
    """Instructions and shared block are the same bytes for two themes and long enough to be cached; data differ."""
    other = ThemeMaterial(PLAN, dataclasses.replace(MATERIAL.theme, theme_id="t2", label="Others"), WORKS[:2])
    (_, [one], _), (_, [two], _) = (conduct(analyse_theme(m), lambda _: make(methods="")) for m in (MATERIAL, other))
    assert (one.instructions, one.shared) == (two.instructions, two.shared)
    assert len(one.instructions) > 4 * 1_024
    assert one.data != two.data
    assert read_blocks(one.shared)["review"]["topic"] == PLAN.topic


def test_a_long_theme_is_told_shortly_at_its_end():
    """Works beyond the fortieth are told by author, year and title; nothing is told of the plan in the data."""
    works = tuple(make_work(number, "nurses") for number in range(60))
    theme = dataclasses.replace(MATERIAL.theme, work_ids=tuple(read.work.work_id for read in works))
    _, [question], _ = conduct(
        analyse_theme(ThemeMaterial(PLAN, theme, works)), lambda _: make(narrative="So.", methods="")
    )
    blocks = read_blocks(question.data)
    assert len(blocks["works"]) == 60
    assert "findings" in blocks["works"][39]
    assert sorted(blocks["works"][40]) == ["authors", "citekey", "title", "year"]
    assert blocks["theme"]["gaps"] == "No men."
    assert question.answer is AnalysisParts


def test_a_work_without_a_citekey_is_an_error():
    """A work that could never be cited is named."""
    nameless = ThemeMaterial(PLAN, MATERIAL.theme, (dataclasses.replace(WORKS[0], citekey=""),))
    with pytest.raises(LitreviewError, match="W000"):
        conduct(analyse_theme(nameless), lambda _: make())


def test_scripted_analysis_of_real_works_is_valid(real_works):
    """The loopback's script analyses real works without an objection, at a length like the one asked for."""
    works = tuple(real_works("van_der_valk_2021", 30))
    ids = tuple(read.work.work_id for read in works)
    material = ThemeMaterial(Plan("hair cortisol"), Theme("t1", "Hair", "", (), 0.1, ids, ids[:1], "t"), works)
    analysis, questions, remarks = conduct(analyse_theme(material), play(SCRIPTS))
    assert analysis.source == "anthropic"
    assert 150 < sum(len(text.split()) for text in dataclasses.astuple(analysis)) < 500
    assert len(questions) == 1
    assert remarks == []
