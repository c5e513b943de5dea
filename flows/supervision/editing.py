"""Section editing: a pass over language and argument, section by section; what breaks a constraint is not taken."""

from __future__ import annotations

from prefect import flow

from flows.context.context import Workbench
from flows.supervision.structure import read_standing
from storage.reading.reading import read_corpus
from storage.writing.supervision import add_edits
from tasks.citations.pandoc import find_citekeys
from tasks.revision.paragraphs import number_paragraphs
from tasks.revision.spans import EditMaterial
from tasks.supervision.editing import describe_editing, edit_section, note_unchanged


@flow(name="editing", flow_run_name="editing", validate_parameters=False)
def editing(bench: Workbench) -> None:
    """Have every section edited that was not yet; each outcome is on record as soon as it is there."""
    changed = 0
    done = set(bench.ledger.frame("edited_sections")["section_id"])
    sections = {one.section_id: one for one in read_standing(bench) if one.section_id not in done}
    if not sections or bench.saves("supervision"):
        return
    works = {read.citekey: read for read in read_corpus(bench.ledger).values()}
    materials = [
        EditMaterial(
            bench.plan,
            section.section_id,
            section.heading,
            number_paragraphs([section]),
            tuple(works[key] for key in sorted(find_citekeys(section.markdown)) if key in works),
        )
        for section in sections.values()
    ]
    calls = [(f"edit: {material.heading}", (material, bench.analyst)) for material in materials]
    for (material, _), edited in bench.consult(edit_section, calls):
        section = sections[material.section_id]
        edit = describe_editing(section, material, edited)
        add_edits(bench.ledger, [edit] if edit else [], [] if edit else [note_unchanged(section)])
        changed += bool(edit and edit.draft)
    bench.progress.say("editing", f"{changed} of {len(sections)} sections changed")
