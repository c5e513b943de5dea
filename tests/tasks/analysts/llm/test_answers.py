"""Each research question gets its answer with certainty and reasons; what no data carry is left out of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import orjson
import pytest

from storage.records.evidence import Consistency, Contradiction, Side, Vote, VoteCount
from tasks.analysts.certainty import HEADING
from tasks.analysts.llm.answers import write_answers
from tasks.analysts.llm.consistency import describe_consistency, list_counted
from tasks.analysts.llm.shown_data import (
    choose_answering_works,
    choose_compared_works,
    choose_leading_works,
    describe_briefly,
)
from tests.benchmarks.servers.scripted.protocol import read_blocks
from tests.tasks.analysts.anthropic.conducting import conduct
from tests.tasks.analysts.anthropic.writing_material import make_review, read_sample

WORDS = 30
ASKED = ("Does night work raise cortisol?", "In whom?")


@pytest.fixture
def material() -> Any:
    """Return material of a review with two questions whose works can be cited."""
    made = make_review(read_sample(12))
    return replace(made, plan=replace(made.plan, questions=ASKED))


def cite(material: Any) -> tuple[str, str]:
    """Return a sentence in the words of a finding, and its citation."""
    read = next(read for theme in material.themes for read in theme.works if read.summary.findings)
    return read.summary.findings[0].text.rstrip("."), f"[@{read.citekey}:f1]"


def answer(material: Any, number: int, **given: Any) -> dict[str, Any]:
    said, cited = cite(material)
    words = said.split()
    text = " ".join((words * 9)[: WORDS - 2])
    return {
        "question": number,
        "consistency": "Results agree.",
        "designs": "Designs differ.",
        "size": "Samples are small.",
        "directness": "Adults, as asked.",
        "direction": "+",
        "certainty": "low",
        "markdown": f"{text[:1].upper()}{text[1:]} {cited}.",
    } | given


def write(material: Any, *answers: Any) -> tuple[Any, Any, Any]:
    told = iter(answers)
    return conduct(
        write_answers(material, WORDS), lambda _: orjson.dumps({"answers": next(told, answers[-1])}).decode()
    )


def test_every_question_has_its_answer_its_certainty_and_its_works(material):
    """Under the question as heading; the certainty and its reasons follow the text and are on record."""
    draft, questions, remarks = write(material, [answer(material, 1), answer(material, 2, direction="")])
    assert not remarks
    assert [block["question"] for block in read_blocks(questions[0].data)["questions"]] == list(ASKED)
    assert draft.markdown.count("\n### ") + draft.markdown.startswith("### ") == 2
    told = "Certainty (judged by a language model): low. Consistency: Results agree. Designs: Designs differ."
    assert draft.markdown.count(told) == 2
    assert [(one.question, one.direction, one.certainty) for one in draft.answers] == [
        (ASKED[0], "+", "low"),
        (ASKED[1], "", "low"),
    ]
    assert draft.claims
    assert all(claim.finding_id for claim in draft.claims)


def test_reasons_and_sentences_that_no_data_carry_are_left_out(material):
    """Asked for again once; then the reason is dropped, the sentence too, and the rest of the answer stands."""
    _, cited = cite(material)
    good = answer(material, 1)
    bad = good | {
        "size": "In 98,765 people.",
        "designs": "As [@somebody2020] says.",
        "markdown": f"{good['markdown']} It was 98,765 times higher {cited}.",
    }
    draft, questions, remarks = write(material, [bad, answer(material, 2)])
    assert len(questions) == 2
    assert "98765" in questions[1].correction
    assert "98,765" not in draft.markdown
    assert "somebody2020" not in draft.markdown
    assert (draft.answers[0].size, draft.answers[0].designs) == ("", "")
    assert draft.answers[0].consistency == "Results agree."
    assert [remark.kind for remark in remarks] == ["answers answered with faults"]


def test_a_question_left_unanswered_is_reported(material):
    """The other answer stands."""
    draft, _, remarks = write(material, [answer(material, 2)])
    assert [one.question for one in draft.answers] == [ASKED[1]]
    assert "question not answered" in [remark.kind for remark in remarks]


def test_votes_are_shown_and_may_be_counted(material):
    """A count of the votes may stand in a reason; one beyond them may not."""
    keys = [read.citekey for theme in material.themes for read in theme.works if read.summary.findings][:2]
    votes = tuple(Vote(key, "f", "+", "cohort study", 10) for key in keys)
    told = replace(material, consistency=Consistency((VoteCount("night work", "cortisol", votes),)))
    counted = answer(material, 1, consistency=f"{len(keys)} of {len(keys)} works agree.")
    draft, questions, remarks = write(told, [counted, answer(material, 2)])
    assert read_blocks(questions[0].data)["votes"] == [
        {"exposure": "night work", "outcome": "cortisol", "more": keys, "designs": {"cohort study": len(keys)}}
    ]
    assert not remarks
    assert draft.answers[0].consistency == counted["consistency"]
    _, questions, _ = write(told, [answer(material, 1, consistency="977 of 977 agree."), answer(material, 2)])
    assert len(questions) == 2


def test_reviews_among_the_votes_are_named():
    """They may contain the studies beside them."""
    votes = (Vote("a2001", "f", "+", "systematic review", 30), Vote("b2002", "f", "+", "cohort study", 900))
    told = describe_consistency(Consistency((VoteCount("night work", "cortisol", votes),)), {"a2001", "b2002"})
    assert told["votes"][0]["reviews"] == ["a2001"]


def test_without_a_usable_answer_the_rules_answer(material):
    """Nothing is lost: each question has what rules can say."""
    draft, _, remarks = write(material, [answer(material, 9)])
    assert [one.certainty for one in draft.answers] == ["not judged", "not judged"]
    assert remarks


def test_every_comparison_has_its_turn_among_the_contradictions():
    """Two pairs of each at most, opposite ones and those that differ in most first, of works that may be cited."""

    def side(key: str, direction: str) -> Side:
        return Side(key, "f", direction, "", "", "", "", "", "", "")

    pairs = [
        Contradiction("stress", "cortisol", "opposite", side("a", "+"), side(f"b{place}", "-"), ("n",) * place)
        for place in range(5)
    ]
    pairs.append(Contradiction("sleep", "weight", "found and not found", side("a", "+"), side("c", "0"), ()))
    pairs.append(Contradiction("diet", "weight", "opposite", side("a", "+"), side("unknown", "-"), ()))
    told = describe_consistency(Consistency((), tuple(pairs)), {"a", "c", *(f"b{place}" for place in range(5))})
    shown = [(pair["exposure"], pair["other"]["citekey"]) for pair in told["contradictions"]]
    assert shown == [("stress", "b4"), ("stress", "b3"), ("sleep", "c")]


def test_the_discussion_can_cite_all_works_of_a_comparison(material):
    """A comparison is shown only where each of its works can be cited: those beside the leading ones come too."""
    reads = {read.citekey: read for theme in material.themes for read in theme.works if read.summary.findings}
    votes = tuple(Vote(key, "f", "+", "", None) for key in sorted(reads))
    told = replace(material, consistency=Consistency((VoteCount("night work", "cortisol", votes),)))
    chosen = {read.citekey for read in choose_compared_works(told, 6)}
    assert set(reads) <= chosen
    assert describe_consistency(told.consistency, chosen)["votes"][0]["more"] == sorted(reads)
    assert not set(reads) <= {read.citekey for read in choose_compared_works(told, 3)}, "bounded"
    gone = VoteCount("a", "b", (*votes[:1], Vote("gone2001", "f", "+", "", None)))
    assert "gone2001" not in {
        read.citekey for read in choose_compared_works(replace(told, consistency=Consistency((gone,))), 6)
    }


def test_a_finding_that_is_counted_can_be_cited(material):
    """Of a work three findings are shown, and besides any that a vote or a contradiction rests on."""
    read = next(read for theme in material.themes for read in theme.works if read.summary.findings)
    first = replace(read.summary.findings[0], kind="finding")
    findings = tuple(replace(first, text=f"{place}: {first.text}") for place in range(6))
    long = replace(read, summary=replace(read.summary, findings=findings))
    voted = VoteCount("stress", "cortisol", (Vote(read.citekey, findings[4].finding_id, "+", "", None),))
    one, other = (Side(read.citekey, f.finding_id, "+", "", "", "", "", "", "", "") for f in findings[4:])
    pair = Contradiction("stress", "weight", "opposite", one, other, ())
    counted = list_counted(Consistency((voted,), (pair,)))
    assert [finding["ref"] for finding in describe_briefly([long])[0]["findings"]] == ["f1", "f2", "f3"]
    told = describe_briefly([long], counted)[0]["findings"]
    assert [finding["ref"] for finding in told] == ["f1", "f2", "f3", "f5", "f6"]


def test_conclusions_can_cite_what_the_answers_cite(material):
    """Conclusions rest on the answers."""
    leading = {read.citekey for read in choose_leading_works(material, 2)}
    reads = [read.citekey for theme in material.themes for read in theme.works if read.summary.findings]
    other = next(key for key in reads if key not in leading)
    answered = replace(material, sections=(*material.sections, (HEADING, f"It did [@{other}].")))
    led = {read.citekey for read in choose_leading_works(answered, 2)}
    assert {read.citekey for read in choose_answering_works(answered, 2)} == led | {other}
