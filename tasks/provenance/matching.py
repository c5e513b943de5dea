"""Which records describe the work that an entry of a bibliography means.

An entry is matched by DOI, else by arXiv number, else by title, authors and year. Records of one work in several
versions (preprint, article, chapter) are told apart by DOI, and without one by venue.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rapidfuzz import fuzz, process

from tasks.metadata.fields import normalise_doi
from tasks.provenance.bibliography import BibEntry, decode_latex, decode_verbatim
from tasks.provenance.field_values import find_fitting_types
from tasks.provenance.normal_forms import fold, fold_title, same_venue
from tasks.provenance.person_names import read_people
from tasks.provenance.records import SourceRecord

# Similarities are rapidfuzz ratios (0-100) of titles folded to letters and digits. A slip of one word in ten leaves a
# title above 90; other works of the same authors ("... part II") come near 95 but name another year or venue.
SAME_TITLE = 95.0
ALIKE_TITLE = 80.0
# A record of the same DOI whose title is less alike and shares no author describes another work, if one matches better.
UNLIKE_TITLE = 60.0
ALIKE_NAME = 80.0
_HALF = 0.5
_FEWEST_WORDS = 3
_MOST_CANDIDATES = 50
_VENUES = ("journal", "journaltitle", "booktitle", "series", "howpublished")

Tie = Literal["doi", "arxiv", "title"]


@dataclass(frozen=True, slots=True)
class Match:
    """Records of the version an entry means, in order of precedence; `siblings` are other versions of the work."""

    records: tuple[SourceRecord, ...]
    tie: Tie
    siblings: tuple[SourceRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordIndex:
    """Records by DOI, arXiv number and folded title."""

    by_doi: Mapping[str, list[SourceRecord]] = field(default_factory=lambda: defaultdict(list))
    by_arxiv: Mapping[str, list[SourceRecord]] = field(default_factory=lambda: defaultdict(list))
    by_title: Mapping[str, list[SourceRecord]] = field(default_factory=lambda: defaultdict(list))


def index_records(records: Iterable[SourceRecord]) -> RecordIndex:
    """Return the records findable, in order of precedence."""
    index = RecordIndex()
    for record in sorted(records, key=lambda record: record.rank):
        for lookup, keys in (
            (index.by_doi, {stated.value for stated in record.doi}),
            (index.by_arxiv, {stated.value for stated in record.arxiv}),
            (index.by_title, {fold_title(stated.value) for stated in record.title} - {""}),
        ):
            for key in sorted(keys):
                lookup[key].append(record)
    return index


@dataclass(frozen=True, slots=True)
class _Sought:
    """What an entry is looked for by."""

    title: str
    words: int
    people: tuple[str, ...]
    year: int
    venue: str
    doi: str | None
    arxiv: str
    type: str


def match_entry(entry: BibEntry, index: RecordIndex) -> Match | None:
    """Return the records of the version that the entry means, None when no record describes its work."""
    sought = _seek(entry)
    tied: list[SourceRecord] = list(index.by_doi.get(sought.doi or "", ()))
    tie: Tie = "doi"
    if not tied and sought.arxiv:
        tied, tie = list(index.by_arxiv.get(sought.arxiv, ())), "arxiv"
    named = _find_by_title(sought, index)
    if tied and named and not set(map(_place, tied)) & set(map(_place, named)) and _is_another_work(sought, tied):
        tied = []
    if not tied:
        chosen = _choose_version(sought, named)
        numbers = dict.fromkeys(stated.value for record in chosen for stated in record.doi)
        # Records of one DOI may word the title differently, so that not all were found by it.
        same = [record for number in numbers for record in index.by_doi[number]]
        tied, tie = list({_place(record): record for record in (*chosen, *same)}.values()), "title"
    if not tied:
        return None
    version = _add_unnumbered(tied, named)
    places = set(map(_place, version))
    others = [record for record in named if _place(record) not in places]
    siblings = [record for record in others if _share_of_people(sought, record)]
    return Match(tuple(sorted(version, key=lambda record: record.rank)), tie, tuple(siblings))


def _seek(entry: BibEntry) -> _Sought:
    title = decode_latex(entry.value("title"))
    people = read_people(entry.value("author") or entry.value("editor"))
    year = entry.value("year", "date")[:4]
    eprint = (
        decode_verbatim(entry.value("eprint")) if "arxiv" in entry.value("archiveprefix", "eprinttype").lower() else ""
    )
    noted = decode_verbatim(entry.value("howpublished")).lower()
    return _Sought(
        fold_title(title),
        len(fold(title).split()),
        tuple(fold("".join(name.family)).replace(" ", "") for name in people.names),
        int(year) if year.isdecimal() else 0,
        next((decode_latex(value) for value in map(entry.value, _VENUES) if value), ""),
        normalise_doi(decode_verbatim(entry.value("doi"))),
        (eprint or (noted.removeprefix("arxiv:").strip() if noted.startswith("arxiv:") else "")).partition("v")[0],
        entry.type,
    )


def _place(record: SourceRecord) -> tuple[str, str]:
    return record.file, record.json_path


def _find_by_title(sought: _Sought, index: RecordIndex) -> list[SourceRecord]:
    """Return the records of this title, or of one much like it, whose authors and years allow them."""
    if not sought.title:
        return []
    found = _allowed(sought, index.by_title.get(sought.title, ()), 100.0)
    if found:
        return found
    alike = process.extract(
        sought.title, index.by_title.keys(), scorer=fuzz.ratio, score_cutoff=ALIKE_TITLE, limit=_MOST_CANDIDATES
    )
    for title, score, _ in alike:
        allowed = _allowed(sought, index.by_title[title], score)
        if allowed:
            return allowed
    return []


def _allowed(sought: _Sought, records: Iterable[SourceRecord], score: float) -> list[SourceRecord]:
    return [record for record in records if _may_be(sought, record, score)]


def _may_be(sought: _Sought, record: SourceRecord, score: float) -> bool:
    """Return whether a record whose title scores so high may be the work.

    The same title needs a common author, or the same year with the same venue or, if it is no mere heading, as many
    authors: reviews are titled like the books they discuss. A title only alike needs half of the authors and the year
    within one.
    """
    shared = _share_of_people(sought, record)
    years = [int(stated.value) for stated in record.year]
    if score < SAME_TITLE:
        near = any(abs(year - sought.year) <= 1 for year in years) or not (years and sought.year)
        return near and shared >= _HALF
    in_venue = sought.venue and any(same_venue(sought.venue, stated.value) for stated in record.venue)
    as_many = len(sought.people) in {0, len(record.authors)} and sought.words >= _FEWEST_WORDS
    return shared > 0 or ((not sought.year or sought.year in years) and bool(in_venue or as_many))


def _share_of_people(sought: _Sought, record: SourceRecord) -> float:
    """Return the share of the entry's family names that stand, or stand misspelt, in the record's names."""
    names = [fold(stated.value).replace(" ", "") for stated in (*record.authors, *record.editors)]
    found = sum(any(fuzz.partial_ratio(family, name) >= ALIKE_NAME for name in names) for family in sought.people)
    return found / len(sought.people) if sought.people else 0.0


def _is_another_work(sought: _Sought, tied: Sequence[SourceRecord]) -> bool:
    scores = [fuzz.ratio(sought.title, fold_title(title.value)) for record in tied for title in record.title]
    shared = max(_share_of_people(sought, record) for record in tied)
    return max(scores, default=0.0) < UNLIKE_TITLE and not shared


def _choose_version(sought: _Sought, named: Sequence[SourceRecord]) -> list[SourceRecord]:
    """Return the records of the one version that agrees best: in an author, then venue, year, type, all authors."""
    versions: dict[str, list[SourceRecord]] = defaultdict(list)
    for record in named:
        venues = [fold(stated.value) for stated in record.venue if stated.firm]
        versions[record.doi[0].value if record.doi else "/".join(venues)].append(record)
    return max(versions.values(), key=lambda version: _agreement(sought, version), default=[])


def _agreement(sought: _Sought, version: Sequence[SourceRecord]) -> tuple[bool, bool, bool, bool, float, int]:
    venues = [stated.value for record in version for stated in record.venue]
    years = {stated.value for record in version for stated in record.year}
    return (
        any(_share_of_people(sought, record) for record in version),
        bool(sought.venue) and any(same_venue(sought.venue, venue) for venue in venues),
        str(sought.year) in years,
        any(sought.type in types for record in version for types in find_fitting_types(record).values()),
        max(_share_of_people(sought, record) for record in version),
        -min(record.rank[0] for record in version),
    )


def _add_unnumbered(version: Sequence[SourceRecord], named: Sequence[SourceRecord]) -> list[SourceRecord]:
    """Return the version with the records without DOI of the same title, year and, where both say, venue."""
    years = {stated.value for record in version for stated in record.year}
    venues = [stated.value for record in version for stated in record.venue if stated.firm]
    places = set(map(_place, version))
    added = [
        record
        for record in named
        if not record.doi
        and _place(record) not in places
        and any(stated.value in years for stated in record.year)
        and (not venues or not record.venue or any(same_venue(a, b.value) for a in venues for b in record.venue))
    ]
    return [*version, *added]
