"""Holding the authors and editors of an entry against those the sources state."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.provenance.person_names import find_conflict, read_people, same_people
from tasks.provenance.plain_latex import decode_latex
from tasks.provenance.records import Said, SourceRecord, Stated
from tasks.provenance.verdicts import FieldVerdict, Verdict

_WHOLE_BOOKS = frozenset({"book", "edited-book", "monograph", "reference-book", "proceedings"})


def judge_people(field: str, value: str, records: Sequence[SourceRecord]) -> FieldVerdict:
    """Return whether the people are those that Crossref states, or without Crossref any one source.

    Initials agree with the names they abbreviate, unless another source spells a different one out. Editors of a whole
    book are looked for among its authors too where no editor is stated, because indexes list them there.
    """
    lists = [(record, _listed(field, record)) for record in records]
    stated = [(record, people) for record, people in lists if people]
    deciding = [(record, people) for record, people in stated if record.source == "crossref"] or stated
    ours = read_people(value)
    names = [[person.value for person in people] for _, people in deciding]
    if not stated:
        verdict: Verdict = "unverifiable"
    elif any(same_people(ours, listed) for listed in names) and not any(
        find_conflict(ours, listed) for listed in names
    ):
        verdict = "verified"
    else:
        verdict = "contradicted"
    said = tuple(_say(record, people) for record, people in stated)
    return FieldVerdict(field, decode_latex(value), verdict, said)


def _listed(field: str, record: SourceRecord) -> Sequence[Stated]:
    if field == "author":
        return record.authors
    is_book = any(stated.value in _WHOLE_BOOKS for stated in record.type)
    return record.editors or (record.authors if is_book else ())


def _say(record: SourceRecord, people: Sequence[Stated]) -> Said:
    path = people[0].path.rpartition("[")[0] or people[0].path
    return Said(record.source, record.file, path, " and ".join(person.value for person in people))
