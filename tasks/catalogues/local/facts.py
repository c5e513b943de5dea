"""What the index keeps of one work of a catalogue, read once from its record."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from storage.records.search import Work
from tasks.catalogues.work_record import parse_work, read_subjects
from tasks.metadata.fields import entry, plain, read_year

_PMID = re.compile(r"(\d+)/?$")


@dataclass(frozen=True, slots=True)
class IndexedWork:
    """One work as indexed: `subjects` and the words of `text` are searched, `digest` is 64 bits of its record's."""

    work: Work
    line: bytes
    digest: int
    pmid: str | None
    recorded: int | None
    subjects: tuple[str, ...]

    @property
    def number(self) -> int:
        """Return the number in the work's key."""
        return int(self.work.work_id[1:])

    @property
    def text(self) -> str:
        """Return what is searched: title and abstract."""
        return f"{self.work.title} {self.work.abstract or ''}"


def read_facts(record: Mapping[str, Any], raw: str) -> IndexedWork:
    """Return what is indexed of a usable record and its exact text.

    `recorded` is the newest year of its dates, which tells how new a publication year can be.
    """
    work = parse_work(record)
    line = raw.encode("utf-8", "surrogatepass")
    return IndexedWork(
        work,
        line,
        int.from_bytes(blake2b(line, digest_size=8).digest(), signed=True),
        read_pmid(record),
        max(read_year(record.get("updated_date")) or 0, read_year(record.get("created_date")) or 0) or None,
        tuple(key for key, _ in read_subjects(record)),
    )


def read_pmid(record: Mapping[str, Any]) -> str | None:
    """Return the number that PubMed gave a work, None where the record states none."""
    stated = _PMID.search(plain(entry(record.get("ids")).get("pmid")) or "")
    return stated[1] if stated else None
