"""Steps of supervision as tasks: gaps and structure diagnosed, what closes gaps integrated, paragraphs edited.

Looking for a gap in the text, and seeing to it that none is explored twice. Working new works into a section: what the
section may become, and which of its paragraphs changed. The steps of the structure loop that an analyst is asked for:
diagnosis, rewriting, architecture verification.
"""

from __future__ import annotations

from collections.abc import Mapping

from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.records.writing import Draft
from storage.writing.supervision import Edit, Note
from tasks.analysts.protocol import Analyst
from tasks.citations.pandoc import find_citekeys
from tasks.language_models.dialogue import Asked
from tasks.revision.constraints import object_to_editing
from tasks.revision.gaps import Diagnosis, GapMaterial, IntegrationMaterial
from tasks.revision.issues import Coherence, Editing, EditMaterial, Issue, Rewriting, SpanMaterial, StructureMaterial
from tasks.revision.paragraphs import StandingSection, join_section, split_section


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def find_gap(material: GapMaterial, analyst: Analyst) -> Asked[Diagnosis | None]:
    """Return the analyst's diagnosis, None where it gave no valid one."""
    return analyst.find_gap(material)


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def integrate_works(material: IntegrationMaterial, analyst: Analyst) -> Asked[Draft | None]:
    """Return the section with the new works in it, None where the analyst made nothing of them."""
    return analyst.integrate_works(material)


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def diagnose_structure(material: StructureMaterial, analyst: Analyst) -> Asked[tuple[Issue, ...]]:
    """Return what is wrong with the structure of a review."""
    return analyst.diagnose_structure(material)


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def rewrite_span(material: SpanMaterial, analyst: Analyst) -> Asked[Rewriting | None]:
    """Return what is to stand in the place of the paragraphs affected by one issue."""
    return analyst.rewrite_span(material)


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def judge_coherence(material: StructureMaterial, analyst: Analyst) -> Asked[Coherence]:
    """Return how well the review holds together."""
    return analyst.judge_coherence(material)


LOOP = "editing"

_LONGEST_NOTE = 1000


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def edit_section(material: EditMaterial, analyst: Analyst) -> Asked[Editing]:
    """Return new texts for the paragraphs of a section that need one."""
    return analyst.edit_section(material)


def describe_editing(section: StandingSection, material: EditMaterial, editing: Editing) -> Edit | None:
    """Return the edit that an editing makes of a section, its next version or why it has none; None for no change."""
    stood = {paragraph.number: paragraph for paragraph in material.paragraphs}
    changed = {n: text for n, text in editing.texts.items() if n not in stood or stood[n].markdown != text}
    if not changed:
        return None
    reasons = object_to_editing(material, editing)
    citekeys = tuple(sorted(find_citekeys(section.markdown)))
    return Edit(
        loop=LOOP,
        iteration=1,
        section_id=section.section_id,
        from_version=section.version,
        draft=None if reasons else _compose(section, {stood[n].place: text for n, text in changed.items()}, editing),
        issue="language",
        severity="low",
        paragraphs=tuple(stood[number].place for number in sorted(changed) if number in stood),
        citations_before=citekeys,
        citations_after=citekeys,
        note=f"rejected: {'; '.join(reasons)}"[:_LONGEST_NOTE] if reasons else editing.note or "language edited",
    )


def note_unchanged(section: StandingSection) -> Note:
    """Return the note that a section was read and needs no editing."""
    state = {"section_id": section.section_id, "version": section.version}
    return Note(LOOP, 1, "read", outcome="nothing to change", state=state)


def _compose(section: StandingSection, texts: Mapping[int, str], editing: Editing) -> Draft:
    before, blocks, after = split_section(section.markdown)
    markdown = join_section(before, [texts.get(place, block) for place, block in enumerate(blocks)], after)
    pool = dict.fromkeys((*section.claims, *editing.claims))
    return Draft(markdown, tuple(claim for claim in pool if claim.sentence in markdown), LOOP)
