"""Spans to be rewritten, with what stands around them, and what an analyst made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from storage.records.search import Plan
from storage.records.writing import Claim, ReadWork
from tasks.revision.issues import Issue
from tasks.revision.paragraphs import Paragraph, find_runs

CONTEXT = 3


@dataclass(frozen=True, slots=True)
class Span:
    """Neighbouring paragraphs of one section, with up to three blocks on either side that stay as they are."""

    section_id: str
    heading: str
    before: tuple[Paragraph, ...]
    paragraphs: tuple[Paragraph, ...]
    after: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class SpanMaterial:
    """One issue with the spans it affects, the works these cite, and the texts of all other blocks of the review."""

    plan: Plan
    issue: Issue
    spans: tuple[Span, ...]
    works: tuple[ReadWork, ...]
    rest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EditMaterial:
    """One section for a pass over language and argument, with the works it cites."""

    plan: Plan
    section_id: str
    heading: str
    paragraphs: tuple[Paragraph, ...]
    works: tuple[ReadWork, ...]


@dataclass(frozen=True, slots=True)
class Rewriting:
    """What stands in the place of each span, as Markdown blocks (none: it is dropped), with one line that says what.

    `claims` are those of sentences that are new; the sentences that stay keep theirs.
    """

    spans: tuple[tuple[str, ...], ...]
    claims: tuple[Claim, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Editing:
    """New texts for paragraphs of a section, by their number, with the claims of new sentences and a one-line note."""

    texts: Mapping[int, str]
    claims: tuple[Claim, ...]
    note: str


def cut_spans(issue: Issue, paragraphs: Sequence[Paragraph], headings: Mapping[str, str]) -> tuple[Span, ...]:
    """Return the paragraphs affected by an issue as spans, in the order of the document."""
    numbered = {paragraph.number: paragraph for paragraph in paragraphs}
    spans = []
    for run in find_runs(issue.paragraphs, numbered):
        inside = tuple(numbered[number] for number in run)
        section_id = inside[0].section_id
        around = (range(run[0] - CONTEXT, run[0]), range(run[-1] + 1, run[-1] + 1 + CONTEXT))
        before, after = (
            tuple(numbered[n] for n in side if n in numbered and numbered[n].section_id == section_id)
            for side in around
        )
        spans.append(Span(section_id, headings[section_id], before, inside, after))
    return tuple(spans)
