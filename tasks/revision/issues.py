"""What can be wrong with the structure of a review: issues, which are valid, and which can be treated together.

Spans to be rewritten, with their surroundings, and an analyst's rewriting of them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from storage.records.search import Plan
from storage.records.writing import Claim, ReadWork
from tasks.citations.pandoc import find_citekeys
from tasks.revision.paragraphs import Paragraph, find_runs

IssueKind = Literal[
    "content_sprawl",
    "premature_detail",
    "orphaned_content",
    "redundant_framing",
    "redundant_paragraphs",
    "logical_gap",
    "consolidate",
]
Severity = Literal["high", "medium", "low"]
# Moved text is never rewritten; repeated text may go once, so its citations must only stay in the document.
MOVES: frozenset[IssueKind] = frozenset({"premature_detail", "orphaned_content"})
REPEATS: frozenset[IssueKind] = frozenset({"redundant_paragraphs", "consolidate"})
ABOUT_LENGTH: frozenset[IssueKind] = frozenset({"content_sprawl", "redundant_framing", *REPEATS})
MOST_ISSUES, MOST_PARAGRAPHS = 40, 6
CITING_NOTHING = frozenset({"abstract", "methodology"})
_LONGEST_TEXT = 400
_LEAST_OF_REPEATS = 2


@dataclass(frozen=True, slots=True)
class Issue:
    """One issue: the numbers of the paragraphs affected and, for a move, the number of the block to put them after."""

    kind: IssueKind
    paragraphs: tuple[int, ...]
    severity: Severity
    problem: str
    suggestion: str
    move_after: int | None = None


@dataclass(frozen=True, slots=True)
class ExaminedIssue:
    """An issue and whether it is treated: `refusal` says why not, empty if it is."""

    issue: Issue
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class StructureMaterial:
    """The whole review as an analyst of its structure sees it, and what each theme section may cite.

    `headings` are by section id in the order of the review; `theme_citekeys` has the works of each theme's section.
    """

    plan: Plan
    paragraphs: tuple[Paragraph, ...]
    headings: Mapping[str, str]
    theme_citekeys: Mapping[str, tuple[str, ...]]


def examine_issues(issues: Sequence[Issue], paragraphs: Mapping[int, Paragraph]) -> list[ExaminedIssue]:
    """Return the issues, the most severe first, each refused if it is invalid or conflicts with a more severe one.

    Those without a refusal share no paragraph, and none is moved to a place that another one changes, so they can be
    treated in any order.
    """
    ranks = {severity: rank for rank, severity in enumerate(get_args(Severity))}
    affected: set[int] = set()
    anchors: set[int] = set()
    examined: list[ExaminedIssue] = []
    for issue in sorted(issues, key=lambda one: ranks.get(one.severity, len(ranks))):
        refusal = _refuse(issue, paragraphs) or _find_overlap(issue, affected, anchors)
        if not refusal and sum(not one.refusal for one in examined) >= MOST_ISSUES:
            refusal = f"waits: at most {MOST_ISSUES} issues are treated at once"
        if not refusal:
            affected |= set(issue.paragraphs)
            anchors |= {issue.move_after} if issue.move_after else set()
        examined.append(ExaminedIssue(_bound_texts(issue), refusal))
    return examined


def _refuse(issue: Issue, paragraphs: Mapping[int, Paragraph]) -> str:
    numbers = issue.paragraphs
    if issue.kind not in get_args(IssueKind) or issue.severity not in get_args(Severity):
        return f"'{str(issue.kind)[:40]}' of severity '{str(issue.severity)[:40]}' is no issue that is treated"
    if not numbers or len(set(numbers)) != len(numbers) or not set(numbers) <= set(paragraphs):
        return "it names paragraphs that there are not, or one twice"
    if any(paragraphs[number].kind != "text" for number in numbers):
        return "it affects a heading, list, table, code, note or what a person wrote, which stay as they are"
    return _refuse_move(issue, paragraphs) if issue.kind in MOVES else _refuse_rewriting(issue)


def _refuse_rewriting(issue: Issue) -> str:
    count = len(issue.paragraphs)
    if count > MOST_PARAGRAPHS:
        return f"it affects {count} paragraphs, and {MOST_PARAGRAPHS} at most are rewritten at once"
    if issue.kind in REPEATS and count < _LEAST_OF_REPEATS:
        return "it does not say which other paragraph says the same"
    return "only a move has a place to move to" if issue.move_after is not None else ""


def _refuse_move(issue: Issue, paragraphs: Mapping[int, Paragraph]) -> str:
    if len(issue.paragraphs) > MOST_PARAGRAPHS:
        return f"it moves {len(issue.paragraphs)} paragraphs, and {MOST_PARAGRAPHS} at most are moved at once"
    anchor = paragraphs.get(issue.move_after or 0)
    if anchor is None or anchor.number in issue.paragraphs or anchor.kind == "fixed":
        return "it does not say where the paragraphs belong"
    moved = [paragraphs[number] for number in issue.paragraphs]
    numbers = [paragraph.number for paragraph in moved]
    if numbers == list(range(anchor.number + 1, anchor.number + 1 + len(numbers))) and all(
        paragraph.section_id == anchor.section_id for paragraph in moved
    ):
        return "the paragraphs stand there already"
    if anchor.section_id == "abstract" or any(paragraph.section_id == "abstract" for paragraph in moved):
        return "nothing is moved into the abstract or out of it"
    if anchor.section_id in CITING_NOTHING and any(find_citekeys(paragraph.markdown) for paragraph in moved):
        return "the methodology takes no paragraphs that cite"
    return ""


def _find_overlap(issue: Issue, affected: Collection[int], anchors: Collection[int]) -> str:
    touched = set(issue.paragraphs)
    if touched & set(affected) or touched & set(anchors) or issue.move_after in affected:
        return "waits: an issue as severe or more so changes the same paragraphs"
    return ""


def _bound_texts(issue: Issue) -> Issue:
    problem, suggestion = (" ".join(text.split())[:_LONGEST_TEXT] for text in (issue.problem, issue.suggestion))
    return Issue(issue.kind, issue.paragraphs, issue.severity, problem, suggestion, issue.move_after)


@dataclass(frozen=True, slots=True)
class Coherence:
    """A score in [0, 1] with its reason; no score if none could be obtained."""

    score: float | None
    rationale: str


def is_better_or_alike(before: Coherence, after: Coherence) -> bool:
    """Return whether a text may replace another; one without a score may not."""
    return after.score is not None and after.score >= (before.score or 0.0)


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
    """The replacement of each span, as Markdown blocks (none if it is dropped), with a one-line note.

    `claims` are those of new sentences; the sentences that stay keep theirs.
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
