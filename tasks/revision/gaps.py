"""Gaps in the text of a review: a theory or a position in the literature that it should rest on but does not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from storage.records.search import Plan, Work
from storage.records.writing import ReadWork, Theme, WrittenSection
from storage.writing.supervision import Note
from tasks.revision.paragraphs import StandingSection
from tasks.text.words import find_stems

GapLoop = Literal["theory", "literature"]
TheoryIssue = Literal["underlying_theory", "methodological_foundation", "unifying_threads", "foundational_concepts"]
LiteratureIssue = Literal["missing_argument", "missing_school", "counter_position"]
ISSUES: dict[GapLoop, tuple[str, ...]] = {"theory": get_args(TheoryIssue), "literature": get_args(LiteratureIssue)}
# Sections that are written from numbers, into which no works are integrated.
CLOSED = frozenset({"abstract", "methodology"})


@dataclass(frozen=True, slots=True)
class Classic:
    """A work that several corpus works cite and nobody judged; `cited_by` counts these."""

    work_id: str
    title: str
    cited_by: int


@dataclass(frozen=True, slots=True)
class GapMaterial:
    """The material searched for a gap: the sections in order, the themes, the topics explored, and unjudged classics.

    `number` counts the rounds from 1, so that a round after a failed one asks a new question.
    """

    loop: GapLoop
    plan: Plan
    sections: tuple[WrittenSection, ...]
    themes: tuple[Theme, ...]
    number: int = 1
    explored: tuple[str, ...] = ()
    classics: tuple[Classic, ...] = ()


@dataclass(frozen=True, slots=True)
class Gap:
    """A gap, why it is one, what to search for, and how to integrate the works found.

    Without `section_ids` the works found decide where; with a `label` they may form a theme of that name. `work_ids`
    are works to judge that need no search.
    """

    topic: str
    issue_type: str
    rationale: str
    queries: tuple[str, ...]
    guidance: str
    section_ids: tuple[str, ...] = ()
    label: str = ""
    work_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The result of a reading: one gap or, without a gap, why the text may pass."""

    gap: Gap | None
    reason: str


@dataclass(frozen=True, slots=True)
class IntegrationMaterial:
    """The basis for rewriting a section: the gap, the section as it stands, the works it cites, and the new works."""

    plan: Plan
    gap: Gap
    section: StandingSection
    cited: tuple[ReadWork, ...]
    works: tuple[ReadWork, ...]


def note_gap(loop: str, iteration: int, stage: int, gap: Gap) -> Note:
    """Return the note that keeps a gap and the stage of its expansion."""
    return Note(
        loop=loop,
        iteration=iteration,
        action="gap",
        topic=gap.topic,
        issue_type=gap.issue_type,
        rationale=gap.rationale,
        queries=gap.queries,
        guidance=gap.guidance,
        section_ids=gap.section_ids,
        label=gap.label or None,
        work_ids=gap.work_ids,
        stage=stage,
    )


def read_gap(note: Note) -> Gap:
    """Return the gap that a note keeps."""
    return Gap(
        topic=note.topic or "",
        issue_type=note.issue_type or "",
        rationale=note.rationale or "",
        queries=note.queries,
        guidance=note.guidance or "",
        section_ids=note.section_ids,
        label=note.label or "",
        work_ids=note.work_ids,
    )


_SAME, _SPOKEN_OF = 0.75, 0.5


def is_explored(topic: str, explored: Iterable[str]) -> bool:
    """Return whether a topic is empty, or nearly the same as one already explored.

    Order, function words and plural endings do not count; topics that share three quarters of all their words are the
    same.
    """
    stems = find_stems(topic)
    others = [find_stems(other) for other in explored]
    return not stems or any(len(stems & other) >= _SAME * len(stems | other) for other in others)


def speaks_of(work: Work, gap: Gap) -> bool:
    """Return whether a work's title and abstract hold half of the words of a gap's queries; true if it has none.

    A score that only ranks the hits of one query against each other rates half of them high, whatever their topic.
    """
    asked = find_stems(" ".join(gap.queries))
    return len(asked & find_stems(f"{work.title} {work.abstract or ''}")) >= _SPOKEN_OF * len(asked)
