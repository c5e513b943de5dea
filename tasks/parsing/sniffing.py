"""What a file is, by its first bytes: never by its name, never by what a server said of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

Kind = Literal["pdf", "jats", "tei", "unknown"]

_LOOKED_AT = 64 * 1024
_PDF_WITHIN = 1024  # ISO 32000-1, annex H: readers take a header within the first 1024 bytes
_PROLOGUE = re.compile(
    r"\A\s*(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^<>\[]*(?:\[.*?\]\s*)?>|\s+)*", re.DOTALL | re.IGNORECASE
)
_ROOT = re.compile(r"<(?:[\w.-]+:)?([\w.-]+)([^<>]*)>")
_WRAPPED = frozenset({"pmc-articleset", "OAI-PMH", "record", "articles", "responses", "response"})


def sniff_kind(path: Path) -> Kind:
    """Return what a file holds: a PDF, a JATS or TEI article in XML, or something else (HTML, a picture, nothing)."""
    with path.open("rb") as file:
        head = file.read(_LOOKED_AT)
    if b"%PDF-" in head[:_PDF_WITHIN] and not _is_markup(head):
        return "pdf"
    text = _decode(head)
    root = _ROOT.match(text, _PROLOGUE.match(text).end())  # type: ignore[union-attr]  # it matches nothing at least
    if root is None:
        return "unknown"
    name, inside = root.group(1), text[root.end() :]
    if name == "article" or (name in _WRAPPED and re.search(r"<(?:[\w.-]+:)?article[\s>]", inside)):
        return "jats"
    if name in {"TEI", "teiCorpus"} or (name in _WRAPPED and "<TEI" in inside):
        return "tei"
    return "unknown"


def _is_markup(head: bytes) -> bool:
    return head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<"


def _decode(head: bytes) -> str:
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return head.decode("utf-16", errors="replace")
    return head.decode("utf-8-sig", errors="replace")
