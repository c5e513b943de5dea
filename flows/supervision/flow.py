"""Supervision: bounded loops read the draft as a critical reviewer would; each improves it or leaves it as it was.

The theory loop: theory that the argument rests on but does not name is searched for, read, and worked into the
sections. Section editing: a pass over language and argument, section by section; edits that break a constraint are
rejected. The literature loop: an argument, school or counter-position missing from the corpus gets a mini-review.
"""

from __future__ import annotations

from prefect import flow

from flows.context.context import ReviewContext
from flows.context.loops import open_loop
from flows.supervision.expansion import Room
from flows.supervision.integration import extend_sections
from flows.supervision.rounds import INTEGRATED, Round, close_gaps
from flows.supervision.structure import read_standing
from flows.verification import read_known, repair_citations
from storage.core.errors import BudgetExhausted, RecordMissing
from storage.reading.reading import read_corpus
from storage.records.search import content_id
from storage.records.writing import Draft, ReadWork, Theme, ThemePath
from storage.writing.supervision import Edit, add_edits, append_new_section, append_notes, is_outgrown
from storage.writing.themes import append_theme, read_themes
from tasks.analysts.protocol import ThemeMaterial
from tasks.citations.pandoc import find_citekeys
from tasks.organization import analyse_theme
from tasks.revision.issues import EditMaterial
from tasks.revision.paragraphs import number_paragraphs
from tasks.revision.placing import tell_works
from tasks.supervision.editing import describe_editing, edit_section, note_unchanged
from tasks.synthesis import plan_sections, theme_section_id, write_theme_section
from tasks.themes.description import describe_members

# Maximum number of rounds, by tier.
ROUNDS = {"quick": 1, "standard": 2, "comprehensive": 3, "high_quality": 5}
_ROOM = Room(works=10, seeds=5)


@flow(name="theory", flow_run_name="theory", validate_parameters=False)
def theory(review: ReviewContext) -> None:
    """Close one gap of theory a round, as many as the tier allows."""
    close_gaps(review, "theory", ROUNDS[review.plan.quality], _ROOM, extend_sections)


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


_LITERATURE_ROOM = Room(works=15, seeds=10)
_ROUNDS = 1
_LEAST_FOR_A_THEME = 3
_KEY_WORKS = 3


@flow(name="literature", flow_run_name="literature", validate_parameters=False)
def literature(review: ReviewContext) -> None:
    """Review one absent position, and give it a section of its own or room in those that stand."""
    close_gaps(review, "literature", _ROUNDS, _LITERATURE_ROOM, work_in)


def work_in(review: ReviewContext, this: Round) -> None:
    """Put the works of a mini-review into a theme of their own if the gap asks for one and enough can be cited."""
    corpus = read_corpus(review.ledger)
    works = [corpus[work_id] for work_id in this.work_ids if work_id in corpus]
    citable = [read for read in works if read.summary.findings]
    if not this.gap.label or len(citable) < _LEAST_FOR_A_THEME or not add_theme(review, this, works, corpus):
        extend_sections(review, this)


def add_theme(review: ReviewContext, this: Round, works: list[ReadWork], corpus: dict[str, ReadWork]) -> bool:
    """Commit a new theme with its works, analysis, section and outcome at once; return whether it cites any work."""
    theme = _name_theme(this, works, corpus)
    material = ThemeMaterial(review.plan, theme, tuple(works))
    analysis = review.ask_analyst(analyse_theme, f"analyse: {theme.label}", material, review.analyst)
    themes = [*read_themes(review.ledger), theme]
    section = next(one for one in plan_sections(review.tier, themes) if one.section_id == theme_section_id(theme))
    draft = review.ask_analyst(
        write_theme_section, f"write: {theme.label}", section, material, analysis, review.analyst
    )
    cited = sorted(set(find_citekeys(draft.markdown)) & {read.citekey for read in works})
    if not cited:
        return False
    reason = f"Brought in by the expansion on {this.gap.topic}, which made this theme."
    paths = [ThemePath(read.work.work_id, theme.theme_id, None, None, "expansion", reason) for read in works]
    why = f"{tell_works(cited)} make the new theme {theme.label}"
    with review.ledger.transaction():
        append_theme(review.ledger, theme, paths, analysis)
        append_new_section(
            review.ledger, _describe(this, section.section_id, draft, cited), section.position, section.heading
        )
        append_notes(review.ledger, [this.note_outcome(INTEGRATED, why)])
    return True


def _describe(this: Round, section_id: str, draft: Draft, cited: list[str]) -> Edit:
    return Edit(
        loop=this.loop,
        iteration=this.number,
        section_id=section_id,
        from_version=0,
        draft=draft,
        issue=f"{this.gap.issue_type}: {this.gap.topic}",
        severity="high",
        paragraphs=(),
        citations_before=(),
        citations_after=tuple(cited),
        note="a section of its own for the works found",
    )


def _name_theme(this: Round, works: list[ReadWork], corpus: dict[str, ReadWork]) -> Theme:
    work_ids = tuple(read.work.work_id for read in works)
    ((words, coherence),) = describe_members([work_ids], corpus)
    return Theme(
        theme_id=content_id("theme", "expansion", this.stage, this.gap.label),
        label=this.gap.label,
        description=this.gap.rationale,
        words=words,
        coherence=coherence,
        work_ids=work_ids,
        key_work_ids=work_ids[:_KEY_WORKS],
        source=f"{this.loop} loop",
    )


@flow(name="supervision", flow_run_name="supervision", validate_parameters=False)
def supervision(review: ReviewContext) -> None:
    """Run the loops asked for, each followed by the validation of citations, as far as the budget reaches."""
    repair_citations(review, read_known(review))
    for name in review.loops:
        if review.saves("supervision"):
            break
        goes_on = _enter(review, name)
        repair_citations(review, read_known(review))
        review.publish()
        if not goes_on:
            break


def _enter(review: ReviewContext, name: str) -> bool:
    """Run a loop; return False where the budget ended it, since a review without it is better than none.

    A review must not end with a text that states numbers which the corpus has outgrown.
    """
    try:
        review.driver.enter(open_loop(name), review)
    except (BudgetExhausted, RecordMissing) as error:
        gateway = review.gateway
        if gateway is None or is_outgrown(review.ledger, name) or not gateway.budget.ends_supervision(error):
            raise
        return False
    return True
