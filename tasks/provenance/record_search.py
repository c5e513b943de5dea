"""Finding the works in an API answer of any shape: single records, lists, pages, batches, envelopes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tasks.catalogues.openalex.record import find_work_id
from tasks.metadata.json_fields import decode_json
from tasks.provenance.json_paths import extend_path
from tasks.provenance.record_fields import read_record
from tasks.provenance.records import SourceRecord
from tasks.services.atom import is_atom, read_atom
from tasks.text.cleaning import clean_text

_DEEPEST = 24
_LONGEST_BODY = 64_000_000
# What was asked is no answer, and works that a publisher's deposit lists as cited are stated by nobody's index.
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
    """Yield the works that a decoded answer describes, in the order they stand in it.

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
