"""The gap that weakens a draft most, in theory or in its literature base, found by a model at its deepest reading."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from storage.records.writing import WrittenSection
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.guard.tasks import withhold_tagged
from tasks.analysts.llm.relevance import describe_scope
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Question, ask, pose
from tasks.revision.gaps import CLOSED, Diagnosis, Gap, GapMaterial, LiteratureIssue, TheoryIssue, is_explored

Verdict = Literal["gap", "pass_through"]

_ANSWER_TOKENS = 1_200
_MOST_TOPIC, _MOST_TEXT, _MOST_LABEL = 12, 130, 8
_FEWEST_WORDS, _MOST_WORDS, _MOST_QUERIES, _MOST_SECTIONS = 1, 12, 4, 3
_MOST_CLASSICS, _LONGEST_TITLE = 15, 200
_OPERATOR = re.compile(r"\b(?:AND|OR|NOT|NEAR)\b|[^\w\s'\u2019-]|_")


class TheoryGap(BaseModel):
    """What a reading for theory found."""

    model_config = ConfigDict(extra="forbid")

    verdict: Verdict
    topic: str
    issue_type: TheoryIssue
    rationale: str
    queries: list[str]
    guidance: str
    sections: list[str] = Field(description="refs of sections to rewrite")


class LiteratureGap(BaseModel):
    """What a reading for absent positions found."""

    model_config = ConfigDict(extra="forbid")

    verdict: Verdict
    topic: str
    issue_type: LiteratureIssue
    rationale: str
    queries: list[str]
    guidance: str
    new_theme: str = Field(description="heading of a section of its own, or empty")
    sections: list[str] = Field(description="refs of sections to extend")


def find_gap(material: GapMaterial) -> Dialogue[Diagnosis | None]:
    """Return the gap a model names, or that the draft may pass; None if it refuses or gives two invalid answers.

    An answer that names a topic explored before is invalid.
    """
    sections = {
        f"s{place}": section
        for place, section in enumerate((one for one in material.sections if one.section_id not in CLOSED), 1)
    }
    question = _question(material, sections)
    reply: TheoryGap | LiteratureGap | None
    if material.loop == "theory":
        reply = yield from ask(question, TheoryGap, lambda given: _object_to(given, material, sections))
    else:
        reply = yield from ask(question, LiteratureGap, lambda given: _object_to(given, material, sections))
    if reply is None:
        return None
    if reply.verdict == "pass_through":
        return Diagnosis(None, _line(reply.rationale))
    label = reply.new_theme if isinstance(reply, LiteratureGap) else ""
    gap = Gap(
        topic=_line(reply.topic),
        issue_type=reply.issue_type,
        rationale=_line(reply.rationale),
        queries=tuple(dict.fromkeys(map(_line, reply.queries))),
        guidance=_line(reply.guidance),
        section_ids=tuple(sections[ref].section_id for ref in dict.fromkeys(reply.sections)),
        label=_line(label),
    )
    return Diagnosis(gap, gap.rationale)


def _question(material: GapMaterial, sections: Mapping[str, WrittenSection]) -> Question:
    blocks: dict[str, Any] = {
        "sections": [
            {"ref": ref, "heading": section.heading, "text": section.markdown} for ref, section in sections.items()
        ],
        "themes": [
            {
                part: text
                for part in ("label", "description", "conflicts", "gaps")
                if (text := withhold_tagged(getattr(theme, part))[0])
            }
            for theme in material.themes
        ],
        "explored": list(material.explored),
        "task": {"round": material.number},
    }
    if material.loop == "literature":
        blocks["classics"] = [
            {"title": withhold_tagged(classic.title[:_LONGEST_TITLE])[0], "cited_by": classic.cited_by}
            for classic in material.classics[:_MOST_CLASSICS]
        ]
    return pose(
        material.loop,
        shared=write_block("review", describe_scope(material.plan)),
        data="\n".join(write_block(name, block) for name, block in blocks.items()),
        answer=TheoryGap if material.loop == "theory" else LiteratureGap,
        answer_tokens=_ANSWER_TOKENS,
        label=f"{material.loop}: round {material.number}",
    )


def _object_to(
    reply: TheoryGap | LiteratureGap, material: GapMaterial, sections: Mapping[str, WrittenSection]
) -> list[str]:
    if reply.verdict == "pass_through":
        return _object_to_text("rationale", reply.rationale, _MOST_TEXT)
    reasons = _object_to_text("topic", reply.topic, _MOST_TOPIC)
    for name in ("rationale", "guidance"):
        reasons += _object_to_text(name, getattr(reply, name), _MOST_TEXT)
    if is_explored(reply.topic, material.explored):
        reasons.append(f"'{reply.topic[:100]}' was explored before; name another gap or let the draft pass")
    if not 1 <= len(reply.queries) <= _MOST_QUERIES:
        reasons.append(f"give one to {_MOST_QUERIES} queries")
    for query in reply.queries:
        if not _FEWEST_WORDS <= len(query.split()) <= _MOST_WORDS or _OPERATOR.search(query):
            reasons.append(f"'{query[:100]}' is no search text of two to eight plain words")
    reasons += [f"'{ref}' is no ref of a section in the data" for ref in reply.sections if ref not in sections]
    if not 1 <= len(reply.sections) <= _MOST_SECTIONS:
        reasons.append("name one to three sections")
    if isinstance(reply, LiteratureGap) and reply.new_theme.strip():
        reasons += _object_to_text("new_theme", reply.new_theme, _MOST_LABEL)
        if reply.new_theme.strip().casefold() in {one.heading.casefold() for one in material.sections}:
            reasons.append(f"'{reply.new_theme[:100]}' is the heading of a section that stands")
    return reasons


def _object_to_text(name: str, text: str, most: int) -> list[str]:
    words = len(text.split())
    if not words:
        return [f"{name} is empty"]
    if words > most:
        return [f"{name} has {words} words, and may have {most}"]
    if set("[]@#") & set(text):
        return [f"{name} must be plain prose without citations or marks"]
    return [f"{name}: {reason}" for reason in find_foreign(text)]


def _line(text: str) -> str:
    return " ".join(text.split())
