"""Imported records as works, and the works of the catalogue that they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.records.imports import IMPORTED, ImportedRecord
from storage.records.search import Author, Formulation, Work, content_id
from tasks.catalogues.protocol import Catalogue
from tasks.metadata.fields import decode_json, entry, normalise_doi, plain, read_year
from tasks.metadata.shared_dois import have_one_id, set_apart
from tasks.metadata.titles import family_id, is_same_title, surname
from tasks.provenance.record_shapes import read_imported_title, read_imported_type, read_language
from tasks.text.cleaning import clean_text

_LONGEST_NAME, _LONGEST_ABSTRACT = 300, 40_000
_HITS_BY_TITLE = 10


@dataclass(frozen=True, slots=True)
class Match:
    """The work that a record is, and what it was matched by: DOI, PMID or title; nothing for a work of its own.

    `work` is None for a record that names no work: it has no title and nothing in the catalogue fits it.
    """

    record_id: str
    work: Work | None
    matched_by: str


def read_work(record: ImportedRecord) -> Work | None:
    """Return the work that a record states, None without a title; records of one work have one id."""
    stated = entry(decode_json(record.response.body))
    title = read_imported_title(str(stated.get("title") or ""))
    if not title:
        return None
    authors = tuple(Author(name) for name in _names(stated, "authors"))
    doi, year = normalise_doi(stated.get("doi")), read_year(stated.get("year"))
    known_by = doi or stated.get("pmid") or (family_id("", title, authors), year)
    work_id = f"import-{content_id(IMPORTED, known_by)}"
    abstract = clean_text(stated.get("abstract"), _LONGEST_ABSTRACT) or None
    return Work(
        work_id=work_id,
        title=title,
        doi=doi,
        abstract=abstract,
        abstract_source=IMPORTED if abstract else None,
        year=year,
        type=read_imported_type(str(stated.get("type") or "")) or None,
        venue=clean_text(stated.get("venue"), _LONGEST_NAME) or None,
        volume=plain(stated.get("volume")),
        issue=plain(stated.get("issue")),
        pages=plain(stated.get("pages")),
        publisher=clean_text(stated.get("publisher"), _LONGEST_NAME) or None,
        editors=tuple(_names(stated, "editors")),
        authors=authors,
        language=read_language(str(stated.get("language") or "")) or None,
        family_id=family_id(work_id, title, authors),
        response=record.response,
    )


def _names(stated: Mapping[str, Any], field: str) -> list[str]:
    listed = stated.get(field)
    return [name for one in (listed if isinstance(listed, list) else []) if (name := clean_text(one, _LONGEST_NAME))]


@task(tags=["catalogue"], retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def match_records(records: Sequence[tuple[str, ImportedRecord]], catalogue: Catalogue) -> list[Match]:
    """Return what each record, given with its id, is in the catalogue: by DOI, else by PMID, else by title."""
    works = [read_work(record) for _, record in records]
    stated = [entry(decode_json(record.response.body)) for _, record in records]
    dois = [normalise_doi(each.get("doi")) for each in stated]
    by_doi: dict[str | None, Work] = {}
    for found in catalogue.works_by_doi([doi for doi in dois if doi]):
        by_doi.setdefault(found.doi, found)
    pmids = [None if doi in by_doi else each.get("pmid") for doi, each in zip(dois, stated, strict=True)]
    by_pmid = catalogue.works_by_pmid([str(pmid) for pmid in pmids if pmid])
    matches: list[Match] = []
    own: dict[str, Work] = {}
    for (record_id, _), work, doi, pmid in zip(records, works, dois, pmids, strict=True):
        if doi in by_doi:
            matches.append(Match(record_id, by_doi[doi], "DOI"))
        elif pmid in by_pmid:
            matches.append(Match(record_id, by_pmid[pmid], "PMID"))
        elif work and (titled := _find_by_title(work, catalogue)):
            matches.append(Match(record_id, titled, "title"))
        else:
            is_taken = work is not None and have_one_id(own.setdefault(work.work_id, work), work)
            matches.append(Match(record_id, set_apart(work) if work and is_taken else work, ""))
    return matches


def _find_by_title(work: Work, catalogue: Catalogue) -> Work | None:
    """Return the work of the same title, first author and year, give or take one; never one with another DOI."""
    asked = Formulation(strategy="import", framing="title of a record", text=work.title, limit=_HITS_BY_TITLE)
    return next((hit.work for hit in catalogue.search(asked).hits if _is_same(work, hit.work)), None)


def _is_same(work: Work, other: Work) -> bool:
    if not is_same_title(work.title, other.title) or (work.doi and other.doi and work.doi != other.doi):
        return False
    if work.year and other.year and abs(work.year - other.year) > 1:
        return False
    ours, theirs = ({surname(author.name) for author in each.authors} for each in (work, other))
    return not ours or not theirs or bool(ours & theirs)
