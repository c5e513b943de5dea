"""The structure loop: diagnose, rewrite or move what is affected, verify the structure; a worse text is undone."""

from __future__ import annotations

from dataclasses import replace

from prefect import flow

from flows.context.context import ReviewContext, ReviewRecord
from storage.reading.reading import read_corpus
from storage.records.writing import Claim
from storage.writing.citation_checks import read_checked_sections
from storage.writing.hand_edits import read_untouchable
from storage.writing.supervision import Edit, add_edits, add_notes, read_steps
from tasks.revision.applying import LOOP, Outcome, Treatment, treat_issues, undo_edits
from tasks.revision.issues import (
    Coherence,
    SpanMaterial,
    StructureMaterial,
    cut_spans,
    examine_issues,
    is_better_or_alike,
)
from tasks.revision.paragraphs import StandingSection, number_paragraphs
from tasks.revision.structure_record import (
    COHERENT,
    ITERATIONS,
    Record,
    note_coherence,
    note_diagnosis,
    note_end,
    note_rewriting,
    note_round,
    read_record,
)
from tasks.supervision.editing import diagnose_structure, judge_coherence, rewrite_span


@flow(name="structure", flow_run_name="structure", validate_parameters=False)
def structure(review: ReviewContext) -> None:
    """Take step after step, each on record before the next, until the review is coherent or the tier's limit is met.

    What is found is treated on the text it was found in: until a round is settled no section changes, so that a run
    killed in it finds the same paragraphs under the same numbers.
    """
    while not (record := read_record(read_steps(review.ledger, LOOP))).ended:
        sections = read_standing(review)
        versions = {section.section_id: section.version for section in sections}
        stale = not record.settled and record.versions != versions
        if (record.settled or stale or record.list_unwritten()) and review.saves("supervision"):
            return
        if record.settled or stale:
            _diagnose(review, record.iteration + record.settled, sections)
        elif all(one.refusal for one in record.issues):
            add_notes(review.ledger, [note_end(record.iteration, "no issue to treat was found")])
        elif record.coherence is None:
            found = review.ask_analyst(judge_coherence, "coherence before", describe(review, sections), review.analyst)
            add_notes(review.ledger, [note_coherence(record.iteration, found)])
        elif record.list_unwritten():
            _rewrite(review, record, sections)
        else:
            _settle(review, record, sections)


def read_standing(review: ReviewRecord) -> tuple[StandingSection, ...]:
    """Return the current sections with their claims, in the order of the review."""
    claims: dict[str, list[Claim]] = {}
    for section_id, *claim in review.ledger.frame("standing_claims").iter_rows():
        claims.setdefault(section_id, []).append(Claim(*claim))
    mine = read_untouchable(review.ledger)
    return tuple(
        StandingSection(
            one.section_id,
            one.version,
            one.heading,
            one.markdown,
            tuple(claims.get(one.section_id, ())),
            mine.get(one.section_id, ()),
        )
        for one in read_checked_sections(review.ledger)
    )


def describe(review: ReviewRecord, sections: tuple[StandingSection, ...]) -> StructureMaterial:
    """Return the review as an analyst of its structure sees it."""
    citekeys: dict[str, list[str]] = {}
    for section_id, citekey in review.ledger.frame("theme_citekeys").iter_rows():
        citekeys.setdefault(section_id, []).append(citekey)
    return StructureMaterial(
        review.plan,
        number_paragraphs(sections),
        {section.section_id: section.heading for section in sections},
        {section_id: tuple(of) for section_id, of in citekeys.items()},
    )


def _diagnose(review: ReviewContext, iteration: int, sections: tuple[StandingSection, ...]) -> None:
    material = describe(review, sections)
    found = review.ask_analyst(diagnose_structure, f"diagnose: round {iteration}", material, review.analyst)
    examined = examine_issues(found, {one.number: one for one in material.paragraphs})
    versions = {section.section_id: section.version for section in sections}
    add_notes(review.ledger, note_diagnosis(iteration, versions, examined))
    treated = sum(not one.refusal for one in examined)
    review.progress.say(LOOP, f"round {iteration}: {treated} of {len(examined)} issues to treat")


