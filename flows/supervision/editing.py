"""Section editing: a pass over language and argument, section by section; what breaks a constraint is not taken."""

from __future__ import annotations

from prefect import flow

from flows.context.context import ReviewContext
from flows.supervision.structure import read_standing
from storage.reading.reading import read_corpus
from storage.writing.supervision import add_edits
from tasks.citations.pandoc import find_citekeys
from tasks.revision.paragraphs import number_paragraphs
from tasks.revision.spans import EditMaterial
from tasks.supervision.editing import describe_editing, edit_section, note_unchanged


@flow(name="editing", flow_run_name="editing", validate_parameters=False)
def editing(review: ReviewContext) -> None:
    """Have every section edited that was not yet; each outcome is on record as soon as it is there."""
    changed = 0
    done = set(review.ledger.frame("edited_sections")["section_id"])
    sections = {one.section_id: one for one in read_standing(review) if one.section_id not in done}
    if not sections or review.saves("supervision"):
        return
    works = {read.citekey: read for read in read_corpus(review.ledger).values()}
    materials = [
        EditMaterial(
            review.plan,
            section.section_id,
            section.heading,
            number_paragraphs([section]),
            tuple(works[key] for key in sorted(find_citekeys(section.markdown)) if key in works),
        )
        for section in sections.values()
    ]
    calls = [(f"edit: {material.heading}", (material, review.analyst)) for material in materials]
    for (material, _), edited in review.consult(edit_section, calls):
        section = sections[material.section_id]
        edit = describe_editing(section, material, edited)
        add_edits(review.ledger, [edit] if edit else [], [] if edit else [note_unchanged(section)])
        changed += bool(edit and edit.draft)
    review.progress.say("editing", f"{changed} of {len(sections)} sections changed")
