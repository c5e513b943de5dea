"""Changes for issues, applied to a review: paragraphs keep the numbers they had, so none is mistaken for another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from storage.records.writing import Claim, Draft
from storage.writing.supervision import Edit
from tasks.citations.pandoc import find_citekeys
from tasks.revision.constraints import count_citekeys, object_to_rewriting
from tasks.revision.issues import MOVES, Coherence, Issue, Rewriting, SpanMaterial
from tasks.revision.paragraphs import Paragraph, StandingSection, join_section, number_paragraphs, split_section

LOOP = "structure"
_NEW = 0


@dataclass(frozen=True, slots=True)
class Block:
    """A block of the review being revised: `number` is the one it had when the issues were found, 0 for a new block."""

    number: int
    markdown: str
    is_heading: bool


@dataclass(frozen=True, slots=True)
class Treatment:
    """An issue with its rewriting, None for a move or if there is no usable one."""

    issue: Issue
    material: SpanMaterial | None = None
    rewriting: Rewriting | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The sections after a round, and its edits in order; an edit without a draft is a rejection."""

    sections: tuple[StandingSection, ...]
    edits: tuple[Edit, ...]

    @property
    def changed(self) -> bool:
        """Return whether any edit changed a section."""
        return any(edit.draft for edit in self.edits)


Layout = dict[str, list[Block]]


def treat_issues(sections: Sequence[StandingSection], treatments: Sequence[Treatment], iteration: int) -> Outcome:
    """Return the sections with the issues treated, one after the other; changes that break a constraint are rejected.

    The issues must have been examined together (`tasks.revision.issues.examine_issues`). Each edit gives the places of
    the paragraphs at the time it was made.
    """
    paragraphs = number_paragraphs(sections)
    layout = lay_out(paragraphs)
    standing = {section.section_id: section for section in sections}
    pool = tuple(dict.fromkeys(claim for section in sections for claim in section.claims))
    edits: list[Edit] = []
    for treatment in treatments:
        made, reasons = _treat(layout, treatment)
        reasons = reasons or _find_bare_headings(layout, made)
        if reasons:
            edits.append(_reject(treatment, layout, standing, paragraphs, iteration, reasons))
            continue
        pool = tuple(dict.fromkeys((*pool, *(treatment.rewriting.claims if treatment.rewriting else ()))))
        for section_id in (name for name in layout if layout[name] != made[name]):
            section = standing[section_id]
            after = write_section(section, made[section_id], pool)
            edits.append(_describe(treatment, layout[section_id], section, after, iteration))
            standing[section_id] = replace(after, version=section.version + 1)
        layout = made
    return Outcome(tuple(standing.values()), tuple(edits))


def undo_edits(sections: Sequence[StandingSection], outcome: Outcome, coherence: Coherence, why: str) -> list[Edit]:
    """Return the edits that restore the sections from before a round, each as a version of its own."""
    after = {section.section_id: section for section in outcome.sections}
    iteration = outcome.edits[0].iteration
    return [
        Edit(
            loop=LOOP,
            iteration=iteration,
            section_id=section.section_id,
            from_version=after[section.section_id].version,
            draft=Draft(section.markdown, section.claims, LOOP),
            issue="undone",
            severity=None,
            paragraphs=(),
            citations_before=tuple(sorted(find_citekeys(after[section.section_id].markdown))),
            citations_after=tuple(sorted(find_citekeys(section.markdown))),
            note=why,
            coherence=coherence.score,
        )
        for section in sections
        if after[section.section_id].version != section.version
    ]


def lay_out(paragraphs: Sequence[Paragraph]) -> Layout:
    """Return the blocks of each section in order."""
    layout: Layout = {}
    for one in paragraphs:
        layout.setdefault(one.section_id, []).append(Block(one.number, one.markdown, one.kind == "heading"))
    return layout


def move_blocks(layout: Layout, issue: Issue) -> Layout:
    """Return the blocks with those of an issue moved after the block that it names, in order and byte for byte."""
    moved = [block for blocks in layout.values() for block in blocks if block.number in issue.paragraphs]
    made: Layout = {}
    for section_id, blocks in layout.items():
        made[section_id] = []
        for block in blocks:
            if block.number not in issue.paragraphs:
                made[section_id].append(block)
            if block.number == issue.move_after:
                made[section_id] += moved
    return made


