"""One raw OpenAlex work, of the 2023 schema or today's, as a Work: what OpenAlex answers and its snapshots hold.

The subject headings of an OpenAlex work: topics today, concepts in the schema of before 2024. One raw OpenAlex work, of
the 2023 schema (concepts, host_venue) or today's (topics, primary_location), as a Work.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from storage.records.search import Author, Response, Work
from tasks.metadata.fields import (
    count,
    entries,
    entry,
    normalise_doi,
    normalise_orcid,
    number,
    openalex_key,
    plain,
    read_abstract,
    read_type,
    read_year,
)
from tasks.metadata.spelt_names import choose_name
from tasks.metadata.titles import family_id
from tasks.text.cleaning import clean_text

_LOWEST_SCORE = 0.3
_MOST_CONCEPTS = 5


def read_subjects(record: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return (id, name) of each topic, else of the five best concepts of level 1 or deeper scored above 0.3.

    The id is OpenAlex's short key or, absent, the name.
    """
    return tuple(dict(_topics(record)).items()) or tuple(dict(_concepts(record)).items())


def _topics(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for topic in entries(record.get("topics")):
        name = clean_text(topic.get("display_name"), 300)
        key = openalex_key(topic.get("id"), "T")
        # Flattened exports list the subfield, field and domain beside each topic.
        if name and (key or not topic.get("id")):
            yield key or name, name


def _concepts(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    scored = []
    for concept in entries(record.get("concepts")):
        name = clean_text(concept.get("display_name"), 300)
        score = number(concept.get("score"))
        if name and number(concept.get("level")) >= 1 and score > _LOWEST_SCORE:
            scored.append((-score, name, openalex_key(concept.get("id"), "C") or name))
    for _, name, key in sorted(scored)[:_MOST_CONCEPTS]:
        yield key, name


TOMBSTONE = "W4285719527"
_TOMBSTONE_TITLE = "deleted work"
_LONGEST_TITLE = 1_000
_LONGEST_NAME = 300


def find_work_id(record: object) -> str | None:
    """Return the short key of a work record, None for a record of another kind or of another catalogue."""
    return openalex_key(entry(record).get("id"), "W")


def is_other_entity(record: object) -> bool:
    """Return whether this is an OpenAlex record, but of an author, source, topic ... instead of a work."""
    address = entry(record).get("id")
    return isinstance(address, str) and "openalex.org/" in address and find_work_id(record) is None


def find_reason_to_leave_out(record: Mapping[str, Any]) -> str | None:
    """Return why this work record can never be part of a review, None when it can."""
    title = read_title(record)
    if find_work_id(record) == TOMBSTONE or title.casefold() == _TOMBSTONE_TITLE:
        return "tombstone"
    if record.get("is_paratext") is True or record.get("type") == "paratext":
        return "paratext"
    return None if title else "no title"


def parse_work(record: Mapping[str, Any], response: Response | None = None) -> Work:
    """Return the work a raw record states; fields of an unexpected type count as not stated.

    The record must have a work's id (`find_work_id`) and no reason to be left out.

    Raises:
        ValueError: the record has no OpenAlex work id.
    """
    work_id = find_work_id(record)
    if work_id is None:
        raise ValueError("a record without an OpenAlex work id cannot be parsed")
    title = read_title(record)
    abstract, abstract_source = read_abstract(record)
    authors = tuple(_authors(record))
    biblio = entry(record.get("biblio"))
    source = entry(entry(record.get("primary_location")).get("source"))
    host = entry(record.get("host_venue"))
    return Work(
        work_id=work_id,
        title=title,
        doi=read_doi(record),
        abstract=abstract,
        abstract_source=abstract_source,
        year=read_year(record.get("publication_year")),
        type=read_type(record.get("type")),
        venue=_name(source.get("display_name")) or _name(host.get("display_name")),
        volume=plain(biblio.get("volume")),
        issue=plain(biblio.get("issue")),
        pages=_pages(plain(biblio.get("first_page")), plain(biblio.get("last_page"))),
        publisher=_name(source.get("host_organization_name")) or _name(host.get("publisher")),
        authors=authors,
        language=read_language(record),
        cited_by_count=count(record.get("cited_by_count")),
        citations_by_year=_citations_by_year(record),
        is_oa=is_open(record),
        oa_url=_open_address(record),
        is_retracted=record.get("is_retracted") is True,
        family_id=family_id(work_id, title, authors),
        topics=tuple(name for _, name in read_subjects(record)),
        references=read_references(record, work_id),
        response=response,
    )


def read_title(record: Mapping[str, Any]) -> str:
    """Return the title of a work record, "" for none."""
    title = clean_text(record.get("title"), _LONGEST_TITLE)
    return title or clean_text(record.get("display_name"), _LONGEST_TITLE)


def read_doi(record: Mapping[str, Any]) -> str | None:
    """Return the DOI of a work record, None for none."""
    return normalise_doi(record.get("doi")) or normalise_doi(entry(record.get("ids")).get("doi"))


def read_language(record: Mapping[str, Any]) -> str | None:
    """Return the language of a work record in lower case, None where none is stated."""
    return (plain(record.get("language")) or "").lower() or None


def list_author_ids(record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the keys of the authors of a work record who have a name and a key, each once."""
    found: dict[str, None] = {}
    for authorship in entries(record.get("authorships")):
        author = entry(authorship.get("author"))
        key = openalex_key(author.get("id"), "A")
        if key and _list_names(authorship):
            found[key] = None
    return tuple(found)


def _name(value: object) -> str | None:
    return clean_text(value, _LONGEST_NAME) or None


def _list_names(authorship: Mapping[str, Any]) -> list[str]:
    """Return what a record calls one author: the name that the catalogue displays, then that on the work itself."""
    stated = (entry(authorship.get("author")).get("display_name"), authorship.get("raw_author_name"))
    return [name for each in stated if (name := _name(each))]


def _pages(first: str | None, last: str | None) -> str | None:
    if first and last and first != last:
        return f"{first}-{last}"
    return first or last


def _authors(record: Mapping[str, Any]) -> Iterator[Author]:
    title = read_title(record)
    for authorship in entries(record.get("authorships")):
        author = entry(authorship.get("author"))
        if name := choose_name(_list_names(authorship), title):
            yield Author(
                name=name,
                author_id=openalex_key(author.get("id"), "A"),
                orcid=normalise_orcid(author.get("orcid")),
                affiliation=_affiliation(authorship),
            )


def _affiliation(authorship: Mapping[str, Any]) -> str | None:
    for institution in entries(authorship.get("institutions")):
        if name := _name(institution.get("display_name")):
            return name
    raw = authorship.get("raw_affiliation_strings")
    first = raw[0] if isinstance(raw, list) and raw else None
    return _name(authorship.get("raw_affiliation_string")) or _name(first)


def _citations_by_year(record: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    stated = {
        year: count(item.get("cited_by_count"))
        for item in entries(record.get("counts_by_year"))
        if (year := read_year(item.get("year")))
    }
    return tuple(sorted(stated.items()))


def is_open(record: Mapping[str, Any]) -> bool:
    """Return whether a work record says that the work is open access."""
    return entry(record.get("open_access")).get("is_oa") is True or record.get("is_oa") is True


def _open_address(record: Mapping[str, Any]) -> str | None:
    best = entry(record.get("best_oa_location"))
    stated = (entry(record.get("open_access")).get("oa_url"), best.get("pdf_url"), best.get("landing_page_url"))
    for address in stated:
        if isinstance(address, str) and address.startswith(("https://", "http://")):
            return clean_text(address, 2_000)
    return None


def read_references(record: Mapping[str, Any], work_id: str) -> tuple[str, ...]:
    """Return the keys of the works that a record lists as references, each once, without itself and tombstones."""
    listed = record.get("referenced_works")
    keys = [openalex_key(item, "W") for item in listed] if isinstance(listed, list) else []
    return tuple(dict.fromkeys(key for key in keys if key and key not in (work_id, TOMBSTONE)))
