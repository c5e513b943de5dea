"""The literature loop: an argument, school or counter-position that the corpus lacks gets a mini-review of its own."""

from __future__ import annotations

from prefect import flow

from flows.context.context import ReviewContext
from flows.supervision.expansion import Room
from flows.supervision.integration import extend_sections
from flows.supervision.rounds import INTEGRATED, Round, close_gaps
from storage.reading.reading import read_corpus
from storage.records.search import content_id
from storage.records.writing import Draft, ReadWork, Theme, ThemePath
from storage.writing.supervision import Edit, append_new_section, append_notes
from storage.writing.themes import append_theme, read_themes
from tasks.analysts.protocol import ThemeMaterial
from tasks.citations.pandoc import find_citekeys
from tasks.organization import analyse_theme
from tasks.revision.integration import tell_works
from tasks.synthesis import plan_sections, theme_section_id, write_theme_section
from tasks.themes.description import describe_members

_ROOM = Room(works=15, seeds=10)
_ROUNDS = 1
_LEAST_FOR_A_THEME = 3
_KEY_WORKS = 3


@flow(name="literature", flow_run_name="literature", validate_parameters=False)
def literature(review: ReviewContext) -> None:
    """Review one absent position, and give it a section of its own or room in those that stand."""
    close_gaps(review, "literature", _ROUNDS, _ROOM, work_in)


def work_in(review: ReviewContext, this: Round) -> None:
    """Put the works of a mini-review into a theme of their own where the gap asks for one and enough can be cited."""
    corpus = read_corpus(review.ledger)
    works = [corpus[work_id] for work_id in this.work_ids if work_id in corpus]
    citable = [read for read in works if read.summary.findings]
    if not this.gap.label or len(citable) < _LEAST_FOR_A_THEME or not add_theme(review, this, works, corpus):
        extend_sections(review, this)


def add_theme(review: ReviewContext, this: Round, works: list[ReadWork], corpus: dict[str, ReadWork]) -> bool:
    """Commit a new theme with its works, analysis, section and outcome at once; return whether it cites any of them."""
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
