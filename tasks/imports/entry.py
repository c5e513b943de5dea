"""One record as any format states it, and how its fields become an imported record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import orjson

from storage.core.errors import InputError
from storage.records.imports import IMPORTED, ImportedRecord
from storage.records.search import Response
from tasks.imports.labels import read_label, read_opinions, read_reasons
from tasks.metadata.fields import normalise_doi

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+")
_PMID = re.compile(r"\d{1,8}")
_LONGEST_RAW = 200_000  # characters
_MANY = ("authors", "editors")


class MalformedFile(InputError):
    """A file to import cannot be read; the message names file, line and remedy."""


def refuse(name: str, line: int, what: str, remedy: str) -> MalformedFile:
    """Return the error for a line of a file."""
    return MalformedFile(f"{name}, line {line}: {what}; {remedy}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A record: the line it begins in, its text, its values by field, notes that may hold verdicts, and its database.

    Fields are those of `storage.records.search.Work`, and pmid; `label` is what a column of verdicts says.
    """

    line: int
    raw: str
    fields: Mapping[str, Sequence[str]]
    notes: Sequence[str] = field(default_factory=tuple)
    label: str = ""
    source: str = ""


def as_record(entry: Entry, file: str, source: str) -> ImportedRecord:
    """Return an entry of a file as an imported record; `source` is where the file comes from if the entry is silent."""
    stated = {name: [" ".join(text.split()) for text in texts if text.strip()] for name, texts in entry.fields.items()}
    body: dict[str, object] = {name: texts if name in _MANY else texts[0] for name, texts in stated.items() if texts}
    if doi := _find_doi(stated.get("doi", ())):
        body["doi"] = doi
    else:
        body.pop("doi", None)
    if "pmid" in body and not _PMID.fullmatch(str(body["pmid"])):
        del body["pmid"]
    label = read_label(entry.notes, entry.label)
    body |= {"source": entry.source or source, "label": label, "raw": entry.raw[:_LONGEST_RAW]}
    response = Response(IMPORTED, f"import:{file}#line={entry.line}", orjson.dumps(body).decode())
    opinions, reasons = read_opinions(entry.notes), read_reasons(entry.notes)
    return ImportedRecord(entry.line, entry.source or source, label, response, opinions, reasons)


def _find_doi(texts: Iterable[str]) -> str | None:
    for text in texts:
        found = _DOI.search(text)
        doi = normalise_doi(found[0].rstrip(".,;") if found else text)
        if doi:
            return doi
    return None
