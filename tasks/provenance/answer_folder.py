"""A folder of cached API answers: every work they describe, and a warning for each file that says nothing.

Finding the works in an API answer of any shape: single records, lists, pages, batches, envelopes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from storage.core.errors import InputError
from tasks.catalogues.work_record import find_work_id
from tasks.metadata.fields import decode_json
from tasks.provenance.bibliography import check_answers
from tasks.provenance.field_values import extend_path
from tasks.provenance.record_fields import read_record
from tasks.provenance.records import SourceRecord
from tasks.services.arxiv import is_atom, read_atom
from tasks.text.cleaning import clean_text

_DEEPEST = 24
_LONGEST_BODY = 64_000_000
# The question is not part of the answer, and works that a publisher lists as cited are not stated by any index.
_ASKED = frozenset({"query", "request", "params", "parameters", "errors", "reference", "abstract", "meta"})
_LINKED = ("citations", "references", "citingPaper", "citedPaper")
_BODIES = frozenset({"body", "content", "text", "response"})
_MARKS = {
    "semantic_scholar": ("paperId", "corpusId", "externalIds"),
    "openalex": ("openalex_id", "authorships", "host_venue", "primary_location"),
    "crossref": ("container-title", "container_title", "DOI", "suggested_bibtex_type"),
    "arxiv": ("arxiv_id",),
    "core": ("core_id", "yearPublished", "documentType"),
    "philpapers": ("philpapers_id",),
}
_OTHER_MARKS = ("doi", "authors", "author", "publication_year", "yearPublished", "published", "issued")
_ENVELOPES = {"s2": "semantic_scholar", "semanticscholar": "semantic_scholar"}


def find_records(value: Any, file: str) -> Iterator[SourceRecord]:
    """Yield the works that a decoded answer describes, in their order in it.

    Atom and JSON kept as text (``{"status_code": 200, "body": "<feed …"}``) are read too; their paths go on after "→".

    Raises:
        ValueError: a text that stands for an answer cannot be read; raised after the last work of the others.
    """
    envelope = value.get("source") if isinstance(value, Mapping) else None
    unread: list[ValueError] = []
    stack: list[tuple[str, str, Any, int]] = [("$", "", value, 0)]
    while stack:
        path, key, found, depth = stack.pop()
        if isinstance(found, str):
            try:
                found = _decode_body(found, key)
            except ValueError as error:
                unread.append(error)
                continue
            path = f"{path}→$"
        if isinstance(found, Mapping) and _is_work(found):
            source = _name_source(found, envelope)
            yield read_record(found, file, path, source)
            children = [(name, found[name]) for name in _LINKED if name in found and source == "semantic_scholar"]
        elif isinstance(found, Mapping):
            children = [(name, child) for name, child in found.items() if isinstance(name, str) and name not in _ASKED]
        else:
            children = []
        if depth < _DEEPEST:
            inner: list[tuple[str | int, Any]] = [*children]
            inner += enumerate(found) if isinstance(found, list) else []
            wanted = [(step, child) for step, child in inner if _may_hold_works(child, step)]
            stack += [(extend_path(path, step), str(step), child, depth + 1) for step, child in reversed(wanted)]
    if unread:
        raise unread[0]


def _may_hold_works(child: Any, step: str | int) -> bool:
    return isinstance(child, (dict, list)) or (isinstance(child, str) and step in _BODIES)


def _decode_body(text: str, key: str) -> Any:
    """Return the answer kept as text under a key such as "body", None for other text."""
    if key not in _BODIES or len(text) > _LONGEST_BODY:
        return None
    if is_atom(text):
        return {"entry": read_atom(text)}
    return decode_json(text) if text.lstrip()[:1] in {"{", "["} else None


def _is_work(value: Mapping[str, Any]) -> bool:
    title = value.get("title")
    text = clean_text(title[0] if isinstance(title, list) and title else title, 100)
    if not text:
        return find_work_id(value) is not None and bool(clean_text(value.get("display_name"), 100))
    listed = isinstance(value.get("author"), list) or "author" not in value
    marks = [mark for marks in _MARKS.values() for mark in marks]
    return listed and any(mark in value for mark in (*marks, *_OTHER_MARKS))


def _name_source(value: Mapping[str, Any], envelope: object) -> str:
    for source, marks in _MARKS.items():
        if any(mark in value for mark in marks):
            return source
    if find_work_id(value):
        return "openalex"
    addresses = f"{value.get('id')} {value.get('url')}"
    named = envelope.lower() if isinstance(envelope, str) else ""
    for source in (_ENVELOPES.get(named, named.partition("_via")[0]), *_MARKS):
        if source in _MARKS and (source in named or source in addresses or named in _ENVELOPES):
            return source
    return "other"


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