def _rewrite(review: ReviewContext, record: Record, sections: tuple[StandingSection, ...]) -> None:
    materials = _prepare(review, record, sections)
    places = {materials[place].issue: place for place in record.list_unwritten()}
    calls = [
        (f"{issue.kind}: {materials[place].spans[0].heading}", (materials[place], review.analyst))
        for issue, place in places.items()
    ]
    for (material, _), rewriting in review.consult(rewrite_span, calls):
        place = places[material.issue]
        note = note_rewriting(record.iteration, place, material.issue, rewriting)
        add_notes(review.ledger, [note])


def _prepare(review: ReviewRecord, record: Record, sections: tuple[StandingSection, ...]) -> dict[int, SpanMaterial]:
    """Return the spans to treat, by their place among the issues, as they stood when diagnosed."""
    paragraphs = number_paragraphs(sections)
    headings = {section.section_id: section.heading for section in sections}
    by_citekey = {read.citekey: read for read in read_corpus(review.ledger).values()}
    materials = {}
    for place, issue in enumerate(one.issue for one in record.issues):
        if record.issues[place].refusal:
            continue
        affected = [one for one in paragraphs if one.number in issue.paragraphs]
        cited = dict.fromkeys(claim.citekey for one in affected for claim in one.claims)
        rest = tuple(one.markdown for one in paragraphs if one.number not in issue.paragraphs)
        works = tuple(by_citekey[key] for key in cited if key in by_citekey)
        spans = cut_spans(issue, paragraphs, headings)
        materials[place] = SpanMaterial(review.plan, issue, spans, works, rest)
    return materials


def _settle(review: ReviewContext, record: Record, sections: tuple[StandingSection, ...]) -> None:
    """Apply a round, have the text judged, and put it on record; undo it at once if coherence has fallen."""
    treatments = [
        Treatment(material.issue, material, record.rewritings.get(place))
        for place, material in _prepare(review, record, sections).items()
    ]
    outcome = treat_issues(sections, treatments, record.iteration)
    before = record.coherence or Coherence(None, "")
    if not outcome.changed:
        end = note_end(record.iteration, "no issue could be treated")
        add_edits(review.ledger, outcome.edits, [note_round(record.iteration, before, before, "no edit"), end])
        return
    name = f"coherence: round {record.iteration}"
    judged = review.ask_analyst(judge_coherence, name, describe(review, outcome.sections), review.analyst)
    edits, standing, why = _weigh(review, record, sections, outcome, judged)
    notes = [note_round(record.iteration, standing, judged, why or f"{_tell(before)} to {_tell(judged)}")]
    if why:
        notes.append(note_end(record.iteration, why))
    add_edits(review.ledger, edits, notes)
    review.progress.say(LOOP, f"round {record.iteration}: {notes[0].outcome}")


def _weigh(
    review: ReviewRecord, record: Record, sections: tuple[StandingSection, ...], outcome: Outcome, judged: Coherence
) -> tuple[list[Edit], Coherence, str]:
    """Return the edits of a round, the coherence of the text after it, and why the loop ends, if it does."""
    before = record.coherence or Coherence(None, "")
    edits = [replace(edit, coherence=judged.score) for edit in outcome.edits]
    if not is_better_or_alike(before, judged):
        why = f"coherence fell from {_tell(before)} to {_tell(judged)}: the round was undone"
        return [*edits, *undo_edits(sections, outcome, before, why)], before, why
    if (judged.score or 0.0) >= COHERENT:
        return edits, judged, f"coherent: {_tell(before)} to {_tell(judged)}"
    if record.iteration >= ITERATIONS[review.plan.quality]:
        return (
            edits,
            judged,
            f"the tier's limit of {record.iteration} rounds is reached: {_tell(before)} to {_tell(judged)}",
        )
    return edits, judged, ""


def _tell(coherence: Coherence) -> str:
    return "no score" if coherence.score is None else f"{coherence.score:.2f}"
