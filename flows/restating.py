"""Counts that the review states of itself, put right in new versions of its sections once its corpus has grown."""

from __future__ import annotations

import json

from flows.organization import gather
from flows.workbench import Workbench
from flows.writing_again import write_frame_again, write_themes_again
from storage.citation_checks import CheckedSection, read_checked_sections, read_claims
from storage.manuscript import Draft
from storage.reading import read_corpus
from storage.reviews import review_numbers
from storage.supervision import Edit, Note, add_edits, is_outgrown, read_notes, read_stated_numbers
from storage.themes import read_themes
from tasks.citation_forms import find_citekeys
from tasks.supervision.gaps import read_gap
from tasks.supervision.integrating import changed_paragraphs
from tasks.supervision.restating import Numbers, restate_numbers, restate_theme
from tasks.synthesis import theme_section_id

_BESIDES = ("introduction", "discussion", "conclusions")
_ISSUE = "counts of the review that its corpus has outgrown"


def note_numbers(numbers: Numbers, loop: str, iteration: int) -> Note:
    """Return the note of the numbers that the text states."""
    return Note(loop, iteration, "numbers", outcome=json.dumps(numbers, sort_keys=True))


def restate(bench: Workbench, loop: str, iteration: int) -> None:
    """Put the numbers right that the sections state, if they changed since by what this loop brought in.

    Methodology and abstract are written again, so that they also tell of the expansions; in other sections numbers
    give way to numbers. An analyst that only selects also writes the rest of the frame again, and before that the
    themes that works came into, where no citation is lost: it can put what it adds in its place no other way.
    """
    if not is_outgrown(bench.ledger, loop):
        return
    stated = read_stated_numbers(bench.ledger)
    now = review_numbers(bench.ledger)
    if stated is None or stated == now:
        return
    sections = {section.section_id: section for section in read_checked_sections(bench.ledger)}
    drafts = {name: _renumber(bench, section, stated, now) for name, section in sections.items()}
    corpus = read_corpus(bench.ledger)
    ranked = bench.analyst.method == "ranker"
    themes = {theme_section_id(theme): theme for theme in read_themes(bench.ledger)}
    for name in drafts.keys() & themes.keys():
        works = gather(bench, themes[name], corpus).works
        drafts[name] = _carry(drafts[name], restate_theme(drafts[name].markdown, works))
    notes = dict.fromkeys(drafts, "numbers stated as they are now")
    if ranked:
        gap = read_gap([note for note in read_notes(bench.ledger, loop) if note.action == "gap"][-1])
        again = write_themes_again(bench, gap, drafts, corpus)
        drafts |= again
        notes |= dict.fromkeys(again, "written again from all its works")
    for names in (("methodology", *(_BESIDES if ranked else ())), ("abstract",)):
        drafts |= write_frame_again(bench, [name for name in names if name in sections], drafts)
    edits = [
        _edit(loop, iteration, sections[name], draft, notes[name])
        for name, draft in drafts.items()
        if draft.markdown != sections[name].markdown
    ]
    add_edits(bench.ledger, edits, [note_numbers(now, loop, iteration)])


def _renumber(bench: Workbench, section: CheckedSection, stated: Numbers, now: Numbers) -> Draft:
    draft = Draft(section.markdown, read_claims(bench.ledger, section))
    return _carry(draft, restate_numbers(section.markdown, stated, now))


def _carry(draft: Draft, markdown: str) -> Draft:
    """Return the draft with another text; sentences that cite are the same, so that its claims are."""
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
