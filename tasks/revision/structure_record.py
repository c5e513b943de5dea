"""What the structure loop has decided so far, read back from its steps, so that no step is repeated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from storage.records.writing import Claim
from storage.writing.supervision import Note, Step
from tasks.revision.applying import LOOP
from tasks.revision.issues import MOVES, Coherence, ExaminedIssue, Issue, Rewriting

ITERATIONS = {"quick": 1, "standard": 2, "comprehensive": 3, "high_quality": 3}
COHERENT = 0.8


@dataclass(frozen=True, slots=True)
class Record:
    """The state of the loop: iteration, versions and issues of its diagnosis, and what has been done about them so far.

    `rewritings` are by the issue's place among the issues (None: no usable one), `coherence` is that of the text as it
    stands. `ended` says why the loop is over, empty while it is not; `settled` says that the iteration's round is done.
    """

    iteration: int = 0
    versions: Mapping[str, int] = field(default_factory=dict)
    issues: tuple[ExaminedIssue, ...] = ()
    rewritings: Mapping[int, Rewriting | None] = field(default_factory=dict)
    coherence: Coherence | None = None
    settled: bool = True
    ended: str = ""

    def list_unwritten(self) -> list[int]:
        """Return the places of the issues that are still to be rewritten."""
        return [
            place
            for place, one in enumerate(self.issues)
            if not one.refusal and one.issue.kind not in MOVES and place not in self.rewritings
        ]


def read_record(steps: Sequence[Step]) -> Record:
    """Return the state of the loop for the edition that its steps are about."""
    record = Record()
    for one in steps:
        record = _READERS[one.step](record, one.iteration, one.state)
    return record


def note_diagnosis(iteration: int, versions: Mapping[str, int], issues: Sequence[ExaminedIssue]) -> list[Note]:
    """Return the notes of a diagnosis: what was read, and every issue with its planned treatment."""
    treated = sum(not one.refusal for one in issues)
    head = Note(
        LOOP,
        iteration,
        "diagnosis",
        outcome=f"{len(issues)} issues, {treated} of them to be treated now",
        state={"versions": versions},
    )
    return [head, *(_note_issue(iteration, one) for one in issues)]


def note_rewriting(iteration: int, place: int, issue: Issue, rewriting: Rewriting | None) -> Note:
    """Return the note that keeps a rewriting until its round is complete."""
    return Note(
        LOOP,
        iteration,
        "rewriting",
        issue_type=issue.kind,
        rationale=rewriting.note if rewriting else None,
        outcome="rewritten" if rewriting else "no usable rewriting was given",
        state={"place": place, "rewriting": rewriting},
    )


def note_coherence(iteration: int, coherence: Coherence) -> Note:
    """Return the note of how coherent the text was before anything was changed."""
    said = "no score was given" if coherence.score is None else f"coherence {coherence.score:.2f}"
    return Note(
        LOOP,
        iteration,
        "coherence",
        rationale=coherence.rationale,
        outcome=said,
        state={"coherence": coherence},
    )


def note_round(iteration: int, coherence: Coherence, judged: Coherence, said: str) -> Note:
    """Return the note of a round: `coherence` is that of the text now in force, `judged` that of the round's text."""
    state = {"coherence": coherence}
    return Note(LOOP, iteration, "round", rationale=judged.rationale, outcome=said, state=state)


def note_end(iteration: int, why: str) -> Note:
    """Return the note that ends the loop."""
    return Note(LOOP, iteration, "end", outcome=why, state={})


def _note_issue(iteration: int, examined: ExaminedIssue) -> Note:
    issue = examined.issue
    plan = "to be moved" if issue.kind in MOVES else "to be rewritten"
    return Note(
        LOOP,
        iteration,
        "issue",
        issue_type=issue.kind,
        rationale=" Suggested: ".join(filter(None, (issue.problem, issue.suggestion))) or None,
        outcome=examined.refusal or plan,
        state={"examined": examined},
    )


def _read_diagnosis(record: Record, iteration: int, content: Mapping[str, Any]) -> Record:
    # If the diagnosis was repeated because the text had changed, the text that was judged is no longer the current one.
    coherence = record.coherence if record.settled else None
    return Record(iteration, content["versions"], coherence=coherence, settled=False)


def _read_issue(record: Record, _: int, content: Mapping[str, Any]) -> Record:
    told = dict(content["examined"]["issue"])
    issue = Issue(**(told | {"paragraphs": tuple(told["paragraphs"])}))
    return replace(record, issues=(*record.issues, ExaminedIssue(issue, content["examined"]["refusal"])))


def _read_rewriting(record: Record, _: int, content: Mapping[str, Any]) -> Record:
    told = content["rewriting"]
    rewriting = told and Rewriting(
        tuple(tuple(blocks) for blocks in told["spans"]),
        tuple(Claim(**claim) for claim in told["claims"]),
        told["note"],
    )
    return replace(record, rewritings={**record.rewritings, content["place"]: rewriting})


def _read_coherence(record: Record, _: int, content: Mapping[str, Any]) -> Record:
    return replace(record, coherence=Coherence(**content["coherence"]))


def _read_round(record: Record, _: int, content: Mapping[str, Any]) -> Record:
    return replace(record, coherence=Coherence(**content["coherence"]), settled=True)


def _read_end(record: Record, iteration: int, content: Mapping[str, Any]) -> Record:
    del iteration, content
    return replace(record, ended="ended")


_READERS = {
    "diagnosis": _read_diagnosis,
    "issue": _read_issue,
    "rewriting": _read_rewriting,
    "coherence": _read_coherence,
    "round": _read_round,
    "end": _read_end,
}
