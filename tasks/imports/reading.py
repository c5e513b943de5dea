"""Reading a file of records, whichever of the formats it is in."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from storage.core.email_addresses import blank_addresses
from storage.core.errors import InputError
from storage.records.imports import ImportedFile
from tasks.imports.documents import read_bibtex, read_csl, read_endnote
from tasks.imports.entry import Entry, as_record, refuse
from tasks.imports.tables import read_csv
from tasks.imports.tagged import read_nbib, read_ris

FORMATS = "RIS, NBIB (PubMed), BibTeX, CSL-JSON, EndNote XML or CSV"
_LARGEST = 200_000_000  # bytes
_SIGNS = (
    ("RIS", re.compile(r"\s*(?:\d+\.\s*)?TY {1,2}- ")),
    ("NBIB", re.compile(r"\s*PMID ?- ")),
    ("EndNote XML", re.compile(r"\s*<")),
    ("CSL-JSON", re.compile(r"\s*[\[{]")),
    ("BibTeX", re.compile(r"(?:\s*(?:%[^\n]*)?\n)*\s*@\w+\s*[{(]|[^\n]*\n(?:.*\n){0,40}?\s*@\w+\s*\{")),
)
_BY_SUFFIX = {
    ".ris": "RIS",
    ".nbib": "NBIB",
    ".bib": "BibTeX",
    ".bibtex": "BibTeX",
    ".json": "CSL-JSON",
    ".xml": "EndNote XML",
    ".csv": "CSV",
    ".tsv": "CSV",
}


def read_import(path: Path, label_column: str = "") -> ImportedFile:
    """Return the records of a file; e-mail addresses in it are blanked before anything else is read.

    Raises:
        InputError: the file cannot be read, is of no known format, holds no record, or a line of it is malformed.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); correct the option --import") from error
    if len(data) > _LARGEST:
        raise InputError(f"{path} is larger than {_LARGEST // 1_000_000} MB; split it into files to --import")
    text = blank_addresses(_decode(data, path.name)).replace("\r\n", "\n").replace("\r", "\n")
    kind = _find_format(path, text)
    found = list(_read_entries(kind, path, text, label_column))
    if not found:
        raise refuse(path.name, 1, "no record is in the file", f"give --import a file of {FORMATS}")
    return ImportedFile(
        hashlib.sha256(data).hexdigest(),
        path.name,
        kind,
        tuple(as_record(each, path.name, f"{kind} file") for each in found),
    )


def _read_entries(kind: str, path: Path, text: str, label_column: str) -> Iterator[Entry]:
    if kind == "CSV":
        return read_csv(text, path.name, label_column)
    if kind == "EndNote XML":
        return read_endnote(path, text)
    readers = {"RIS": read_ris, "NBIB": read_nbib, "BibTeX": read_bibtex, "CSL-JSON": read_csl}
    return readers[kind](text, path.name)


def _find_format(path: Path, text: str) -> str:
    """Return the format that the file's name says, or else that it begins like."""
    named = _BY_SUFFIX.get(path.suffix.lower())
    if named:
        return named
    begins = text.lstrip("\ufeff")[:20_000]
    found = next((kind for kind, sign in _SIGNS if sign.match(begins)), None)
    if found is None:
        raise refuse(path.name, 1, "the format cannot be told", f"give --import a file of {FORMATS}")
    return found


def _decode(data: bytes, name: str) -> str:
    encoding = "utf-16" if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise refuse(name, line, "not UTF-8", "save the file in UTF-8") from None
