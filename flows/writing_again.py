"""Sections written anew once the corpus grew: in place of their texts where these lose no citation by it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flows.organization import gather
from flows.synthesis import frame_material
from flows.workbench import Workbench
from storage.manuscript import Draft, ReadWork, Theme
from storage.sections import written_sections
from storage.themes import read_paths, read_themes
from tasks.analysts.protocol import ThemeMaterial
from tasks.citation_forms import find_citekeys
from tasks.markdown_text import count_words
from tasks.supervision.gaps import Gap, IntegrationMaterial
from tasks.supervision.integrating import integrate_works
from tasks.supervision.paragraphs import StandingSection
from tasks.supervision.restating import carry_counts
from tasks.synthesis import SectionPlan, plan_sections, theme_section_id, write_frame_section, write_theme_section
from tasks.theming import analyse_theme


def write_themes_again(
    bench: Workbench, gap: Gap, drafts: Mapping[str, Draft], corpus: dict[str, ReadWork]
) -> dict[str, Draft]:
    """Return the sections of themes that works came into, written anew from all of them; none that loses a citation.

    As in the first draft the works that the corpus cites most come first, and each has as many words. Works that there
    is no room for, and that were cited, are worked in as those of the gap were.
    """
    themes = read_themes(bench.ledger)
    added = [path.theme_id for path in read_paths(bench.ledger) if path.action == "expansion"]
    members = sum(len(theme.work_ids) for theme in themes)
    growth = members / max(1, members - len(added))
    plans = {plan.section_id: plan for plan in plan_sections(bench.tier, themes)}
    calls = []
    for theme in themes:
        name = theme_section_id(theme)
        if theme.theme_id in added and name in drafts:
            material = _gather_by_rank(bench, theme, corpus)
            analysis = bench.ask_analyst(analyse_theme, f"analyse: {theme.label}", material, bench.analyst)
            words = max(count_words(drafts[name].markdown), round(plans[name].words * growth))
            call = (replace(plans[name], words=words), material, analysis, bench.analyst)
            calls.append((f"write again: {theme.label}", call))
    made = {}
    for (plan, material, *_), draft in bench.consult(write_theme_section, calls):
        whole = _work_in_rest(bench, gap, plan, material, drafts[plan.section_id], draft)
        if whole and keeps_citations(drafts[plan.section_id], whole):
            made[plan.section_id] = whole
    return made


def write_frame_again(bench: Workbench, names: list[str], drafts: Mapping[str, Draft]) -> dict[str, Draft]:
    """Return sections of the frame written anew from what the others say now.

    One that would lose a citation stays, with the counts that the new one states.
    """
    written = {name: (heading, drafts[name].markdown) for name, (heading, _) in written_sections(bench.ledger).items()}
    material = frame_material(bench, written, set(names))
    plans = {plan.section_id: plan for plan in plan_sections(bench.tier, read_themes(bench.ledger))}
    calls = [(f"write again: {plans[name].heading}", (plans[name], material, bench.analyst)) for name in names]
    made = {}
    for (plan, *_), draft in bench.consult(write_frame_section, calls):
        stood = drafts[plan.section_id]
        counted = replace(stood, markdown=carry_counts(stood.markdown, draft.markdown))
        made[plan.section_id] = draft if keeps_citations(stood, draft) else counted
    return made


def keeps_citations(before: Draft, after: Draft) -> bool:
    """Return whether a text cites everything that another one cites."""
    return set(find_citekeys(before.markdown)) <= set(find_citekeys(after.markdown))


def _gather_by_rank(bench: Workbench, theme: Theme, corpus: dict[str, ReadWork]) -> ThemeMaterial:
    material = gather(bench, theme, corpus)
    return replace(material, works=tuple(sorted(material.works, key=lambda read: -read.in_degree)))


def _work_in_rest(  # noqa: PLR0917 - what was asked for a section, and what came of it
    bench: Workbench, gap: Gap, plan: SectionPlan, material: ThemeMaterial, before: Draft, after: Draft
) -> Draft | None:
    """Return a section with what it no longer cites worked in; None where nothing can be told of that."""
    lost = set(find_citekeys(before.markdown)) - set(find_citekeys(after.markdown))
    if not lost:
        return after
    standing = StandingSection(plan.section_id, 0, plan.heading, after.markdown, after.claims)
    works = tuple(read for read in material.works if read.citekey in lost)
    rest = IntegrationMaterial(bench.plan, gap, standing, material.works, works)
    whole: Draft | None = bench.ask_analyst(integrate_works, f"work in: {plan.heading}", rest, bench.analyst)
    return whole
