"""Putting the works of an expansion into sections of the review: those the gap names, else those nearest to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flows.context.context import ReviewContext, ReviewRecord
from flows.supervision.rounds import FAILED, INTEGRATED, Round
from storage.reading.reading import read_corpus
from storage.records.writing import Draft, ReadWork, Theme
from storage.writing.citation_checks import read_checked_sections, read_claims
from storage.writing.supervision import Edit, append_edits
from storage.writing.themes import append_members, read_themes
from tasks.citations.pandoc import find_citekeys
from tasks.revision.gaps import CLOSED, IntegrationMaterial
from tasks.revision.paragraphs import StandingSection
from tasks.revision.placing import changed_paragraphs, nearest_theme, object_to_integration, place_works, tell_works
from tasks.supervision.editing import integrate_works
from tasks.synthesis import theme_section_id


def extend_sections(review: ReviewContext, this: Round) -> None:
    """Have the sections that a gap touches rewritten, and record the outcome in the same transaction.

    A section whose new text fails the checks stays as it is. If all stay, the round has failed; the works are in the
    corpus all the same, each in the theme nearest to it.
    """
    corpus = read_corpus(review.ledger)
    themes = read_themes(review.ledger)
    new = [corpus[work_id] for work_id in this.work_ids if work_id in corpus]
    standing = read_open_sections(review)
    calls = []
    for name, works in _share_out(this, new, themes, corpus, standing).items():
        keys = set(find_citekeys(standing[name].markdown))
        cited = tuple(read for read in corpus.values() if read.citekey in keys)
        material = IntegrationMaterial(review.plan, this.gap, standing[name], cited, tuple(works))
        calls.append((f"work into {standing[name].heading}: {this.gap.topic}", (material, review.analyst)))
    known = {read.citekey for read in corpus.values()}
    edits = {
        material.section.section_id: _judge(this, material, draft, known)
        for (material, _), draft in review.consult(integrate_works, calls)
    }
    ordered = [edits[name] for name in standing if name in edits]
    texts = {name: section.markdown for name, section in standing.items()}
    texts |= {edit.section_id: edit.draft.markdown for edit in ordered if edit.draft}
    cited_in = {theme.theme_id: find_citekeys(texts.get(theme_section_id(theme), "")) for theme in themes}
    paths = place_works(new, cited_in, themes, corpus, this.gap.topic)
    changed = [edit for edit in ordered if edit.draft]
    gained = sorted({key for edit in changed for key in edit.citations_after} & {read.citekey for read in new})
    why = (
        f"{tell_works(gained)} worked into {len(changed)} of {len(ordered)} sections" if changed else _explain(ordered)
    )
    note = this.note_outcome(INTEGRATED if changed else FAILED, why)
    with review.ledger.transaction():
        append_edits(review.ledger, ordered, [note])
        append_members(review.ledger, paths)


def read_open_sections(review: ReviewRecord) -> dict[str, StandingSection]:
    """Return the current sections that works may be put into, by id, in the order of the review."""
    return {
        one.section_id: StandingSection(
            one.section_id, one.version, one.heading, one.markdown, read_claims(review.ledger, one)
        )
        for one in read_checked_sections(review.ledger)
        if one.section_id not in CLOSED
    }


def _share_out(
    this: Round,
    new: Sequence[ReadWork],
    themes: Sequence[Theme],
    corpus: Mapping[str, ReadWork],
    standing: Mapping[str, StandingSection],
) -> dict[str, list[ReadWork]]:
    """Return which new works each section is given; works from which nothing can be cited are given to none."""
    told = [read for read in new if read.summary.findings]
    named = [name for name in this.gap.section_ids if name in standing]
    if named:
        return dict.fromkeys(named, told) if told else {}
    shares: dict[str, list[ReadWork]] = {}
    for read in told if themes else ():
        name = theme_section_id(nearest_theme(read, themes, corpus))
        if name in standing:
            shares.setdefault(name, []).append(read)
    return shares


def _judge(this: Round, material: IntegrationMaterial, draft: Draft | None, corpus: set[str]) -> Edit:
    section = material.section
    reason = object_to_integration(section.markdown, draft, corpus, [read.citekey for read in material.works])
    before = tuple(sorted(find_citekeys(section.markdown)))
    held = draft if draft is not None and not reason else None
    after = tuple(sorted(find_citekeys(held.markdown))) if held else before
    gained = sorted(set(after) - set(before))
    return Edit(
        loop=this.loop,
        iteration=this.number,
        section_id=section.section_id,
        from_version=section.version,
        draft=held,
        issue=f"{this.gap.issue_type}: {this.gap.topic}",
        severity="high",
        paragraphs=changed_paragraphs(section.markdown, held.markdown) if held else (),
        citations_before=before,
        citations_after=after,
        note=f"{tell_works(gained)} worked in" if held else f"left as it was: {reason}",
    )


def _explain(edits: Sequence[Edit]) -> str:
    return "; ".join(dict.fromkeys(edit.note for edit in edits)) or "nothing of the works found could be cited"
