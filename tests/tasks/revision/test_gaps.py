"""Gaps without a model, topics explored, works placed, texts that hold, and numbers put right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.records.search import Plan, Work
from storage.records.writing import Claim, Draft, ReadWork, Summary, Theme, WrittenSection
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.extractive.facts import restate_numbers, restate_theme
from tasks.revision.gaps import Classic, Gap, GapMaterial, is_explored, note_gap, read_gap, speaks_of
from tasks.revision.placing import changed_paragraphs, nearest_theme, object_to_integration, place_works

GAP = Gap(
    "allostatic load", "underlying_theory", "It is missing.", ("allostatic load",), "Say so.", ("s",), "", ("W1",)
)
ANSWERED = "Kites rose with the evening wind over dunes [@a]. Storks left the marsh before the frost [@b]."


def _read(work_id: str, title: str) -> ReadWork:
    return ReadWork(Work(work_id, title), work_id.lower(), Summary(work_id, "", "", "", (), "", (), "abstract"))


def _theme(theme_id: str, label: str, *work_ids: str) -> Theme:
    return Theme(theme_id, label, "", (), 0.0, work_ids, (), "by hand")


def _material(text: str, *questions: str, **more: object) -> GapMaterial:
    facts: dict[str, object] = {"loop": "theory", "explored": (), "classics": ()} | more
    sections = (WrittenSection("abstract", "Abstract", "Marsh frost storks left."), WrittenSection("t", "T", text))
    return GapMaterial(plan=Plan("birds", questions=questions), sections=sections, themes=(), **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("topic", "explored", "same"),
    [
        ("allostatic load", (), False),
        ("the load, allostatic", ("Allostatic loads",), True),
        ("allostatic load and cortisol rhythm", ("allostatic load",), False),
        ("of the and", (), True),
        ("sense of coherence in work", ("work and its sense of coherence",), True),
    ],
)
def test_topics_are_compared_by_their_words(topic, explored, same):
    """Order, function words and plurals do not make another topic; a topic of no words is none."""
    assert is_explored(topic, explored) is same


def test_a_gap_is_kept_by_its_note():
    """What is read from the note is the gap that it was made of."""
    assert read_gap(note_gap("theory", 1, 1001, GAP)) == GAP


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("When do storks leave the marsh?", False),
        ("How do owls hear voles below snow?", True),
        ("Which birds are there?", True),
    ],
)
def test_a_question_is_open_when_no_paragraph_with_sources_takes_it_up(question, found):
    """Words of sentences that cite nothing, and of the abstract, answer nothing."""
    diagnosis = ExtractiveAnalyst().find_gap(_material(f"Owls hear voles below snow.\n\n{ANSWERED}", question))
    assert bool(diagnosis.gap) is found
    if diagnosis.gap:
        assert diagnosis.gap.topic == question.rstrip("?")


def test_an_open_question_is_searched_for_once():
    """After it was explored, or without questions, the text passes."""
    question = "How do owls hear voles?"
    analyst = ExtractiveAnalyst()
    assert analyst.find_gap(_material(ANSWERED, question)).gap is not None
    assert analyst.find_gap(_material(ANSWERED, question, explored=(question,))).gap is None
    assert analyst.find_gap(_material(ANSWERED)).gap is None


def test_classics_that_nobody_judged_are_a_gap_of_the_literature():
    """All of them at once; none where there are none."""
    classics = (Classic("W8", "On owls", 5), Classic("W9", "On voles", 3))
    gap = ExtractiveAnalyst().find_gap(_material(ANSWERED, loop="literature", classics=classics)).gap
    assert gap is not None
    assert (gap.work_ids, gap.queries) == (("W8", "W9"), ())
    none = ExtractiveAnalyst().find_gap(_material(ANSWERED, loop="literature"))
    assert none.gap is None
    again = _material(ANSWERED, loop="literature", classics=classics, explored=(gap.topic,))
    explored = ExtractiveAnalyst().find_gap(again)
    assert explored.gap is None
    assert "explored before" in explored.reason != none.reason


def test_a_work_is_of_the_gap_that_it_has_half_the_words_of():
    """Works named by a gap without queries always are."""
    assert speaks_of(Work("W1", "Load and its measures"), GAP)
    assert not speaks_of(Work("W1", "Loans and their measures"), GAP)
    assert speaks_of(Work("W1", "Anything"), Gap("x", "y", "", (), ""))


def test_works_join_the_theme_that_cites_them_or_the_nearest():
    """The path says which of both, and on which topic they were sought."""
    corpus = {read.work.work_id: read for read in (_read("W1", "owl hearing"), _read("W2", "stork migration"))}
    themes = [_theme("t1", "Owls", "W1"), _theme("t2", "Storks", "W2")]
    late = [_read("W3", "migration of storks"), _read("W4", "hearing in owls")]
    corpus |= {read.work.work_id: read for read in late}
    assert [nearest_theme(read, themes, corpus).theme_id for read in late] == ["t2", "t1"]
    paths = place_works(late, {"t2": ("w4",)}, themes, corpus, "flight")
    assert [(path.work_id, path.theme_id, path.action) for path in paths] == [
        ("W3", "t2", "expansion"),
        ("W4", "t2", "expansion"),
    ]
    assert "nearest" in paths[0].reason
    assert "cited there" in paths[1].reason


@pytest.mark.parametrize(
    ("after", "claims", "reason"),
    [
        ("Kites rose [@a]. Owls hear [@n].\n", (Claim("Owls hear [@n].", "n", "f"),), ""),
        ("Owls hear [@n].\n", (Claim("Owls hear [@n].", "n", "f"),), "citations were lost: a"),
        ("Kites rose [@a]. Owls hear [@n; @x].\n", (), "citations are of works outside the corpus: x"),
        ("Kites rose [@a; @b].\n", (), "none of the works found is cited"),
        ("Kites rose [@a]. Owls hear [@n].\n", (), "a new citation rests on no finding"),
        (
            "Kites rose [@a]. Owls hear [@n].\n",
            (Claim("Owls hear [@n].", "n", None),),
            "a new citation rests on no finding",
        ),
    ],
)
def test_a_text_holds_when_it_keeps_its_citations_and_adds_new_ones_on_findings(after, claims, reason):
    """Anything else is rejected with its reason."""
    assert object_to_integration("Kites rose [@a].\n", Draft(after, claims), {"a", "b", "n"}, {"n"}) == reason


def test_no_text_is_rejected():
    """An analyst that made nothing of the works leaves the section as it was."""
    assert object_to_integration("Kites rose [@a].\n", None, {"a"}, {"n"}) == "no text that holds was written"


@pytest.mark.parametrize(
    ("after", "places"),
    [
        ("a\n\nb\n\nc\n", ()),
        ("a\n\nx\n\nc\n", (1,)),
        ("a\n\nb\n\nc\n\nd\n", (2,)),
        ("b\n\nc\n", (0,)),
        ("d\n\na\n\nb\n\nc", (0,)),
    ],
)
def test_paragraphs_that_changed_are_counted_in_the_text_before(after, places):
    """One that was added stands for the one it follows."""
    assert changed_paragraphs("a\n\nb\n\nc\n", after) == places


BEFORE = {
    "corpus": 12,
    "screened": 12,
    "relevant": 40,
    "themes": 3,
    "queries": 9,
    "findings": 60,
    "coverage_delta": 0.12,
    "beyond_tier": 28,
    "not_reached": 92,
    "kept_share": 0.377,
    "recall_kept": 0.355,
    "first_year": 1991,
    "last_year": 2020,
}
AFTER = BEFORE | {"corpus": 15, "screened": 31, "relevant": 43, "themes": 4, "queries": 11, "findings": 71}
AFTER |= {"beyond_tier": 25, "not_reached": 96, "kept_share": 0.445, "recall_kept": 0.419, "first_year": 1987}


@pytest.mark.parametrize(
    ("text", "restated"),
    [
        ("It asks nine queries of 3 themes.", "It asks eleven queries of 4 themes."),
        (
            "It rests on twelve works, chosen from 12 that were screened.",
            "It rests on 15 works, chosen from 31 that were screened.",
        ),
        ("Twelve works led to 60 findings.", "Twelve works led to 71 findings."),
        ("Of 40 relevant works 40 percent are old.", "Of 43 relevant works 40 percent are old."),
        ("Nurses made 60 findings [@a].", "Nurses made 60 findings [@a]."),
        ("See Table 12, works of 112 texts.", "See Table 12, works of 112 texts."),
        (
            "Of the relevant works 37.7% are in it, an estimated 35.5%; 28 works judged relevant were left out.",
            "Of the relevant works 44.5% are in it, an estimated 41.9%; 25 works judged relevant were left out.",
        ),
        ("The size left out 28 that had been judged relevant.", "The size left out 25 that had been judged relevant."),
        ("In that order 92 works stood too low.", "In that order 96 works stood too low."),
        ("It holds works published between 1991 and 2020.", "It holds works published between 1987 and 2020."),
        ("The disorder was renamed in 1991.", "The disorder was renamed in 1991."),
        ("In 1991 a third, 37.7% of them, left [@a].", "In 1991 a third, 37.7% of them, left [@a]."),
    ],
)
def test_counts_are_put_right_where_they_are_counts_of_the_review(text, restated):
    """Not in sentences that cite, not where nothing tells which count is meant, and not parts of other numbers."""
    assert restate_numbers(f"{text}\n", BEFORE, AFTER) == f"{restated}\n"


def test_a_theme_counts_the_works_that_joined_it():
    """The extractive analyst's opening says how many works there are; all else stays."""
    works = [_read("W1", "owls"), _read("W2", "owls"), _read("W3", "owls")]
    for most in (
        "Of these works, Lee et al. (2001) is cited most within the corpus, by three others.",
        "Within the corpus, Lee et al. (2001) is cited most, by three other works.",
    ):
        text = f"This theme brings together two works. By date, so. {most}\n"
        assert restate_theme(text, works) == text.replace("two works", "three works")
        cited = [replace(works[0], in_degree=4), *works[1:]]
        told = "Of these works, “owls” (n.d.) is cited most within the corpus, by four others."
        assert restate_theme(text, cited) == text.replace("two works", "three works").replace(most, told)
