"""What the structure loop has decided so far, read back from its notes, so that no step is done twice.

Every note of the loop has a JSON object in `topic`: the `edition` of the corpus it is about, and what the step came to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from storage.records.writing import Claim
from storage.writing.supervision import Note
from tasks.revision.applying import LOOP
from tasks.revision.issues import MOVES, Coherence, ExaminedIssue, Issue
from tasks.revision.spans import Rewriting

ITERATIONS = {"quick": 1, "standard": 2, "comprehensive": 3, "high_quality": 3}
COHERENT = 0.8


@dataclass(frozen=True, slots=True)
class Record:
    """Where the loop stands: iteration, versions and issues of its diagnosis, and what was made of them so far.

    `rewritings` are by the issue's place among the issues (None: no usable one), `coherence` is that of the text as it
    stands. `ended` says why the loop is over, empty while it is not; `settled`, that the iteration's round is done.
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


def read_record(notes: Sequence[Note], edition: str) -> Record:
    """Return where the loop stands for an edition of the corpus."""
    record = Record()
    for note in notes:
        content = orjson.loads(note.topic or "{}")
        if content.get("edition") == edition:
            record = _READERS[note.action](record, note.iteration, content)
    return record


def note_diagnosis(
    edition: str, iteration: int, versions: Mapping[str, int], issues: Sequence[ExaminedIssue]
) -> list[Note]:
    """Return the notes of a diagnosis: what was read, and every issue with what is to become of it."""
    treated = sum(not one.refusal for one in issues)
    head = Note(
        LOOP,
        iteration,
        "diagnosis",
        _write({"edition": edition, "versions": versions}),
        outcome=f"{len(issues)} issues, {treated} of them to be treated now",
    )
    return [head, *(_note_issue(edition, iteration, one) for one in issues)]


def note_rewriting(edition: str, iteration: int, place: int, issue: Issue, rewriting: Rewriting | None) -> Note:
    """Return the note that keeps a rewriting until all of its round are there."""
    return Note(
        LOOP,
        iteration,
        "rewriting",
        _write({"edition": edition, "place": place, "rewriting": rewriting}),
        issue.kind,
        rewriting.note if rewriting else None,
        "rewritten" if rewriting else "no usable rewriting was given",
    )


def note_coherence(edition: str, iteration: int, coherence: Coherence) -> Note:
    """Return the note of how coherent the text was before anything was changed."""
    said = "no score was given" if coherence.score is None else f"coherence {coherence.score:.2f}"
    return Note(
        LOOP,
        iteration,
        "coherence",
        _write({"edition": edition, "coherence": coherence}),
        rationale=coherence.rationale,
        outcome=said,
    )


def note_round(edition: str, iteration: int, coherence: Coherence, judged: Coherence, said: str) -> Note:
    """Return the note of a round: `coherence` is that of the text that stands, `judged` that of the round's text."""
    content = _write({"edition": edition, "coherence": coherence})
    return Note(LOOP, iteration, "round", content, rationale=judged.rationale, outcome=said)


def note_end(edition: str, iteration: int, why: str) -> Note:
    """Return the note that ends the loop."""
    return Note(LOOP, iteration, "end", _write({"edition": edition}), outcome=why)


def _note_issue(edition: str, iteration: int, examined: ExaminedIssue) -> Note:
    issue = examined.issue
    plan = "to be moved" if issue.kind in MOVES else "to be rewritten"
    return Note(
        LOOP,
        iteration,
        "issue",
        _write({"edition": edition, "examined": examined}),
        issue.kind,
        " Suggested: ".join(filter(None, (issue.problem, issue.suggestion))) or None,
        examined.refusal or plan,
    )


def _write(content: Mapping[str, Any]) -> str:
    return orjson.dumps(content).decode()


def _read_diagnosis(record: Record, iteration: int, content: Mapping[str, Any]) -> Record:
    # Found anew because the text had changed meanwhile, the text before is no longer the one that was judged.
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
