"""What the index keeps of one work of a catalogue, read once from its record: what `parse_work` reads, but less."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from tasks.catalogues.work_record import (
    find_work_id,
    is_open,
    list_author_ids,
    read_doi,
    read_language,
    read_references,
    read_subjects,
    read_title,
)
from tasks.metadata.fields import count, entry, plain, read_abstract, read_type, read_year

_PMID = re.compile(r"(\d+)/?$")


@dataclass(frozen=True, slots=True)
class IndexedWork:
    """One work as indexed: `text` (title and abstract) is searched, `line` kept, `digest` is 64 bits of its hash.

    `recorded` is the newest year of the record's dates, which tells how new a publication year can be.
    """

    work_id: str
    text: str
    doi: str | None
    pmid: str | None
    year: int | None
    recorded: int | None
    type: str | None
    language: str | None
    cited_by_count: int
    is_oa: bool
    references: tuple[str, ...]
    author_ids: tuple[str, ...]
    subjects: tuple[str, ...]
    line: bytes
    digest: int


def read_facts(record: Mapping[str, Any], raw: str) -> IndexedWork:
    """Return what is indexed of a usable record and its exact text.

    Raises:
        ValueError: the record has no OpenAlex work id.
    """
    work_id = find_work_id(record)
    if work_id is None:
        raise ValueError("a record without an OpenAlex work id cannot be indexed")
    line = raw.encode("utf-8", "surrogatepass")
    return IndexedWork(
        work_id=work_id,
        text=f"{read_title(record)} {read_abstract(record)[0] or ''}",
        doi=read_doi(record),
        pmid=read_pmid(record),
        year=read_year(record.get("publication_year")),
        recorded=max(read_year(record.get("updated_date")) or 0, read_year(record.get("created_date")) or 0) or None,
        type=read_type(record.get("type")),
        language=read_language(record),
        cited_by_count=count(record.get("cited_by_count")),
        is_oa=is_open(record),
        references=read_references(record, work_id),
        author_ids=list_author_ids(record),
        subjects=tuple(key for key, _ in read_subjects(record)),
        line=line,
        digest=int.from_bytes(blake2b(line, digest_size=8).digest(), signed=True),
    )


def read_pmid(record: Mapping[str, Any]) -> str | None:
    """Return the number that PubMed gave a work, None where the record states none."""
    stated = _PMID.search(plain(entry(record.get("ids")).get("pmid")) or "")
    return stated[1] if stated else None
