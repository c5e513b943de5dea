"""Section editing: the section with new texts for some paragraphs, or the reasons why it stays as it is."""

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
from tasks.revision.paragraphs import StandingSection, join_section, split_section
from tasks.revision.spans import Editing, EditMaterial

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
