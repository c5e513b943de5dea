"""Comparing every field of an entry with what the sources state.

Where Crossref states a field, it alone decides; else a value that any source states is verified. What sources state
that are not firm (see `Stated`) may verify but not contradict.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from tasks.metadata.fields import normalise_doi
from tasks.provenance import normal_forms
from tasks.provenance.bibliography import BibEntry, decode_latex, decode_verbatim
from tasks.provenance.field_values import find_fitting_types
from tasks.provenance.matching import Match
from tasks.provenance.person_names import find_conflict, read_people, same_people
from tasks.provenance.records import Said, SourceRecord, Stated
from tasks.provenance.verdicts import TYPE, FieldVerdict, Verdict, find_remedy

Same = Callable[[str, str], bool]


def _same_year(value: str, stated: str) -> bool:
    return value[:4] == stated and (len(value) == len(stated) or value[4:5] == "-")


def _same_doi(value: str, stated: str) -> bool:
    return normalise_doi(value) == stated


def _same_arxiv(value: str, stated: str) -> bool:
    return value.lower().removeprefix("arxiv:").partition("v")[0] == stated


def _same_issn(value: str, stated: str) -> bool:
    return value.upper().replace("-", "") == stated.upper().replace("-", "")


@dataclass(frozen=True, slots=True)
class _Check:
    """Which fields of a record hold a field's values, best first, and when two are the same."""

    fields: tuple[str, ...]
    same: Same
    verbatim: bool = False


_VENUE = _Check(("venue",), normal_forms.same_venue)
_PUBLISHER = _Check(("publisher",), normal_forms.same_publisher)
_YEAR = _Check(("year",), _same_year)
_PAGES = _Check(("pages",), normal_forms.same_pages)
_ISSUE = _Check(("issue",), normal_forms.same_label)
_ADDRESS = _Check(("address",), normal_forms.same_address)
_CHECKS: Mapping[str, _Check] = {
    "title": _Check(("title",), normal_forms.same_title),
    "journal": _VENUE,
    "journaltitle": _VENUE,
    "booktitle": _VENUE,
    "series": _VENUE,
    "year": _YEAR,
    "date": _YEAR,
    "volume": _Check(("volume",), normal_forms.same_label),
    "number": _ISSUE,
    "issue": _ISSUE,
    "pages": _PAGES,
    "eid": _PAGES,
    "publisher": _PUBLISHER,
    "school": _PUBLISHER,
    "institution": _PUBLISHER,
    "organization": _PUBLISHER,
    "address": _ADDRESS,
    "location": _ADDRESS,
    "edition": _Check(("edition",), normal_forms.same_edition),
    "isbn": _Check(("isbn",), normal_forms.same_isbn, verbatim=True),
    "issn": _Check(("issn",), _same_issn, verbatim=True),
    "doi": _Check(("doi",), _same_doi, verbatim=True),
    "eprint": _Check(("arxiv",), _same_arxiv, verbatim=True),
}
_PEOPLE = frozenset({"author", "editor"})
# What tells one version of a work from another; a DOI that differs is contradicted whatever else is right.
_OF_A_VERSION = frozenset(_CHECKS) - {"title", "doi", "eprint"}
_TELLING = frozenset({"journal", "journaltitle", "booktitle", "doi"})
_SUBTITLE = re.compile("[:.?!]\\s|\\s[-\u2013\u2014]\\s")
_MOST_SUBTITLES = 20
_LOCATORS = frozenset({"volume", "number", "issue", "pages", "eid"})
_IDENTIFIERS = frozenset({"doi", "eprint"})


def is_checked(field: str) -> bool:
    """Return whether a field is compared with the sources; all others are exempt.

    Exempt are note, keywords, abstract, abstract_source and annotations, and whatever is no bibliographic fact or has
    no counterpart in the sources: url, urldate, timestamps, file, month, language, crossref and fields of one's own.
    """
    return field in _CHECKS or field in _PEOPLE or field == "howpublished"


def judge_fields(entry: BibEntry, match: Match) -> tuple[FieldVerdict, ...]:
    """Return a verdict on the entry's type and on each of its fields, in their order."""
    judged = [judge_type(entry.type, match.records)]
    for field, value in entry.fields:
        if not is_checked(field):
            judged.append(FieldVerdict(field, value, "exempt"))
        elif field in _PEOPLE:
            judged.append(judge_people(field, value, match.records))
        elif field == "howpublished":
            judged.append(_judge_place(value, match))
        else:
            judged.append(_judge_field(field, value, match))
    return tuple(_with_remedy(verdict) for verdict in _tell_versions(judged, match))


def _with_remedy(verdict: FieldVerdict) -> FieldVerdict:
    return replace(verdict, remedy=find_remedy(verdict)) if verdict.is_violation else verdict


