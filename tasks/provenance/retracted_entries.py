"""Entries of a bibliography whose works were retracted, as API answers and the Retraction Watch file say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from tasks.metadata.identifiers import normalise_doi
from tasks.provenance.bibliography import BibEntry
from tasks.provenance.findings import Finding
from tasks.provenance.plain_latex import decode_verbatim
from tasks.provenance.records import Notice, SourceRecord, Stated
from tasks.provenance.retractions import read_retraction_watch
from tasks.provenance.verdicts import EntryVerdict

_REMEDY = "take it out with what rests on it, or say in the text that it was retracted"


def check_retractions(
    entries: Sequence[BibEntry],
    verdicts: Sequence[EntryVerdict],
    records: Sequence[SourceRecord],
    retraction_watch: Path | None,
) -> list[Finding]:
    """Return the entries of retracted works with who says so; a work reinstated later is none.

    `verdicts` are those on the entries, from which is known what records are of which work; empty without answers.

    Raises:
        InputError: the Retraction Watch file cannot be read, or lacks a column.
    """
    places = {(record.file, record.json_path): record for record in records}
    about = _list_notices_by_doi(records)
    matched = {verdict.key: [places[place[1:]] for place in verdict.records] for verdict in verdicts}
    by_doi = {doi: entry.key for entry in reversed(entries) if (doi := _doi(entry))}
    watched = _look_up(retraction_watch, by_doi) if retraction_watch else {}
    found = []
    for entry in entries:
        records_of = matched.get(entry.key, [])
        numbers = {_doi(entry), *(item.value for record in records_of for item in record.doi)} - {""}
        said = [(record, notice) for record in records_of for notice in record.notices if not notice.doi]
        said += [pair for number in sorted(numbers) for pair in about[number]]
        told = [(f"{record.source}, {record.file} {notice.said.path}", notice) for record, notice in said]
        told += [("Retraction Watch", notice) for notice in watched.get(entry.key, ())]
        if words := _say_retracted(told):
            found.append(
                Finding("failure", "bibliography", entry.line, entry.key, "entry", "retracted", words, _REMEDY)
            )
    return found


def _doi(entry: BibEntry) -> str:
    return normalise_doi(decode_verbatim(entry.value("doi"))) or ""


def _list_notices_by_doi(records: Sequence[SourceRecord]) -> defaultdict[str, list[tuple[SourceRecord, Notice]]]:
    """Return by DOI what records of notices say of the works they name."""
    about: defaultdict[str, list[tuple[SourceRecord, Notice]]] = defaultdict(list)
    for record in records:
        for notice in record.notices:
            if notice.doi:
                about[notice.doi].append((record, notice))
    return about


def _look_up(path: Path, by_doi: dict[str, str]) -> dict[str, list[Notice]]:
    watched: defaultdict[str, list[Notice]] = defaultdict(list)
    for row in read_retraction_watch(path, by_doi).retractions:
        words = f"{row.kind}{f' by {row.notice_doi}' if row.notice_doi else ''}{f', {row.date}' if row.date else ''}"
        watched[row.work_id].append(Notice(row.kind, "", row.date, Stated(words, path.name)))
    return dict(watched)


def _say_retracted(told: Sequence[tuple[str, Notice]]) -> str:
    """Return who says that the work is retracted, "" where nobody does or it was reinstated since."""
    back = [notice.date for _, notice in told if notice.kind == "reinstatement"]
    standing = [
        f"{notice.said.value} ({who})"
        for who, notice in told
        if notice.kind == "retraction"
        and not any(at is None or notice.date is None or at >= notice.date for at in back)
    ]
    return f"the work is retracted: {'; '.join(dict.fromkeys(standing))}" if standing else ""
