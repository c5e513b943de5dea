"""Section editing: the section with new texts for some paragraphs, or the reasons why it stays as it is."""

from __future__ import annotations

from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.manuscript import Draft
from storage.supervision import Edit
from tasks.analysts.dialogue import Asked
from tasks.analysts.protocol import Analyst
from tasks.citation_forms import find_citekeys
from tasks.supervision.constraints import object_to_editing
from tasks.supervision.paragraphs import StandingSection, join_section, split_section
from tasks.supervision.spans import Editing, EditMaterial

LOOP = "editing"


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def edit_section(material: EditMaterial, analyst: Analyst) -> Asked[Editing]:
    """Return new texts for the paragraphs of a section that need one."""
    return analyst.edit_section(material)


def describe_editing(section: StandingSection, material: EditMaterial, editing: Editing) -> Edit:
    """Return the edit that an editing makes of a section: its next version, or why it has none."""
    stood = {paragraph.number: paragraph for paragraph in material.paragraphs}
    changed = {n: text for n, text in editing.texts.items() if n not in stood or stood[n].markdown != text}
    reasons = object_to_editing(material, editing)
    places = tuple(stood[number].place for number in sorted(changed) if number in stood)
    draft, note = None, editing.note or "language edited"
    if reasons:
        note = f"rejected: {'; '.join(reasons)}"[:1000]
    elif changed:
        before, blocks, after = split_section(section.markdown)
        for number, text in changed.items():
            blocks[stood[number].place] = text
        markdown = join_section(before, blocks, after)
        pool = dict.fromkeys((*section.claims, *editing.claims))
        draft = Draft(markdown, tuple(claim for claim in pool if claim.sentence in markdown), LOOP)
    else:
        note = "nothing to change"
    citekeys = tuple(sorted(find_citekeys(section.markdown)))
    return Edit(
        loop=LOOP,
        iteration=1,
        section_id=section.section_id,
        from_version=section.version,
        draft=draft,
        issue="language" if changed else None,
        severity="low" if changed else None,
        paragraphs=places,
        citations_before=citekeys,
        citations_after=citekeys,
        note=note,
    )
