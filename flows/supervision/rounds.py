"""Rounds of closing gaps: diagnose one, look for works, work them in; each step on record before the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flows.context.context import ReviewContext, ReviewRecord
from flows.supervision.expansion import Room, expansion
from flows.supervision.restated_counts import note_numbers, restate
from flows.verification import read_known, repair_citations
from storage.records.writing import WrittenSection
from storage.runs.reviews import review_numbers
from storage.screening.expansion import next_expansion
from storage.writing.sections import written_sections
from storage.writing.supervision import Note, add_notes, read_explored, read_notes, read_stated_numbers
from storage.writing.themes import read_themes
from tasks.revision.gaps import Classic, Gap, GapLoop, GapMaterial, is_explored, note_gap, read_gap
from tasks.supervision.editing import find_gap

INTEGRATED, FAILED = "integrated", "failed"
_FAILURES_IN_A_ROW = 2


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a loop: the gap, the works that its expansion brought in, and where it stands."""

    loop: GapLoop
    number: int
    gap: Gap
    work_ids: tuple[str, ...]
    stage: int

    def note_outcome(self, outcome: str, why: str) -> Note:
        """Return the note that ends the round."""
        return Note(
            self.loop,
            self.number,
            "outcome",
            topic=self.gap.topic,
            issue_type=self.gap.issue_type,
            rationale=why,
            outcome=outcome,
            work_ids=self.work_ids,
            stage=self.stage,
        )


WorkIn = Callable[[ReviewContext, Round], None]


def close_gaps(review: ReviewContext, loop: GapLoop, most: int, room: Room, work_in: WorkIn) -> None:
    """Run at most `most` rounds; end when a reading lets the text pass, or after two failures in a row.

    `work_in` puts the works of a round into the text and notes its outcome, both at once. Failures are: no valid
    diagnosis, a topic explored before, no work found, or no text that passes the checks. Every text is validated before
    another is made from it; however the rounds end, numbers are corrected.
    """
    number = 1
    while number <= most and not _is_over(notes := read_notes(review.ledger, loop)):
        own = [note for note in notes if note.iteration == number]
        found = next((note for note in own if note.action == "gap"), None)
        if any(note.action == "outcome" for note in own):
            number += 1
        elif review.saves("supervision"):
            break
        elif found is None:
            repair_citations(review, read_known(review))
            _diagnose(review, loop, number)
        else:
            _close(review, loop, found, room, work_in)
    repair_citations(review, read_known(review))
    restate(review, loop, min(number, most))
    repair_citations(review, read_known(review))


def _is_over(notes: list[Note]) -> bool:
    outcomes = [note.outcome for note in notes if note.action == "outcome"]
    failed = outcomes[-_FAILURES_IN_A_ROW:] == [FAILED] * _FAILURES_IN_A_ROW
    return failed or any(note.action == "pass_through" for note in notes)


def _diagnose(review: ReviewContext, loop: GapLoop, number: int) -> None:
    explored = read_explored(review.ledger, loop)
    material = GapMaterial(
        loop=loop,
        plan=review.plan,
        sections=tuple(
            WrittenSection(name, heading, text) for name, (heading, text) in written_sections(review.ledger).items()
        ),
        themes=tuple(read_themes(review.ledger)),
        number=number,
        explored=explored,
        classics=_read_classics(review) if loop == "literature" else (),
    )
    diagnosis = review.ask_analyst(find_gap, f"{loop}: round {number}", material, review.analyst)
    if diagnosis is None:
        note = Note(loop, number, "outcome", rationale="no valid diagnosis was given", outcome=FAILED)
    elif diagnosis.gap is None:
        note = Note(loop, number, "pass_through", rationale=diagnosis.reason)
    elif is_explored(diagnosis.gap.topic, explored):
        why = "the topic named had been explored before"
        note = Note(loop, number, "outcome", topic=diagnosis.gap.topic, rationale=why, outcome=FAILED)
    else:
        note = note_gap(loop, number, next_expansion(review.ledger), diagnosis.gap)
    stated = []
    if note.action == "gap" and read_stated_numbers(review.ledger) is None:
        stated = [note_numbers(review_numbers(review.ledger), loop, number)]
    add_notes(review.ledger, [*stated, note])
    review.progress.say(loop, f"round {number}: {note.topic or note.rationale}")


def _read_classics(review: ReviewRecord) -> tuple[Classic, ...]:
    rows = review.ledger.frame("unscreened_classics")
    return tuple(Classic(row[0], row[1], row[2]) for row in rows.iter_rows())


def _close(review: ReviewContext, loop: GapLoop, found: Note, room: Room, work_in: WorkIn) -> None:
    gap, stage = read_gap(found), found.stage
    if stage is None:
        raise ValueError(f"the gap '{gap.topic}' was noted without a stage")
    works = review.driver.enter(expansion, review, gap, stage, room)
    added = tuple(works)
    this = Round(loop, found.iteration, gap, added, stage)
    if added:
        work_in(review, this)
    else:
        add_notes(review.ledger, [this.note_outcome(FAILED, "no work was found that answers the gap")])
    review.publish()
