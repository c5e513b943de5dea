"""A review as files, from any source: its Markdown and bibliography compared with each other and a folder of answers.

A Markdown text beside its bibliography: keys without an entry, entries never cited, duplicate works. Entries of
a bibliography whose works were retracted, as API answers and the Retraction Watch file say.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from tasks.citations.evidence import CitedWork, describe_work, explain_misplaced, find_misplaced_citations
from tasks.citations.pandoc import find_citations
from tasks.metadata.fields import normalise_doi
from tasks.provenance.answer_folder import Answers
from tasks.provenance.bibliography import BibEntry, decode_latex, decode_verbatim
from tasks.provenance.checking import check_bibliography
from tasks.provenance.normal_forms import fold, fold_title, same_venue
from tasks.provenance.person_names import read_people
from tasks.provenance.records import Notice, SourceRecord, Stated
from tasks.provenance.retractions import read_retraction_watch
from tasks.provenance.verdicts import EntryVerdict, FieldVerdict, Finding

# Cross-references of the filter pandoc-crossref (https://lierdakil.github.io/pandoc-crossref/), written as citations.
_CROSS_REFERENCE = re.compile(r"(?:fig|tbl|eq|sec|lst):")
_FEWEST_WORDS = 3
_VENUES = ("journal", "journaltitle", "booktitle")


def check_citekeys(markdown: str, entries: Sequence[BibEntry]) -> list[Finding]:
    """Return the citations without an entry, at each key's first place, then as notes the entries never cited."""
    known = {entry.key: entry for entry in entries}
    places: dict[str, int] = {}
    for form in find_citations(markdown):
        places.setdefault(form.citekey, form.start)
    missing = [(key, place) for key, place in places.items() if key not in known]
    found = [_find_missing(key, markdown.count("\n", 0, place) + 1, known) for key, place in missing]
    return found + [
        Finding("note", "bibliography", entry.line, entry.key, "entry", "uncited", "the text never cites this entry")
        for entry in entries
        if entry.key not in places
    ]


def _find_missing(key: str, line: int, known: dict[str, BibEntry]) -> Finding:
    if _CROSS_REFERENCE.match(key):
        message = "no entry has this key; it is taken for a cross-reference of pandoc-crossref"
        return Finding("note", "review", line, key, "citation", "missing", message)
    near = next((one for one in known if one.casefold() == key.casefold()), "")
    remedy = f"write @{near}, as the entry does" if near else "add the entry of a work that exists, or cite another"
    return Finding("failure", "review", line, key, "citation", "missing", "no entry has this key", remedy)


def check_duplicates(entries: Sequence[BibEntry]) -> list[Finding]:
    """Return the entries of a work that an earlier entry has: the same DOI, or the same title and first author.

    Where DOIs or venues tell such entries apart they may be versions of one work, and that is a note.
    """
    by_doi: dict[str, BibEntry] = {}
    by_title: dict[tuple[str, str], BibEntry] = {}
    found = []
    for entry in entries:
        doi, title = normalise_doi(decode_verbatim(entry.value("doi"))), _read_title(entry)
        first = by_doi.get(doi or "") or by_title.get(title)
        if doi:
            by_doi.setdefault(doi, entry)
        if title[0]:
            by_title.setdefault(title, entry)
        if first and (doi in by_doi and by_doi[doi] is first):
            found.append(_find_duplicate(entry, first, "has its DOI"))
        elif first and _are_told_apart(entry, first):
            message = f"its title is that of @{first.key}: two versions of one work, or a mistake"
            found.append(Finding("note", "bibliography", entry.line, entry.key, "entry", "duplicate", message))
        elif first:
            found.append(_find_duplicate(entry, first, "has its title and first author"))
    return found


def _find_duplicate(entry: BibEntry, first: BibEntry, why: str) -> Finding:
    message, remedy = f"the work of @{first.key}: {why}", f"keep one of @{first.key} and @{entry.key}"
    return Finding("failure", "bibliography", entry.line, entry.key, "entry", "duplicate", message, remedy)


def _read_title(entry: BibEntry) -> tuple[str, str]:
    """Return title and first author as they compare; no title where it is too short to name one work."""
    title = decode_latex(entry.value("title"))
    names = read_people(entry.value("author") or entry.value("editor")).names
    return (
        fold_title(title) if len(fold(title).split()) >= _FEWEST_WORDS else "",
        " ".join(names[0].family) if names else "",
    )


def _are_told_apart(entry: BibEntry, first: BibEntry) -> bool:
    dois = {decode_verbatim(one.value("doi")).lower() for one in (entry, first)}
    venues = [decode_latex(one.value(*_VENUES)) for one in (entry, first)]
    return ("" not in dois and len(dois) > 1) or (all(venues) and not same_venue(*venues))


_REMEDY = "take it out with what rests on it, or say in the text that it was retracted"


def check_retractions(
    entries: Sequence[BibEntry],
    verdicts: Sequence[EntryVerdict],
    records: Sequence[SourceRecord],
    retraction_watch: Path | None,
) -> list[Finding]:
    """Return the entries of retracted works with who says so; a work reinstated later does not count.

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


_MOST_SOURCES = 3
_LONGEST_VALUE = 200


def check_files(
    markdown: str, entries: Sequence[BibEntry], answers: Answers | None, retraction_watch: Path | None
) -> list[Finding]:
    """Return all that is found, the text's findings first, each file's in order of its lines.

    Without answers nothing is said about what fields state or how citations are placed.

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
