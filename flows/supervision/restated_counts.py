"""Counts that the review states about itself, corrected in new versions of its sections once its corpus has grown."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from flows.context.context import ReviewContext, ReviewRecord
from flows.organization import gather
from flows.synthesis import frame_material
from storage.reading.reading import read_corpus
from storage.records.writing import Draft, ReadWork, Theme
from storage.runs.reviews import review_numbers
from storage.writing.citation_checks import CheckedSection, read_checked_sections, read_claims
from storage.writing.sections import written_sections
from storage.writing.supervision import Edit, Note, add_edits, is_outgrown, read_notes, read_stated_numbers
from storage.writing.themes import read_paths, read_themes
from tasks.analysts.extractive.facts import Numbers, carry_counts, restate_numbers, restate_theme
from tasks.analysts.protocol import ThemeMaterial
from tasks.citations.pandoc import find_citekeys
from tasks.organization import analyse_theme
from tasks.revision.gaps import Gap, IntegrationMaterial, read_gap
from tasks.revision.paragraphs import StandingSection
from tasks.revision.placing import changed_paragraphs
from tasks.supervision.editing import integrate_works
from tasks.synthesis import SectionPlan, plan_sections, theme_section_id, write_frame_section, write_theme_section
from tasks.text.cleaning import count_words

_BESIDES = ("introduction", "discussion", "conclusions")
_ISSUE = "counts of the review that its corpus has outgrown"


def note_numbers(numbers: Numbers, loop: str, iteration: int) -> Note:
    """Return the note of the numbers that the text states."""
    return Note(loop, iteration, "numbers", outcome=json.dumps(numbers, sort_keys=True))


def restate(review: ReviewContext, loop: str, iteration: int) -> None:
    """Correct the numbers that the sections state, if what this loop brought in has changed them.

    Methodology and abstract are written again, so that they also report the expansions; in other sections only the
    numbers are replaced. An analyst that only selects also rewrites the rest of the frame, and before that the themes
    that gained works, where no citation is lost: it has no other way of putting additions in their place.
    """
    if not is_outgrown(review.ledger, loop):
        return
    stated = read_stated_numbers(review.ledger)
    now = review_numbers(review.ledger)
    if stated is None or stated == now:
        return
    sections = {section.section_id: section for section in read_checked_sections(review.ledger)}
    drafts = {name: _renumber(review, section, stated, now) for name, section in sections.items()}
    corpus = read_corpus(review.ledger)
    ranked = not review.analyst.reads
    themes = {theme_section_id(theme): theme for theme in read_themes(review.ledger)}
    for name in drafts.keys() & themes.keys():
        works = gather(review, themes[name], corpus).works
        drafts[name] = _carry(drafts[name], restate_theme(drafts[name].markdown, works))
    notes = dict.fromkeys(drafts, "numbers stated as they are now")
    if ranked:
        gap = read_gap([note for note in read_notes(review.ledger, loop) if note.action == "gap"][-1])
        again = write_themes_again(review, gap, drafts, corpus)
        drafts |= again
        notes |= dict.fromkeys(again, "written again from all its works")
    for names in (("methodology", *(_BESIDES if ranked else ())), ("abstract",)):
        drafts |= write_frame_again(review, [name for name in names if name in sections], drafts)
    edits = [
        _edit(loop, iteration, sections[name], draft, notes[name])
        for name, draft in drafts.items()
        if draft.markdown != sections[name].markdown
    ]
    add_edits(review.ledger, edits, [note_numbers(now, loop, iteration)])


def _renumber(review: ReviewRecord, section: CheckedSection, stated: Numbers, now: Numbers) -> Draft:
    draft = Draft(section.markdown, read_claims(review.ledger, section))
    return _carry(draft, restate_numbers(section.markdown, stated, now))


def _carry(draft: Draft, markdown: str) -> Draft:
    """Return the draft with another text; the sentences that cite are the same, and hence its claims."""
    return Draft(markdown, draft.claims, draft.produced_by)


def _edit(loop: str, iteration: int, section: CheckedSection, draft: Draft, note: str) -> Edit:
    return Edit(
        loop=loop,
        iteration=iteration,
        section_id=section.section_id,
        from_version=section.version,
        draft=draft,
        issue=_ISSUE,
        severity="high",
        paragraphs=changed_paragraphs(section.markdown, draft.markdown),
        citations_before=tuple(sorted(find_citekeys(section.markdown))),
        citations_after=tuple(sorted(find_citekeys(draft.markdown))),
        note=note,
    )


def write_themes_again(
    review: ReviewContext, gap: Gap, drafts: Mapping[str, Draft], corpus: dict[str, ReadWork]
) -> dict[str, Draft]:
    """Return the sections of themes that gained works, rewritten from all their works; none that loses a citation.

    As in the first draft, the works that the corpus cites most come first; the words per work stay the same. Works that
    were cited but for which there is no room are worked in as those of the gap were.
    """
    themes = read_themes(review.ledger)
    added = [path.theme_id for path in read_paths(review.ledger) if path.action == "expansion"]
    members = sum(len(theme.work_ids) for theme in themes)
    growth = members / max(1, members - len(added))
    plans = {plan.section_id: plan for plan in plan_sections(review.tier, themes)}
    calls = []
    for theme in themes:
        name = theme_section_id(theme)
        if theme.theme_id in added and name in drafts:
            material = _gather_by_rank(review, theme, corpus)
            analysis = review.ask_analyst(analyse_theme, f"analyse: {theme.label}", material, review.analyst)
            words = max(count_words(drafts[name].markdown), round(plans[name].words * growth))
            call = (replace(plans[name], words=words), material, analysis, review.analyst)
            calls.append((f"write again: {theme.label}", call))
    made = {}
    for (plan, material, *_), draft in review.consult(write_theme_section, calls):
        whole = _work_in_rest(review, gap, plan, material, drafts[plan.section_id], draft)
        if whole and keeps_citations(drafts[plan.section_id], whole):
            made[plan.section_id] = whole
    return made


def write_frame_again(review: ReviewContext, names: list[str], drafts: Mapping[str, Draft]) -> dict[str, Draft]:
    """Return sections of the frame rewritten from what the others say now.

    A section that would lose a citation stays, with the counts that the new one states.
    """
    written = {name: (heading, drafts[name].markdown) for name, (heading, _) in written_sections(review.ledger).items()}
    material = frame_material(review, written, set(names))
    plans = {plan.section_id: plan for plan in plan_sections(review.tier, read_themes(review.ledger))}
    calls = [(f"write again: {plans[name].heading}", (plans[name], material, review.analyst)) for name in names]
    made = {}
    for (plan, *_), draft in review.consult(write_frame_section, calls):
        stood = drafts[plan.section_id]
        counted = replace(stood, markdown=carry_counts(stood.markdown, draft.markdown))
        made[plan.section_id] = draft if keeps_citations(stood, draft) else counted
    return made


def keeps_citations(before: Draft, after: Draft) -> bool:
    """Return whether a text cites everything that another one cites."""
    return set(find_citekeys(before.markdown)) <= set(find_citekeys(after.markdown))


def _gather_by_rank(review: ReviewRecord, theme: Theme, corpus: dict[str, ReadWork]) -> ThemeMaterial:
    material = gather(review, theme, corpus)
    return replace(material, works=tuple(sorted(material.works, key=lambda read: -read.in_degree)))


def _work_in_rest(  # noqa: PLR0917 - what was asked for a section, and what came of it
    review: ReviewContext, gap: Gap, plan: SectionPlan, material: ThemeMaterial, before: Draft, after: Draft
) -> Draft | None:
    """Return a section with the works it no longer cites worked in; None where nothing can be said about them."""
    lost = set(find_citekeys(before.markdown)) - set(find_citekeys(after.markdown))
    if not lost:
        return after
    standing = StandingSection(plan.section_id, 0, plan.heading, after.markdown, after.claims)
    works = tuple(read for read in material.works if read.citekey in lost)
    rest = IntegrationMaterial(review.plan, gap, standing, material.works, works)
    return review.ask_analyst(integrate_works, f"work in: {plan.heading}", rest, review.analyst)
