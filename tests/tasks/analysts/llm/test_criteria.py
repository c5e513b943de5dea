"""Criteria: proposed from the request alone, held against works one by one, and never a reason to guess."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import orjson
import pytest

from storage.records.criteria import Criterion
from storage.records.screening import Candidate, Judgement
from storage.records.search import Plan, Work
from tasks.analysts.llm.analyst import AnthropicAnalyst
from tasks.analysts.llm.criteria import propose_criteria
from tasks.analysts.llm.relevance import NO_JUDGEMENT, judge_relevance
from tasks.analysts.llm.relevance_answers import ENTERS_ABOVE
from tasks.analysts.protocol import RelevanceContext
from tasks.prompts import read_prompt
from tasks.screening.tasks import THRESHOLD, decide
from tests.benchmarks.servers.scripted.protocol import read_blocks
from tests.benchmarks.servers.scripted.reading import SCRIPTS
from tests.tasks.analysts.anthropic.conducting import conduct, play
from tests.tasks.analysts.anthropic.real_works import read_works

PLAN = Plan("Psychotherapies for adults with borderline personality disorder", questions=("Do they lower self-harm?",))
ADULTS, CASES = "include population: adults", "exclude design: case reports"
CONTEXT = RelevanceContext(replace(PLAN, criteria=(ADULTS, CASES)))
CANDIDATES = [Candidate(Work(f"W{n}", title)) for n, title in enumerate(("Trial", "Teens", "A case"), 1)]


def propose(*rows: tuple[str, str, str, str]) -> str:
    names = ("rests_on", "kind", "element", "words")
    return orjson.dumps({"criteria": [dict(zip(names, row, strict=True)) for row in rows]}).decode()


def judge(*rows: tuple[str, str, str, str, float]) -> str:
    """Return the answer with the lists as written, "c1+ c2- c3?", who decided, and the score of each work."""
    works = []
    for name, lists, decided, reason, score in rows:
        said = {sign: [word[:-1] for word in lists.split() if word[-1] == sign] for sign in "+-?"}
        found: dict[str, Any] = {"met": said["+"], "not_met": said["-"], "unclear": said["?"]}
        works.append({"id": name, **found, "reason": reason, "decided_by": decided, "score": score})
    return orjson.dumps({"works": works}).decode()


GOOD = (
    ("w1", "c1+ c2-", "topic", "Trial in adults.", 0.9),
    ("w2", "c1- c2-", "c1", "Adolescents were treated.", 0.3),
    ("w3", "c1? c2+", "c2", "One patient is described.", 0.4),
)


def ask(*answers: str, candidates: list[Candidate] = CANDIDATES) -> tuple[list[Judgement], list[Any], list[Any]]:
    given = iter(answers)
    last = answers[-1]
    return conduct(judge_relevance(CONTEXT, candidates), lambda _: next(given, last))


def test_what_follows_from_the_request_is_proposed():
    """Proposals become lines in the order given; nothing but the request is shown."""
    good = propose(
        ("adults", "include", "population", "adults, or samples mostly of adults"),
        ("lower self‐harm", "include", "outcome", "self-harm or  suicidal acts"),  # noqa: RUF001 - as papers write it
    )
    lines, questions, remarks = conduct(propose_criteria(PLAN), lambda _: good)
    assert lines == (
        "include population: adults, or samples mostly of adults",
        "include outcome: self-harm or suicidal acts",
    )
    assert read_blocks(questions[0].data) == {"review": {"topic": PLAN.topic, "questions": [*PLAN.questions]}}
    assert (len(questions), remarks) == (1, [])
    assert conduct(propose_criteria(PLAN), lambda _: propose())[0] == ()


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([("randomised", "include", "design", "randomised trials")], "rests on 'randomised'"),
        ([(" ", "include", "design", "randomised trials")], "rests on"),
        ([("adults", "include", "population", "adults"), ("adults", "exclude", "population", "Adults")], "another"),
        ([("adults", "include", "population", "adult " * 31)], "31 words"),
        ([("adults", "include", "population", "18-65")], "1 words"),
        ([("adults", "include", "population", "adults, see https://example.org/x")], "a link"),
        ([("adults", "include", "population", f"adults {n}") for n in range(9)], "at most 8"),
    ],
)
def test_a_proposal_that_cannot_be_is_asked_again_and_then_dropped(rows, reason):
    """No criterion is made up for a review: without a valid answer there is none, and a remark says so."""
    lines, questions, remarks = conduct(propose_criteria(PLAN), lambda _: propose(*rows))
    assert reason in questions[1].correction
    assert lines == ()
    assert [remark.kind for remark in remarks] == ["criteria not answered"]


def test_each_work_is_held_against_each_criterion():
    """The judgement keeps what was found for each, and the one that decided; works are shown ids of criteria."""
    judgements, questions, remarks = ask(judge(*GOOD))
    assert [(j.score, j.criterion and str(j.criterion)) for j in judgements] == [
        (0.9, None),
        (0.3, ADULTS),
        (0.4, CASES),
    ]
    assert [(j.features[ADULTS], j.features[CASES]) for j in judgements] == [(1.0, 0.0), (0.0, 0.0), (0.5, 1.0)]
    assert read_blocks(questions[0].shared)["review"]["criteria"] == {"c1": ADULTS, "c2": CASES}
    assert questions[0].instructions.startswith(read_prompt("relevance").text)
    assert "`decided_by`" in questions[0].instructions
    assert questions[0].prompt_sha256 != read_prompt("relevance").sha256
    assert (len(questions), remarks) == (1, [])


def test_a_decision_names_the_criterion_that_decided():
    """Its id is on record and its words are in the reason; a work that the user named needs none."""
    judgements, _, _ = ask(judge(*GOOD))
    common = {"stage": 0, "batch": 0, "rule": "feature"}
    decisions = decide(CANDIDATES, judgements, analyst=AnthropicAnalyst(), **common)
    assert [d.verdict for d in decisions] == ["include", "exclude", "exclude"]
    assert [d.criterion_id for d in decisions] == [
        None,
        *(Criterion.read(line).criterion_id for line in (ADULTS, CASES)),
    ]
    assert decisions[1].reason.startswith(
        "Excluded: it does not meet the criterion “population: adults” (score 0.30). "
    )
    assert decisions[2].reason.startswith("Excluded: it meets the exclusion criterion “design: case reports” ")
    named = [Candidate(replace(one.work, doi="10.1/a")) for one in CANDIDATES]
    assert {
        d.criterion_id for d in decide(named, judgements, analyst=AnthropicAnalyst(), named=["10.1/a"], **common)
    } == {None}


@pytest.mark.parametrize(
    ("lists", "decided", "score", "reason"),
    [
        ("c1- c2-", "c1", 0.8, "c1 leaves it out, and the score 0.8 lets it in"),
        ("c1+ c2+", "topic", 0.7, "c2 leaves it out"),
        ("c1? c2-", "c1", 0.3, "leaves it out by c1"),
        ("c1+ c2?", "c2", 0.5, "leaves it out by c2"),
        ("c1+ c2-", "c9", 0.3, "neither the id of a criterion"),
    ],
)
def test_a_verdict_against_its_own_lists_never_stands(lists, decided, score, reason):
    """What is unclear or met excludes nothing, whatever the score: asked again, then alone, then the work is unsure."""
    wrong = judge(("w1", lists, decided, "Because.", score), *GOOD[1:])
    judgements, questions, remarks = ask(wrong, wrong, judge(("w1", lists, decided, "Because.", score)))
    assert reason in questions[1].correction
    assert (judgements[0].score, judgements[0].reason) == (None, NO_JUDGEMENT)
    assert [j.score for j in judgements[1:]] == [0.3, 0.4]
    assert [remark.work_id for remark in remarks] == ["W1"]
    assert (
        decide(CANDIDATES[:1], judgements[:1], stage=0, batch=0, rule="", analyst=AnthropicAnalyst())[0].verdict
        == "unsure"
    )


@pytest.mark.parametrize(
    ("lists", "decided", "score", "reason", "kept"),
    [
        ("c1+", "topic", 0.8, "c2 is in 0 of the three lists", (0.8, None, 0.5)),
        ("c1+ c2+ c2-", "topic", 0.8, "c2 is in 2 of the three lists", (0.8, None, 0.5)),
        ("c1+ c2- c7+", "topic", 0.8, "'c7' is no id of a criterion", (0.8, None, 0.0)),
        ("c1? c2-", "c1", 0.8, "c1 is said to have decided", (0.8, None, 0.0)),
        ("c1+ c2-", "c2", 0.8, "", (0.8, CASES, 0.0)),
        ("c1- c2?", "c2", 0.3, "c2 is said to have decided", (0.3, ADULTS, 0.5)),
        ("c1+ c2-", "topic", 0.3, "", (0.3, None, 0.0)),
    ],
)
def test_a_slip_costs_no_work(lists, decided, score, reason, kept):
    """A criterion forgotten or told twice is asked about again, and then unclear; the score stands."""
    wrong = judge(("w1", lists, decided, "Because.", score))
    judgements, questions, remarks = ask(wrong, candidates=CANDIDATES[:1])
    assert [reason in question.correction for question in questions[1:]] == [True] * bool(reason)
    (judgement,) = judgements
    assert (judgement.score, judgement.criterion and str(judgement.criterion), judgement.features[CASES]) == kept
    assert remarks == []


def test_the_prompt_and_the_rule_agree_on_what_lets_a_work_in():
    """One threshold in the prompt, in its check and in the verdict."""
    assert ENTERS_ABOVE == THRESHOLD
    assert f"A score above {THRESHOLD} lets the work into the review" in read_prompt("relevance").text


def test_the_script_judges_real_works_by_what_it_proposed(shared_data):
    """On 50 real works each batch is valid at once, and some works are left out by a criterion."""
    plan = Plan("borderline personality disorder psychotherapy")
    lines, _, remarks = conduct(propose_criteria(plan), play(SCRIPTS))
    context = RelevanceContext(replace(plan, criteria=(*lines, "include outcome: self-harm")))
    works = read_works(shared_data / "worlds/oud_2018/works.jsonl.gz", 50)
    for start in (0, 25):
        batch = [Candidate(work) for work in works[start : start + 25]]
        judgements, questions, remarks = conduct(judge_relevance(context, batch), play(SCRIPTS))
        assert (len(questions), remarks) == (1, [])
        assert any(judgement.criterion for judgement in judgements)
        assert all(
            judgement.score is not None and judgement.score <= 0.6 for judgement in judgements if judgement.criterion
        )
