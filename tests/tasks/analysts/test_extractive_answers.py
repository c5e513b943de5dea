"""By rule an answer is which way results that can be set side by side point, with every work counted and cited."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from storage.records.evidence import Consistency, Vote, VoteCount
from storage.records.search import Plan
from storage.records.writing import ReadWork
from tasks.analysts.extractive.answers import denies_relation, write_answers
from tasks.analysts.protocol import ReviewMaterial
from tasks.text.words import split_terms
from tests.tasks.analysts.anthropic.writing_material import make_review, read_sample

WORDS = 120


@pytest.fixture(scope="module")
def material() -> ReviewMaterial:
    """Return material of a review of works read by rule."""
    return make_review(read_sample(12))


def vote(read: ReadWork, direction: str, **given: Any) -> Vote:
    return Vote(read.citekey, read.summary.findings[0].finding_id, direction, **({"design": "", "n": None} | given))


def ask(material: ReviewMaterial, *counts: VoteCount, questions: tuple[str, ...] = ()) -> Any:
    plan = Plan("hair cortisol", questions=questions)
    return write_answers(replace(material, plan=plan, consistency=Consistency(counts)), WORDS)


def works(material: ReviewMaterial) -> list[ReadWork]:
    found = {read.citekey: read for theme in material.themes for read in theme.works if read.summary.findings}
    return list(found.values())


def test_each_side_is_counted_and_cited_with_a_finding_of_each_work(material):
    """What bears on the certainty is said, and that nobody judged it."""
    one, two, three, four = works(material)[:4]
    votes = (
        vote(one, "+", design="cohort study", n=120),
        vote(two, "+", n=1_405),
        vote(three, "0", design="cohort study"),
        vote(four, "mixed"),
    )
    draft = ask(material, VoteCount("obesity", "hair cortisol", votes))
    assert (
        "On obesity and hair cortisol, results of four works can be set side by side: two point to more hair cortisol "
        f"[@{one.citekey}; @{two.citekey}], one finds no difference or association [@{three.citekey}] and one has "
        f"results that differ [@{four.citekey}]."
    ) in draft.markdown.replace("\\", "")
    assert {claim.finding_id for claim in draft.claims} == {each.finding_id for each in votes}
    (answer,) = draft.answers
    assert (answer.question, answer.certainty, answer.direction) == ("hair cortisol", "not judged", "mixed")
    assert answer.consistency == "works that point the same way are two of four on obesity and hair cortisol"
    assert answer.designs == "cohort study (2), of four works"
    assert answer.size == "120 to 1,405, stated by two of four works"
    assert "Rules could read the direction of " in draft.markdown
    assert "agreement may be overstated" in draft.markdown


@pytest.mark.parametrize(
    ("text", "is_denied"),
    [
        ("Tea was taken with honey by most, although it was unrelated to long sleep or age.", True),
        ("Tea raised the pulse but did not change long sleep.", True),
        ("Walks raised the pulse, although they were unrelated to long sleep.", False),
        ("Tea was taken with honey, although walks were unrelated to long sleep.", False),
        ("Tea was taken with honey, and it was related to long sleep.", False),
    ],
)
def test_it_stands_for_the_one_side_that_was_named_before(text, is_denied):
    """So a denial counts whose clause names the other side alone, and not that of another thing."""
    assert denies_relation(text, [split_terms("tea"), split_terms("long sleep")]) is is_denied


def test_a_work_that_denies_the_relation_in_other_words_is_told_beside(material):
    """Else all of those that could be counted would seem to be all; what denies another relation is not told."""
    one, two, three, four = works(material)[:4]
    votes = vote(one, "+"), vote(two, "+")

    def say(read: ReadWork, text: str) -> ReadWork:
        first = replace(read.summary.findings[0], text=text, kind="finding")
        return replace(read, summary=replace(read.summary, findings=(first,)))

    said = {
        three.citekey: say(three, "Nurses slept badly, but tea was not associated with long sleep in any ward."),
        four.citekey: say(four, "Tea was not associated with long walks, whereas milk went with long sleep."),
    }
    themes = tuple(
        replace(theme, works=tuple(said.get(read.citekey, read) for read in theme.works)) for theme in material.themes
    )
    draft = ask(replace(material, themes=themes), VoteCount("tea", "long sleep", votes))
    told = draft.markdown.replace("\\", "")
    assert (
        f"Beside these, one further work finds no such link, in words that are not counted [@{three.citekey}]." in told
    )
    assert f"@{four.citekey}" not in told
    none = ask(replace(material, themes=themes), VoteCount("tea", "long sleep", (vote(one, "0"), vote(two, "0"))))
    assert "Beside these" not in none.markdown


def test_a_denial_in_a_works_own_short_form_is_told_beside(material):
    """The work says what the short form stands for, by which others name the outcome."""
    one, two, three = works(material)[:3]
    text = "In any ward, tea was not associated with LS."
    finding = replace(three.summary.findings[0], text=text, kind="finding")
    work = replace(three.work, abstract=f"We asked nurses for long sleep (LS). {text}")
    short = replace(three, work=work, summary=replace(three.summary, findings=(finding,)))
    themes = tuple(
        replace(theme, works=tuple(short if read.citekey == three.citekey else read for read in theme.works))
        for theme in material.themes
    )
    draft = ask(replace(material, themes=themes), VoteCount("tea", "long sleep", (vote(one, "+"), vote(two, "+"))))
    assert f"one further work finds no such link, in words that are not counted [@{three.citekey}]" in draft.markdown


def test_a_review_among_studies_is_said_to_be_one(material):
    """It may contain the studies beside it, and its n counts studies."""
    one, two = works(material)[:2]
    votes = vote(one, "+", design="systematic review", n=36), vote(two, "+", n=500)
    draft = ask(material, VoteCount("stress", "cortisol", votes))
    assert "results of two works, one of which is a review, can be set side by side" in draft.markdown
    assert draft.answers[0].size == "500, stated by one of two works"


def test_works_that_all_agree_are_said_to(material):
    """Two are both, three are all; the direction is that of two thirds at least."""
    reads = works(material)
    pair = VoteCount("stress", "cortisol", tuple(vote(read, "-") for read in reads[:2]))
    assert ": both point to less cortisol [" in ask(material, pair).markdown
    three = VoteCount("stress", "cortisol", tuple(vote(read, "-") for read in reads[:3]))
    draft = ask(material, three)
    assert ": all point to less cortisol [" in draft.markdown
    assert draft.answers[0].direction == "-"
    assert "all of three on stress and cortisol" in draft.answers[0].consistency


def test_a_question_gets_the_comparisons_that_share_its_words(material):
    """Each question stands as a heading; one that nothing can be set side by side for says so."""
    reads = works(material)
    counts = [
        VoteCount("night work", "sleep", tuple(vote(read, "-") for read in reads[:3])),
        VoteCount("obesity", "hair cortisol", tuple(vote(read, "+") for read in reads[:2])),
    ]
    draft = ask(material, *counts, questions=("Is cortisol higher in obesity?", "What of *bees*?"))
    cortisol, bees = draft.markdown.split("### ")[1:]
    assert "hair cortisol" in cortisol
    assert "night work" not in cortisol
    assert bees.startswith("What of \\*bees\\*?")
    assert "No results of different works could be set side by side" in bees
    assert [one.question for one in draft.answers] == ["Is cortisol higher in obesity?", "What of *bees*?"]


def test_a_work_whose_theme_was_dropped_is_in_no_answer(material):
    """A person may drop a theme: what the text tells nothing of is not counted there."""
    one, two = works(material)[:2]
    gone = VoteCount("stress", "cortisol", (vote(one, "+"), vote(two, "+"), Vote("gone2001", "f", "+", "", None)))
    draft = ask(material, gone)
    assert "no results of different works could be set side by side" in draft.markdown
    assert not draft.claims
