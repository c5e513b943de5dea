"""Rewriting by a model: what it leaves keeps every byte, what is new keeps its findings, all else is not taken."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from storage.records.writing import Claim
from tasks.analysts.llm.rewriting import edit_section, rewrite_span
from tasks.analysts.llm.structure import diagnose_structure, judge_coherence
from tasks.analysts.passages import cite, compose, state
from tasks.language_models.dialogue import Question
from tasks.revision.constraints import object_to_editing, object_to_rewriting
from tasks.revision.issues import Coherence, EditMaterial, Issue, IssueKind, SpanMaterial, StructureMaterial, cut_spans
from tasks.revision.paragraphs import StandingSection, number_paragraphs
from tests.benchmarks.servers.scripted.protocol import read_blocks
from tests.tasks.analysts.anthropic.conducting import conduct
from tests.tasks.analysts.anthropic.writing_material import PLAN, read_sample

WORKS = tuple(read for read in read_sample(14) if read.summary.findings)[:6]
TOLD = [cite(read.summary.findings[0].quote.text.rstrip("."), [(read, read.summary.findings[0])]) for read in WORKS]
LINK = state("What follows [sic] rests on p < 0.05 and *more* of the same.")
DRAFT = compose([("Known", [[TOLD[0]], [TOLD[1], LINK, TOLD[2]], [TOLD[3]]]), ("Open", [[TOLD[4], TOLD[5]]])])
SECTION = StandingSection("theme:a", 1, "A", DRAFT.markdown, DRAFT.claims)
PARAGRAPHS = number_paragraphs([SECTION])


def _material(kind: IssueKind, *numbers: int) -> SpanMaterial:
    issue = Issue(kind, numbers, "high", "Something is wrong.", "Mend it.")
    rest = tuple(one.markdown for one in PARAGRAPHS if one.number not in numbers)
    return SpanMaterial(PLAN, issue, cut_spans(issue, PARAGRAPHS, {"theme:a": "A"}), WORKS, rest)


def _shown(question: Question) -> list[list[str]]:
    return [span["paragraphs"] for span in read_blocks(f"{question.shared}\n{question.data}")["spans"]]


def _write(*spans: list[str]) -> str:
    given = [{"span": f"s{place}", "paragraphs": texts} for place, texts in enumerate(spans, 1)]
    return orjson.dumps({"spans": given, "note": "Put in order."}).decode()


def test_what_comes_back_as_shown_keeps_every_byte() -> None:
    """Escapes that the model is not shown are there again; every citation is shown with its finding."""
    material = _material("logical_gap", 3)

    def turn(question: Question) -> str:
        ((text,),) = _shown(question)
        assert "[sic]" in text
        assert "\\" not in text
        assert text.count(":f1]") == 2
        first, rest = text.split("].", 1)
        return _write([f"{rest.strip()} {first}]."])

    rewriting, questions, remarks = conduct(rewrite_span(material), turn)
    assert rewriting is not None
    assert rewriting.spans == ((f"{LINK.text} {TOLD[2].text} {TOLD[1].text}",),)
    assert (rewriting.claims, rewriting.note, len(questions), remarks) == ((), "Put in order.", 1, [])
    assert object_to_rewriting(material, rewriting) == []


def test_the_context_is_told_and_not_asked_for() -> None:
    """Up to three blocks of the same section on either side, and only works that are cited, with what for."""
    _, questions, _ = conduct(rewrite_span(_material("logical_gap", 3)), lambda q: _write(_shown(q)[0]))
    blocks = read_blocks(f"{questions[0].shared}\n{questions[0].data}")
    (span,) = blocks["spans"]
    assert span["before"] == ["### Known", TOLD[0].text]
    assert span["after"] == [TOLD[3].text, "### Open", f"{TOLD[4].text} {TOLD[5].text}"]
    cited = {work["citekey"]: [finding["ref"] for finding in work["findings"]] for work in blocks["works"]}
    assert {key: refs for key, refs in cited.items() if refs} == {WORKS[1].citekey: ["f1"], WORKS[2].citekey: ["f1"]}


def test_a_sentence_worded_anew_brings_its_claim() -> None:
    """Its citation stands without the ref, and the claim has the finding that was cited before."""
    material = _material("logical_gap", 2)

    def reword(question: Question) -> str:
        ((text,),) = _shown(question)
        return _write([f"In this setting, {text[0].lower()}{text[1:]}"])

    rewriting, _, _ = conduct(rewrite_span(material), reword)
    assert rewriting is not None
    ((text,),) = rewriting.spans
    finding = WORKS[0].summary.findings[0]
    assert rewriting.claims == (Claim(text, WORKS[0].citekey, finding.finding_id),)
    assert text.startswith("In this setting, ")
    assert f"[@{WORKS[0].citekey}]." in text
    assert object_to_rewriting(material, rewriting) == []


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("{text} See https://example.org/now.", "it holds a link"),
        ("{text} Others agree [@ghost2019:f1].", "no citekey of a work"),
        ("{text} Others agree [@{key}:f9].", "has no finding"),
        ("{text} In 77 of them.", "the number 77"),
        ("### Head\n\n{text}", "must be one paragraph of prose"),
        ("- {text}", "must be one paragraph of prose"),
        ("Something else altogether.", "citations must stay exactly"),
    ],
)
def test_what_may_not_be_written_is_told_once_and_then_not_taken(given: str, reason: str) -> None:
    """Asked twice with the reasons, there is no rewriting, and a remark says so."""
    material = _material("logical_gap", 2)

    def answer(question: Question) -> str:
        ((text,),) = _shown(question)
        return _write([given.replace("{text}", text).replace("{key}", WORKS[0].citekey)])

    rewriting, questions, remarks = conduct(rewrite_span(material), answer)
    assert rewriting is None
    assert reason in questions[1].correction
    assert [remark.kind for remark in remarks] == ["rewriting not answered"]


def test_without_an_answer_repeated_paragraphs_are_made_one_all_the_same() -> None:
    """Where dropping is enough, the extractive analyst's rewriting stands in."""
    section = StandingSection("theme:b", 1, "B", f"{TOLD[0].text}\n\n{TOLD[0].text}\n", TOLD[0].claims)
    paragraphs = number_paragraphs([section])
    issue = Issue("redundant_paragraphs", (1, 2), "high", "", "")
    material = SpanMaterial(PLAN, issue, cut_spans(issue, paragraphs, {"theme:b": "B"}), WORKS, ())
    rewriting, _, _ = conduct(rewrite_span(material), lambda _: "no JSON")
    assert rewriting is not None
    assert rewriting.spans == ((TOLD[0].text,),)


