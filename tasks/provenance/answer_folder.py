"""A folder of cached API answers: every work they describe, and a warning for each file that says nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from storage.core.errors import InputError
from tasks.metadata.json_fields import decode_json
from tasks.provenance.record_search import find_records
from tasks.provenance.records import SourceRecord
from tasks.provenance.text_files import check_answers
from tasks.services.atom import is_atom, read_atom
from tasks.text.cleaning import clean_text

LARGEST_FILE = 64_000_000
_LISTS = ("results", "data", "items", "entries", "entry", "papers", "works")
_FIRST_REFUSAL = 400


@dataclass(frozen=True, slots=True)
class Answers:
    """The works described in a folder, by file and place, and what could not be used of it."""

    records: tuple[SourceRecord, ...]
    warnings: tuple[str, ...]
    files: int


def read_answers(folder: Path) -> Answers:
    """Return the works in all ``*.json`` files below the folder, files sorted by name.

    A file that cannot be read, is larger than 64 MB, or holds an error instead of an answer is warned about.

    Raises:
        InputError: there is no such folder, or no JSON file in it.
    """
    check_answers(folder)
    files = sorted((path for path in folder.rglob("*.json") if path.is_file()), key=lambda path: path.as_posix())
    if not files:
        raise InputError(f"{folder} holds no .json file: give the folder with the cached API answers")
    records: list[SourceRecord] = []
    warnings: list[str] = []
    for path in files:
        name = path.relative_to(folder).as_posix()
        before = len(records)
        try:
            for record in _read_file(path, name, warnings):
                records.append(record)  # noqa: PERF402 - what came before an error stays
        except (OSError, ValueError) as error:
            what = "cannot be read" if len(records) == before else "cannot be read whole"
            warnings.append(f"{name} {what}: {clean_text(str(error), 200)}")
    return Answers(tuple(records), tuple(warnings), len(files))


def _read_file(path: Path, name: str, warnings: list[str]) -> Iterator[SourceRecord]:
    if path.stat().st_size > LARGEST_FILE:
        raise ValueError(f"larger than {LARGEST_FILE // 1_000_000} MB")
    text = path.read_bytes().decode("utf-8-sig", "replace")
    value: Any = {"entry": read_atom(text)} if is_atom(text) else decode_json(text)
    if complaint := _find_complaint(value):
        warnings.append(f"{name} {complaint}")
    is_silent = True
    for record in find_records(value, name):
        is_silent = False
        yield record
    if is_silent and not complaint and not _is_empty_answer(value):
        warnings.append(f"{name} holds no work in any shape known")


def _find_complaint(value: Any) -> str:
    """Return what an answer says went wrong, "" for an answer without complaint."""
    if not isinstance(value, Mapping):
        return ""
    status = value.get("status_code", value.get("code", value.get("status")))
    message = _say_errors(value)
    refused = str(status).isdecimal() and int(str(status)[:9]) >= _FIRST_REFUSAL
    if refused or str(status).lower() in {"error", "failed", "failure"}:
        return f"has error status {clean_text(str(status), 40)}{message}"
    if str(status).lower() == "partial":
        return f"is a partial answer{message}"
    return f"holds an error{message}" if message and not any(name in value for name in _LISTS) else ""


def _say_errors(value: Mapping[str, Any]) -> str:
    listed = value.get("errors")
    errors = [*(listed if isinstance(listed, list) else []), value.get("error")]
    stated = [error.get("message") if isinstance(error, Mapping) else error for error in errors[:3]]
    said = "; ".join(text for text in (clean_text(message, 200) for message in stated) if text)
    return f": {said}" if said else ""


def _is_empty_answer(value: Any) -> bool:
    """Return whether this is a search that found nothing, which is an answer."""
    lists: list[Any] = [value]
    if isinstance(value, Mapping):
        inner = value.get("message")
        lists = [part.get(name) for part in (value, inner) if isinstance(part, Mapping) for name in _LISTS]
    return any(isinstance(listed, list) for listed in lists)
