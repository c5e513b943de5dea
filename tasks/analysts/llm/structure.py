"""The structure of a review, read by a model: what is wrong with it, and how well it holds together."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.relevance import describe_scope
from tasks.analysts.llm.stand_in import stand_in
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, ask, ask_leniently, pose
from tasks.revision.issues import (
    MOST_ISSUES,
    MOST_PARAGRAPHS,
    Coherence,
    Issue,
    IssueKind,
    Severity,
    StructureMaterial,
    examine_issues,
)

_DIAGNOSIS_TOKENS, _COHERENCE_TOKENS = 6000, 600
_WAITS = "waits"
_LONGEST_RATIONALE = 400


class StructureIssue(BaseModel):
    """One issue of structure."""

    model_config = ConfigDict(extra="forbid")

    kind: IssueKind
    paragraphs: list[int] = Field(description="numbers of the paragraphs affected")
    severity: Severity
    problem: str = Field(description="one sentence")
    suggestion: str = Field(description="one sentence")
    move_after: int | None = Field(description="for a move: the block after which the paragraphs belong; else null")


class StructureDiagnosis(BaseModel):
    """The issues of a review, the most severe first."""

    model_config = ConfigDict(extra="forbid")

    issues: list[StructureIssue]


class ArchitectureVerdict(BaseModel):
    """How well a review holds together."""

    model_config = ConfigDict(extra="forbid")

    rationale: str = Field(description="one or two sentences")
    coherence: float = Field(description="from 0 to 1")


def diagnose_structure(material: StructureMaterial) -> Dialogue[tuple[Issue, ...]]:
    """Return the issues that a model finds; without a usable answer those found from words and citations."""
    paragraphs = {one.number: one for one in material.paragraphs}

    def object_to(reply: StructureDiagnosis) -> list[str]:
        return [
            f"the issue {one.issue.kind} of paragraphs {list(one.issue.paragraphs)}: {one.refusal}"
            for one in examine_issues(_read(reply), paragraphs)
            if one.refusal and not one.refusal.startswith(_WAITS)
        ]

    values = {"most_issues": MOST_ISSUES, "most_paragraphs": MOST_PARAGRAPHS}
    question = pose(
        "structure",
        values=values,
        data=_write_document(material),
        answer=StructureDiagnosis,
        answer_tokens=_DIAGNOSIS_TOKENS,
        label="diagnose the structure",
    )
    reply = yield from ask_leniently(question, StructureDiagnosis, object_to)
    return _read(reply) if reply else stand_in().diagnose_structure(material)


def judge_coherence(material: StructureMaterial) -> Dialogue[Coherence]:
    """Return the score that a model gives, in [0, 1]; none without a usable answer."""
    question = pose(
        "coherence",
        data=_write_document(material),
        answer=ArchitectureVerdict,
        answer_tokens=_COHERENCE_TOKENS,
        label="verify the architecture",
    )
    reply = yield from ask(
        question, ArchitectureVerdict, lambda given: [] if 0 <= given.coherence <= 1 else ["coherence is from 0 to 1"]
    )
    if reply is None:
        return Coherence(None, "no usable answer")
    return Coherence(reply.coherence, _keep_plain(" ".join(reply.rationale.split())[:_LONGEST_RATIONALE]))


def _read(reply: StructureDiagnosis) -> tuple[Issue, ...]:
    return tuple(
        Issue(
            kind=one.kind,
            paragraphs=tuple(one.paragraphs),
            severity=one.severity,
            problem=_keep_plain(one.problem),
            suggestion=_keep_plain(one.suggestion),
            move_after=one.move_after,
        )
        for one in reply.issues
    )


def _keep_plain(text: str) -> str:
    """Return a sentence of an answer, or none if it is not plain prose: readers will see it."""
    return "" if find_foreign(text) else text


def _write_document(material: StructureMaterial) -> str:
    names = {"text": "paragraph", "heading": "heading", "fixed": "fixed"}
    blocks: list[dict[str, Any]] = [
        {
            "number": one.number,
            "section": material.headings[one.section_id],
            "kind": names[one.kind],
            "text": one.markdown,
        }
        for one in material.paragraphs
    ]
    return "\n".join((write_block("review", describe_scope(material.plan)), write_block("document", blocks)))
