"""Synthesis: theme sections in parallel, then the framing sections, the abstract, and the transitions between them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from prefect import flow

from flows.context.context import ReviewContext, ReviewRecord
from flows.organization import gather
from storage.reading.comparisons import read_consistency
from storage.reading.procedure import read_procedure
from storage.reading.reading import read_corpus
from storage.records.writing import Draft
from storage.runs.reviews import review_numbers
from storage.writing.sections import (
    add_section,
    integrate_section,
    outdated_sections,
    read_integration,
    written_sections,
)
from storage.writing.themes import read_analyses, read_themes
from tasks.analysts.protocol import ReviewMaterial
from tasks.synthesis import (
    ANSWERS,
    SectionPlan,
    add_transition,
    connect_sections,
    plan_sections,
    theme_section_id,
    write_frame_section,
    write_theme_section,
)

# Each round may read what the rounds before it wrote.
ROUNDS = (("introduction", "methodology"), (ANSWERS,), ("discussion",), ("conclusions",), ("abstract",))


@flow(name="synthesis", flow_run_name="synthesis", validate_parameters=False)
def synthesis(review: ReviewContext) -> None:
    """Write every section the current edition does not have yet."""
    themes = read_themes(review.ledger)
    sections = {section.section_id: section for section in plan_sections(review.tier, themes)}
    write_themes(review, sections)
    for names in ROUNDS:
        write_frame(review, [sections[name] for name in names])
    integrate(review, sections)
    review.publish()
    review.progress.say("synthesis", f"{len(sections)} sections written")


def write_themes(review: ReviewContext, sections: dict[str, SectionPlan]) -> None:
    """Write the theme sections that are missing, in parallel."""
    corpus = read_corpus(review.ledger)
    analyses = read_analyses(review.ledger)
    written = written_sections(review.ledger)
    calls = []
    for theme in read_themes(review.ledger):
        section = sections[theme_section_id(theme)]
        if section.section_id not in written:
            material = gather(review, theme, corpus)
            calls.append((f"write: {theme.label}", (section, material, analyses[theme.theme_id], review.analyst)))
    review.progress.note("synthesis", "writing the sections of themes")
    for (section, *_), draft in review.consult(write_theme_section, calls):
        _add_section(review, section, draft)


def write_frame(review: ReviewContext, sections: list[SectionPlan]) -> None:
    """Write those of the given framing sections that are missing, or that an amendment of the protocol overtook."""
    written = written_sections(review.ledger)
    told = {*written, *((ANSWERS,) if "discussion" in written else ())} - outdated_sections(review.ledger)
    missing = [section for section in sections if section.section_id not in told]
    if missing:
        rewrite_frame(review, missing, sections)


def rewrite_frame(review: ReviewContext, missing: list[SectionPlan], sections: list[SectionPlan]) -> None:
    """Write framing sections, whether or not they exist, from what is written besides the given round of `sections`."""
    written = written_sections(review.ledger)
    material = frame_material(review, written, {section.section_id for section in sections})
    calls = [(f"write: {section.heading}", (section, material, review.analyst)) for section in missing]
    review.progress.note("synthesis", "writing " + ", ".join(section.heading for section in missing))
    for (section, *_), draft in review.consult(write_frame_section, calls):
        _add_section(review, section, draft)


def frame_material(
    review: ReviewRecord, written: Mapping[str, tuple[str, str]], left_out: Collection[str]
) -> ReviewMaterial:
    """Return what framing sections are written from: themes, numbers, and the written sections but those left out."""
    corpus = read_corpus(review.ledger)
    analyses = read_analyses(review.ledger)
    themes = read_themes(review.ledger)
    return ReviewMaterial(
        plan=review.plan,
        themes=tuple(gather(review, theme, corpus) for theme in themes),
        analyses=tuple(analyses[theme.theme_id] for theme in themes),
        numbers=review_numbers(review.ledger),
        sections=tuple(text for name, text in written.items() if name not in left_out),
        procedure=read_procedure(review.ledger),
        consistency=read_consistency(review.ledger),
    )


def _add_section(review: ReviewContext, section: SectionPlan, draft: Draft) -> None:
    signed = draft if draft.produced_by else replace(draft, produced_by=review.analyst.name)
    add_section(review.ledger, section.section_id, section.position, section.heading, signed)


def integrate(review: ReviewContext, sections: dict[str, SectionPlan]) -> None:
    """Add the transitions at the borders of the sections that do not have them yet, section by section.

    The questions rest on the sections as they were before, so that an interrupted integration goes on where it was.
    """
    integration = read_integration(review.ledger)
    # An analyst that only selects sentences has none of its own to add.
    if not integration.pending or not review.analyst.reads:
        return
    markdown = {section.section_id: section.markdown for section in integration.sections}
    transitions = review.ask_analyst(
        connect_sections, "connect the sections", review.plan, integration.sections, review.analyst
    )
    for transition in transitions:
        name = transition.section_id
        if name in integration.pending:
            text, added = add_transition(markdown[name], transition, sections[name].words)
            integrate_section(review.ledger, name, text, added)
