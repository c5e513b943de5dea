"""A review as files, from anybody: its Markdown and bibliography held against each other and a folder of answers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tasks.citations.evidence import CitedWork, describe_work, explain_misplaced, find_misplaced_citations
from tasks.provenance.answer_folder import Answers
from tasks.provenance.bibliography import BibEntry
from tasks.provenance.checking import check_bibliography
from tasks.provenance.cited_entries import check_citekeys, check_duplicates
from tasks.provenance.findings import Finding
from tasks.provenance.person_names import read_people
from tasks.provenance.plain_latex import decode_latex
from tasks.provenance.records import SourceRecord
from tasks.provenance.retracted_entries import check_retractions
from tasks.provenance.verdicts import EntryVerdict, FieldVerdict

_MOST_SOURCES = 3
_LONGEST_VALUE = 200


def check_files(
    markdown: str, entries: Sequence[BibEntry], answers: Answers | None, retraction_watch: Path | None
) -> list[Finding]:
    """Return all that is found, the text's findings first, each file's in order of its lines.

    Without answers nothing is said of what fields state, nor where citations stand.

    Raises:
        InputError: the Retraction Watch file cannot be read.
    """
    records = answers.records if answers else ()
    verdicts = check_bibliography(entries, records) if answers else ()
    found = [*check_citekeys(markdown, entries), *check_retractions(entries, verdicts, records, retraction_watch)]
    found += [_read_violation(verdict, field) for verdict in verdicts for field in verdict.violations]
    told = {(one.key, one.field, one.finding_class) for one in found}
    found += [one for one in check_duplicates(entries) if (one.key, one.field, one.finding_class) not in told]
    if answers:
        found += check_placement(markdown, describe_entries(entries, verdicts, records))
    return sorted(found, key=lambda one: (one.file == "bibliography", one.line))


def check_placement(markdown: str, works: Sequence[CitedWork]) -> list[Finding]:
    """Return as warnings the citations of whose sentence another work says much more than the one cited."""
    return [
        Finding(
            "warning",
            "review",
            line,
            one.citekey,
            "citation",
            "misplaced",
            f"{explain_misplaced(one)}: {one.sentence}",
            f"read both works; cite @{one.other} if the sentence is about it",
        )
        for line, one in find_misplaced_citations(markdown, works)
    ]


def describe_entries(
    entries: Sequence[BibEntry], verdicts: Sequence[EntryVerdict], records: Sequence[SourceRecord]
) -> list[CitedWork]:
    """Return each entry's work with what it says: the abstracts of its records, else the entry's own."""
    places = {(record.file, record.json_path): record for record in records}
    works = []
    for entry, verdict in zip(entries, verdicts, strict=True):
        abstracts = [places[place[1:]].abstract for place in verdict.records]
        people = read_people(entry.value("author") or entry.value("editor")).names
        year = entry.value("year")[:4]
        works.append(
            describe_work(
                entry.key,
                [max(abstracts, key=len, default="") or decode_latex(entry.value("abstract"))],
                decode_latex(entry.value("title")),
                [people[0].written] if people else [],
                int(year) if year.isdecimal() else None,
            )
        )
    return works


def _read_violation(verdict: EntryVerdict, field: FieldVerdict) -> Finding:
    said = list(dict.fromkeys(f'{one.source} says "{one.value[:_LONGEST_VALUE]}"' for one in field.says))
    says = "; ".join(said[:_MOST_SOURCES]) or "no answer states anything of it"
    message = f'{field.field} "{field.value[:_LONGEST_VALUE]}" is {field.verdict}: {says}'
    return Finding(
        "failure",
        "bibliography",
        verdict.line,
        verdict.key,
        field.field,
        str(field.violation_class),
        message,
        field.remedy,
    )
