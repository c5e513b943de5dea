"""Repair by a model: sentences at fault are written anew on findings, after a look-up if need be; nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
import pytest

from storage.records.writing import Draft
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.llm.repairing import repair_section
from tasks.analysts.protocol import CitationFault, RepairMaterial
from tasks.language_models.dialogue import Answer, Dialogue, Question
from tasks.verification.citations import INVALID
from tests.benchmarks.servers.scripted.protocol import read_blocks
from tests.benchmarks.servers.scripted.repairing import SCRIPTS
from tests.tasks.analysts.anthropic.conducting import conduct, play
from tests.tasks.analysts.anthropic.writing_material import PLAN, read_sample

WORKS = tuple(read_sample(24))
FIRST = WORKS[0]
KEY, TEXT = FIRST.citekey, FIRST.summary.findings[0].text.rstrip(".")
BAD = f"{FIRST.summary.findings[0].text.rstrip('.')} [@ghost2019nothing]."
MARKDOWN = f"### What is known\n\nNothing here cites. {BAD} This stays as well.\n"
FAULTS = (CitationFault(BAD, "ghost2019nothing", INVALID),)
answer_by_script = play(SCRIPTS)


def repair(works=WORKS, attempt: int = 1) -> Dialogue[Draft]:
    return repair_section(RepairMaterial(PLAN, works, attempt), "Findings", MARKDOWN, FAULTS)


def reply(text: str, ref: str = "s1", look_up: tuple[str, ...] = ()) -> str:
    repairs = [{"ref": ref, "text": text}] if ref else []
    return orjson.dumps({"repairs": repairs, "look_up": look_up}).decode()


def test_a_sentence_is_written_anew_on_a_finding():
    """One question; the sentence at fault gives way to one with a citation without ref, and a claim on its finding."""
    told = f"It was reported that {TEXT[0].lower()}{TEXT[1:]} [@{KEY}:f1]."
    draft, questions, remarks = conduct(repair(), lambda _: reply(told))
    shown = told.replace(":f1", "")
    assert (len(questions), remarks) == (1, [])
    assert shown.split("[")[0][:60] in draft.markdown
    assert draft.markdown.startswith("### What is known\n\nNothing here cites. It was")
    assert draft.markdown.endswith(f"[@{KEY}]. This stays as well.\n")
    (claim,) = draft.claims
    assert (claim.citekey, claim.finding_id) == (KEY, FIRST.summary.findings[0].finding_id)
    assert claim.sentence in draft.markdown


def test_what_is_wrong_and_where_to_look_stand_in_the_data():
    """The question holds sentence, citekey and reason, and the work whose words the sentence has with its quotes."""
    _, (question,), _ = conduct(repair(), answer_by_script)
    blocks = read_blocks(question.data)
    assert blocks["faults"] == [
        {"ref": "s1", "sentence": BAD, "wrong": [{"citekey": "ghost2019nothing", "why": INVALID}]}
    ]
    assert KEY in [work["citekey"] for work in blocks["works"]]
    assert all(work["summary"] and work["findings"] for work in blocks["works"])
    assert blocks["task"] == {"attempt": 1, "may_look_up": True}
    assert "ghost2019nothing" not in question.instructions + question.shared


def test_a_second_attempt_is_another_question():
    """What was answered before is not found again for the second attempt."""
    first, second = (conduct(repair(attempt=n), answer_by_script)[1][0] for n in (1, 2))
    assert first.data != second.data
    assert conduct(repair(), answer_by_script)[1][0] == first


def test_what_the_model_looks_up_is_shown_once():
    """Words and citekeys are looked up in the extract; then the repairs have to come."""
    silent = [work for work in WORKS if work.summary.findings][-1]

    def answer(question: Question) -> str:
        if len(asked) == 0:
            asked.append(question)
            return reply("", "", (silent.citekey,))
        text = silent.summary.findings[0].text.rstrip(".")
        return reply(f"{text} [@{silent.citekey}:f1].")

    asked: list[Question] = []
    draft, questions, _ = conduct(repair(), answer)
    before, after = ([work["citekey"] for work in read_blocks(q.data)["works"]] for q in questions)
    assert silent.citekey not in before
    assert silent.citekey in after
    assert f"[@{silent.citekey}]" in draft.markdown
    _, questions, remarks = conduct(repair(), lambda _: reply("", "", ("more",)))
    assert len(questions) == 3
    assert "nothing more can be looked up" in questions[2].correction
    assert "repair answered with faults" in {remark.kind for remark in remarks}


# What a repair may not be, and why.
FAULTY: dict[str, Callable[[], str]] = {
    "has to cite a finding": lambda: reply(f"{TEXT}."),
    "the number 4711": lambda: reply(f"{TEXT} in 4711 people [@{KEY}:f1]."),
    "a link": lambda: reply(f"{TEXT} at https://example.org/x [@{KEY}:f1]."),
    "one paragraph": lambda: reply(f"### New\n\n{TEXT} [@{KEY}:f1]."),
    "longer than": lambda: reply(" ".join([f"{TEXT} [@{KEY}:f1]."] * 4)),
    "shares too few words": lambda: reply(f"Volcanoes erupt on distant moons [@{KEY}:f1]."),
    "is no citation of the form": lambda: reply(f"{TEXT} [@{KEY}]."),
    "is no sentence at fault": lambda: reply(f"{TEXT} [@{KEY}:f1].", "s9"),
    "is not repaired": lambda: orjson.dumps({"repairs": [], "look_up": []}).decode(),
}


@pytest.mark.parametrize("reason", FAULTY)
def test_a_repair_that_may_not_be_is_asked_again_and_then_left(reason: str):
    """The reason goes back as data; the second time the extractive analyst repairs, with a remark."""
    draft, questions, remarks = conduct(repair(), lambda _: FAULTY[reason]())
    assert len(questions) == 2
    assert reason in questions[1].correction
    assert [remark.kind for remark in remarks] == ["repair answered with faults"]
    assert draft == ExtractiveAnalyst().repair_section(RepairMaterial(PLAN, WORKS), "Findings", MARKDOWN, FAULTS)


def test_whether_a_new_citekey_exists_is_left_to_verification():
    """An unknown work or finding is not asked about here: it is rendered, and its claim rests on nothing."""
    for cited in ("phantom2020x:f1", f"{KEY}:f99"):
        draft, questions, remarks = conduct(repair(), lambda _, cited=cited: reply(f"So it was reported [@{cited}]."))
        assert (len(questions), remarks) == (1, [])
        key = cited.split(":")[0]
        assert f"So it was reported [@{key}]." in draft.markdown
        assert [(claim.citekey, claim.finding_id) for claim in draft.claims] == [(key, None)]


def test_a_sentence_may_be_dropped():
    """An empty text drops the sentence and nothing else."""
    draft, _, _ = conduct(repair(), lambda _: reply(""))
    assert draft.markdown == "### What is known\n\nNothing here cites. This stays as well.\n"
    assert draft.claims == ()


def test_where_nothing_may_be_cited_a_sentence_need_not_cite():
    """In a section that cites nothing the sentence may be said without its citation, and nothing can be looked up."""
    draft, (question,), _ = conduct(repair(works=()), lambda _: reply("It was reported in plain words."))
    assert "Nothing here cites. It was reported in plain words. This stays" in draft.markdown
    assert read_blocks(question.data)["task"]["may_look_up"] is False


UNUSABLE: dict[str, Any] = {
    "refusal": Answer("", "refusal"),
    "cut": Answer('{"repairs": [', "max_tokens"),
    "no JSON": Answer("Here it is.", "end_turn"),
}


@pytest.mark.parametrize("case", UNUSABLE)
def test_without_a_usable_answer_the_extractive_analyst_repairs(case: str):
    """The section is repaired without a model, and a remark says so."""
    draft, _, remarks = conduct(repair(), lambda _: UNUSABLE[case])
    assert draft == ExtractiveAnalyst().repair_section(RepairMaterial(PLAN, WORKS), "Findings", MARKDOWN, FAULTS)
    assert [remark.kind for remark in remarks] == ["repair not answered"]