def _edit(*changes: tuple[int, str]) -> str:
    given = [{"number": number, "text": text} for number, text in changes]
    return orjson.dumps({"paragraphs": given, "note": "Tightened."}).decode()


def test_of_an_edited_section_the_paragraphs_that_keep_their_own_are_taken() -> None:
    """One that lost its citation stays as it was; the other is taken with its claims."""
    material = EditMaterial(PLAN, "theme:a", "A", PARAGRAPHS, WORKS)

    def answer(question: Question) -> str:
        shown = {one["number"]: one["text"] for one in read_blocks(question.data)["paragraphs"]}
        new = f"As observed there, {shown[4][0].lower()}{shown[4][1:]}"
        return _edit((2, "Nothing is cited any more."), (4, new))

    editing, questions, _ = conduct(edit_section(material), answer)
    assert len(questions) == 2
    assert set(editing.texts) == {4}
    assert [claim.citekey for claim in editing.claims] == [WORKS[3].citekey]
    assert object_to_editing(material, editing) == []


def _document() -> StructureMaterial:
    return StructureMaterial(PLAN, PARAGRAPHS, {"theme:a": "A"}, {})


def _diagnose(**changes: Any) -> str:
    issue = {"kind": "logical_gap", "paragraphs": [3], "severity": "low", "problem": "A gap.", "suggestion": "Mend it."}
    return orjson.dumps({"issues": [issue | {"move_after": None} | changes]}).decode()


def test_a_diagnosis_of_what_is_not_there_is_asked_again() -> None:
    """The reasons are told; what is still wrong comes back to be refused on record."""
    replies = iter((_diagnose(paragraphs=[1]), _diagnose()))
    issues, questions, _ = conduct(diagnose_structure(_document()), lambda _: next(replies))
    assert issues == (Issue("logical_gap", (3,), "low", "A gap.", "Mend it."),)
    assert "it affects a heading" in questions[1].correction
    stubborn, questions, _ = conduct(diagnose_structure(_document()), lambda _: _diagnose(paragraphs=[1]))
    assert (stubborn[0].paragraphs, len(questions)) == ((1,), 2)


def test_what_a_diagnosis_says_is_kept_only_as_prose() -> None:
    """A problem that holds a link is not passed on to whoever reads the record."""
    issues, _, _ = conduct(diagnose_structure(_document()), lambda _: _diagnose(problem="See https://example.org/x"))
    assert (issues[0].problem, issues[0].suggestion) == ("", "Mend it.")


def test_without_an_answer_words_and_citations_decide() -> None:
    """The extractive analyst's diagnosis stands in, and there is no score."""
    assert conduct(diagnose_structure(_document()), lambda _: "nothing")[0] == ()
    assert conduct(judge_coherence(_document()), lambda _: "nothing")[0] == Coherence(None, "no usable answer")


def test_a_score_outside_of_its_range_is_none() -> None:
    """Asked again it may be mended."""
    replies = iter(('{"rationale": "Good.", "coherence": 7}', '{"rationale": "Good.", "coherence": 0.7}'))
    assert conduct(judge_coherence(_document()), lambda _: next(replies))[0] == Coherence(0.7, "Good.")
