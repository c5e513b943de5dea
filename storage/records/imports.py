"""What is imported from files: records of works, and the verdicts that stand beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from storage.records.screening import Verdict
from storage.records.search import Response, content_id

Label = Literal["include", "exclude", ""]
IMPORTED = "import"
"""What imported records are called as a source of metadata."""


@dataclass(frozen=True, slots=True)
class ImportedOpinion:
    """What a person, as an export calls them, said of a record."""

    screener: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class ImportedRecord:
    """One record of a file: the line it begins in, the database it comes from, its verdict, and what it states.

    `opinions` are those of people by name, `reasons` those of its exclusion, as screening tools export them. The body
    of `response` is JSON: the record's text as it stands in the file (`raw`), and beside it the fields read.
    """

    line: int
    source: str
    label: Label
    response: Response
    opinions: tuple[ImportedOpinion, ...] = ()
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """A file of records; `file_id` is the SHA-256 of its bytes, `format` what it is written in."""

    file_id: str
    name: str
    format: str
    records: tuple[ImportedRecord, ...]

    def record_id(self, record: ImportedRecord) -> str:
        """Return the content id of a record: of the file and the line."""
        return content_id("imported", self.file_id, record.line)