def judge_type(entry_type: str, records: Sequence[SourceRecord]) -> FieldVerdict:
    """Return whether the entry type fits a publication type stated; @misc claims none, so it needs none."""
    fitting = [(record, find_fitting_types(record)) for record in records]
    stated = [(record, item) for record, types in fitting for item in record.type if item.path in types]
    spoken = [(record, item) for record, item in stated if item.firm] or stated
    says = tuple(Said(record.source, record.file, item.path, item.value) for record, item in spoken)
    if not says:
        return FieldVerdict(TYPE, entry_type, "exempt" if entry_type == "misc" else "unverifiable")
    decides = [types for record, types in fitting if record.source == "crossref" and types]
    allowed = {
        kind for types in decides or [types for _, types in fitting] for kinds in types.values() for kind in kinds
    }
    return FieldVerdict(TYPE, entry_type, "verified" if entry_type in allowed else "wrong type", says)


def _judge_field(field: str, value: str, match: Match) -> FieldVerdict:
    check = _CHECKS[field]
    plain = decode_verbatim(value) if check.verbatim else decode_latex(value)
    stated = _gather(match.records, check.fields)
    says = tuple(Said(record.source, record.file, item.path, item.value) for record, item in stated)
    firm_crossref = [item for record, item in stated if record.source == "crossref" and item.firm]
    deciding = firm_crossref or [item for _, item in stated]
    if any(check.same(plain, item.value) for item in deciding):
        verdict: Verdict = "verified"
    elif field == "title" and any(_adds_subtitle(plain, item.value) for item in deciding):
        verdict = "unverifiable"
    elif any(item.firm for item in deciding):
        verdict = "contradicted"
    else:
        verdict = "absent" if field in _IDENTIFIERS else "unverifiable"
    return FieldVerdict(field, plain, verdict, says)


def _adds_subtitle(value: str, stated: str) -> bool:
    """Return whether a title is the one stated and a subtitle: flattened answers drop what follows the colon."""
    signs = islice(_SUBTITLE.finditer(value), _MOST_SUBTITLES)
    return any(normal_forms.same_title(value[: sign.start()], stated) for sign in signs)


def _gather(records: Sequence[SourceRecord], fields: Sequence[str]) -> list[tuple[SourceRecord, Stated]]:
    return [(record, item) for record in records for field in fields for item in record.stated(field)]


def _judge_place(value: str, match: Match) -> FieldVerdict:
    """Return whether a free "howpublished" names what a source states: venue, publisher, archive number or address."""
    plain = decode_latex(value)
    stated = _gather(match.records, ("venue", "publisher", "place", "arxiv"))
    says = tuple(Said(record.source, record.file, item.path, item.value) for record, item in stated)
    if any(_names_place(plain, item.value) for _, item in stated):
        return FieldVerdict("howpublished", plain, "verified", says)
    return FieldVerdict("howpublished", plain, "unverifiable", says)


def _names_place(value: str, stated: str) -> bool:
    ours, theirs = normal_forms.fold(value), normal_forms.fold(stated)
    host = stated.split("/")[2] if stated.startswith("http") and stated.count("/") > 1 else ""
    is_host = bool(host) and ours.replace(" ", "") in host.lower().replace(".", "").replace("-", "")
    is_number = bool(ours) and ours.removeprefix("arxiv ").removeprefix("preprint ") == theirs
    return is_host or is_number or normal_forms.same_venue(value, stated) or normal_forms.same_publisher(value, stated)


def _tell_versions(judged: Sequence[FieldVerdict], match: Match) -> list[FieldVerdict]:
    """Return the verdicts, separating differences explained by another version of the work from mere contradictions.

    A value that only another version states belongs to that one. An entry tied by nothing but title and authors, which
    has no volume, issue or pages in common with the record, is a version no source knows when it names another venue
    or DOI.
    """
    found = {verdict.field: verdict.verdict for verdict in judged}
    is_strange = any(found.get(name) == "contradicted" for name in _TELLING)
    is_located = any(found.get(name) == "verified" for name in _LOCATORS)
    is_unknown = match.tie == "title" and is_strange and not is_located
    return [_tell_version(verdict, match, is_unknown=is_unknown) for verdict in judged]


def _tell_version(verdict: FieldVerdict, match: Match, *, is_unknown: bool) -> FieldVerdict:
    if verdict.verdict != "contradicted" or verdict.field not in _OF_A_VERSION:
        return verdict
    check = _CHECKS[verdict.field]
    elsewhere = tuple(
        Said(record.source, record.file, item.path, item.value)
        for record, item in _gather(match.siblings, check.fields)
        if item.firm and check.same(verdict.value, item.value)
    )
    if elsewhere or is_unknown:
        return replace(verdict, verdict="other version", says=verdict.says + elsewhere)
    return verdict


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
