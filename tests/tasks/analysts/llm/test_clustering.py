"""Semantic clustering: every work in one or two groups whatever the model says, or no groups at all."""

from __future__ import annotations

import random
from collections import Counter

import orjson
import pytest

from storage.records.search import Plan
from storage.records.writing import ReadWork
from tasks.analysts.extractive.summary import summarise_work
from tasks.analysts.llm.clustering import SemanticClusters, cluster_works
from tasks.language_models.dialogue import Answer
from tests.benchmarks.servers.scripted.organizing import SCRIPTS
from tests.benchmarks.servers.scripted.protocol import read_blocks
from tests.tasks.analysts.anthropic.conducting import conduct, play
from tests.tasks.analysts.anthropic.crossed_groups import PLAN, SUBJECTS, make_work
from tests.tasks.analysts.anthropic.real_works import SAMPLE, abstract_page, read_works

WORKS = [make_work(number, SUBJECTS[number % 2]) for number in range(8)]
EVEN, ODD = ["w1", "w3", "w5", "w7"], ["w2", "w4", "w6", "w8"]


def make(*groups: list[str], label: str = "Matter") -> str:
    rows = [{"label": f"{label} {n}", "description": "A matter.", "members": ids} for n, ids in enumerate(groups)]
    return orjson.dumps({"groups": rows}).decode()


@pytest.fixture(scope="module")
def sample() -> list[ReadWork]:
    works = [work for work in read_works(SAMPLE, 80) if work.abstract]
    return [ReadWork(work, work.work_id, summarise_work(work, abstract_page(work))) for work in works]


def test_groups_come_back_with_the_works_own_ids():
    """Ordinals become work ids, groups are in order of size, and a work may be in two."""
    groups, questions, remarks = conduct(cluster_works(PLAN, WORKS), lambda _: make(ODD, [*EVEN, "w2"]))
    assert [group.work_ids for group in groups] == [
        ("W000", "W001", "W002", "W004", "W006"),
        ("W001", "W003", "W005", "W007"),
    ]
    assert [group.label for group in groups] == ["Matter 1", "Matter 0"]
    assert len(questions) == 1
    assert remarks == []


def test_scripted_answer_on_real_works_is_valid(sample):
    """The loopback's script groups real works as asked, without an objection, every work in one or two groups."""
    groups, questions, remarks = conduct(cluster_works(Plan("hair cortisol"), sample), play(SCRIPTS))
    times = Counter(work_id for group in groups for work_id in group.work_ids)
    assert set(times) == {read.work.work_id for read in sample}
    assert set(times.values()) == {1, 2}
    assert 5 <= len(groups) <= 15
    assert len(questions) == 1
    assert remarks == []


def test_unknown_works_are_asked_about_once_more_then_left_out():
    """After a second faulty answer its valid members stay, and works it forgot join those they share words with."""
    faulty = make([*EVEN[:3], "w99"], ODD[:3])
    groups, questions, remarks = conduct(cluster_works(PLAN, WORKS), lambda _: faulty)
    assert len(questions) == 2
    assert "w99" in questions[1].correction
    assert "w7, w8" in questions[1].correction
    assert {group.work_ids for group in groups} == {
        ("W000", "W002", "W004", "W006"),
        ("W001", "W003", "W005", "W007"),
    }
    assert remarks[-1].kind == "works placed by words"
    assert "2 of 8" in remarks[-1].message


def test_good_second_answer_counts():
    """What was wrong the first time is of no consequence once the second answer is valid."""
    answers = iter([make(EVEN), make(EVEN, ODD)])
    groups, questions, remarks = conduct(cluster_works(PLAN, WORKS), lambda _: next(answers))
    assert len(groups) == 2
    assert len(questions) == 2
    assert remarks == []


@pytest.mark.parametrize(
    "answer",
    [
        Answer("", "refusal"),
        "no JSON",
        make(["w1"], ["w2"]),
        make([*EVEN, *ODD]),
        Answer(make(EVEN, ODD), "tool_use", called_tool=True),
    ],
    ids=["refusal", "no JSON", "six works of eight left out", "one group", "a tool called"],
)
def test_without_a_usable_answer_there_are_no_groups(answer):
    """A refusal, no JSON, most works forgotten, one group or a tool call: no groups, and a remark that says so."""
    groups, _, remarks = conduct(cluster_works(PLAN, WORKS), lambda _: answer)
    assert groups == ()
    assert remarks


def test_foreign_labels_do_not_pass():
    """A label with a link is asked again, and a number stands in its place if it comes again; members are kept."""
    foreign = make(EVEN, ODD, label="See https://evil.example/x and")
    groups, questions, _ = conduct(cluster_works(PLAN, WORKS), lambda _: foreign)
    assert len(questions) == 2
    assert sorted(group.label for group in groups) == ["Group 1", "Group 2"]
    assert {group.description for group in groups} == {""}
    assert sum(len(group.work_ids) for group in groups) == 8


def test_a_work_stands_in_two_groups_at_most():
    """A work put into three groups is objected to, and stays in the first two."""
    thrice = make([*EVEN, "w2"], ODD, ["w2", "w8"])
    groups, questions, _ = conduct(cluster_works(PLAN, WORKS), lambda _: thrice)
    assert "more than two groups: w2" in questions[1].correction
    assert sum("W001" in group.work_ids for group in groups) == 2


def test_few_works_are_not_asked_about():
    """Below four works there is nothing to group."""
    assert conduct(cluster_works(PLAN, WORKS[:3]), lambda _: "") == ((), [], [])


def test_the_question_does_not_depend_on_the_order_of_works():
    """The same corpus is asked about with the same bytes, whatever order it comes in."""
    shuffled = random.Random(1).sample(WORKS, len(WORKS))  # noqa: S311 - an order, no secret
    (_, [one], _), (_, [other], _) = (
        conduct(cluster_works(PLAN, works), lambda _: make(EVEN, ODD)) for works in (WORKS, shuffled)
    )
    assert one == other


def test_three_hundred_works_fit_one_question():
    """Titles and findings are cut so that 300 works stay below about 45,000 tokens; each is told with a title."""
    long = "the same words again and again " * 30
    works = [make_work(number, long) for number in range(300)]
    everything = [f"w{number}" for number in range(1, 301)]
    groups = make(*(everything[place::6] for place in range(6)))
    _, [question], _ = conduct(cluster_works(PLAN, works), lambda _: groups)
    told = read_blocks(question.data)["works"]
    assert [work["id"] for work in told] == everything
    assert all(work["title"] and work["year"] and work["says"] for work in told)
    assert len(question.data) < 4 * 45_000
    assert question.answer_tokens > len(groups) // 3


def test_titles_stand_in_data_and_nowhere_else():
    """What others wrote is in the data blocks only; the instructions are ours, with numbers filled in."""
    odd = [make_work(8, "zebra finches"), *WORKS]
    _, [question], _ = conduct(cluster_works(PLAN, odd), lambda _: make([*EVEN, "w9"], ODD))
    assert "zebra" in question.data
    assert "zebra" not in question.instructions + question.label + question.shared
    assert "{{" not in question.instructions
    assert question.answer is SemanticClusters