def replace_blocks(layout: Layout, material: SpanMaterial, rewriting: Rewriting) -> Layout:
    """Return the blocks with each span of the material replaced by what the rewriting has for it."""
    starts = {}
    for span, texts in zip(material.spans, rewriting.spans, strict=True):
        stays = {paragraph.markdown: paragraph.number for paragraph in reversed(span.paragraphs)}
        starts[span.paragraphs[0].number] = [Block(stays.pop(text, _NEW), text, is_heading=False) for text in texts]
    gone = {paragraph.number for span in material.spans for paragraph in span.paragraphs}
    made: Layout = {}
    for section_id, blocks in layout.items():
        made[section_id] = []
        for block in blocks:
            made[section_id] += starts.get(block.number, [])
            if block.number not in gone:
                made[section_id].append(block)
    return made


def write_section(section: StandingSection, blocks: Sequence[Block], pool: Sequence[Claim]) -> StandingSection:
    """Return the section made of blocks, with those claims of the pool whose sentence occurs in it."""
    before, _, after = split_section(section.markdown)
    markdown = join_section(before, [block.markdown for block in blocks], after)
    return replace(section, markdown=markdown, claims=tuple(claim for claim in pool if claim.sentence in markdown))


def _treat(layout: Layout, treatment: Treatment) -> tuple[Layout, list[str]]:
    if treatment.issue.kind in MOVES:
        return move_blocks(layout, treatment.issue), []
    if treatment.material is None or treatment.rewriting is None:
        return layout, ["no usable rewriting was given"]
    # What other issues have changed by now decides where a repeated citation may still be removed.
    affected = set(treatment.issue.paragraphs)
    rest = tuple(b.markdown for blocks in layout.values() for b in blocks if not b.number or b.number not in affected)
    material = replace(treatment.material, rest=rest)
    reasons = object_to_rewriting(material, treatment.rewriting)
    return (layout if reasons else replace_blocks(layout, material, treatment.rewriting)), reasons


def _find_bare_headings(before: Layout, after: Layout) -> list[str]:
    bare = {block.number for blocks in after.values() for block in _list_bare(blocks)}
    bare -= {block.number for blocks in before.values() for block in _list_bare(blocks)}
    emptied = any(blocks and not after[name] for name, blocks in before.items())
    return ["nothing would be left under a heading"] if bare or emptied else []


def _list_bare(blocks: Sequence[Block]) -> list[Block]:
    following = [*(block.is_heading for block in blocks[1:]), True]
    return [block for block, ends in zip(blocks, following, strict=False) if block.is_heading and ends]


def _describe(
    treatment: Treatment, blocks: Sequence[Block], was: StandingSection, now: StandingSection, iteration: int
) -> Edit:
    issue = treatment.issue
    places = [place for place, block in enumerate(blocks) if block.number in issue.paragraphs]
    # For a section that only receives a paragraph, its new place is given.
    arrived = [place + 1 for place, block in enumerate(blocks) if block.number == issue.move_after]
    note = treatment.rewriting.note if treatment.rewriting else "moved as it is to where its matter stands"
    return Edit(
        loop=LOOP,
        iteration=iteration,
        section_id=was.section_id,
        from_version=was.version,
        draft=Draft(now.markdown, now.claims, LOOP),
        issue=issue.kind,
        severity=issue.severity,
        paragraphs=tuple(places or arrived),
        citations_before=tuple(sorted(find_citekeys(was.markdown))),
        citations_after=tuple(sorted(find_citekeys(now.markdown))),
        note=note,
    )


def _reject(  # noqa: PLR0917 - the parts of one record
    treatment: Treatment,
    layout: Layout,
    standing: Mapping[str, StandingSection],
    paragraphs: Sequence[Paragraph],
    iteration: int,
    reasons: Sequence[str],
) -> Edit:
    issue = treatment.issue
    section = standing[next(one.section_id for one in paragraphs if one.number == issue.paragraphs[0])]
    places = [p for p, block in enumerate(layout[section.section_id]) if block.number in issue.paragraphs]
    citekeys = tuple(sorted(count_citekeys([section.markdown])))
    return Edit(
        loop=LOOP,
        iteration=iteration,
        section_id=section.section_id,
        from_version=section.version,
        draft=None,
        issue=issue.kind,
        severity=issue.severity,
        paragraphs=tuple(places),
        citations_before=citekeys,
        citations_after=citekeys,
        note=f"rejected: {'; '.join(reasons)}"[:1000],
    )
