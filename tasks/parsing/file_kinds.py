"""What a file is, by its first bytes: never by its name or by what a server said about it.

Peers for `litreview bench parse`: a PDF's text as pdftext and pypdf give it, nothing done to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Literal

from tasks.parsing.protocol import ParsedDocument, ParsedPage
from tasks.parsing.quality import score_quality


class PlainPdftext:
    """The text of pdftext, page by page, in the order of the file."""

    name = "pdftext-plain"

    def parse(self, path: Path) -> ParsedDocument:
        """Return its pages; whatever it cannot read is broken."""
        extraction = import_module("pdftext.extraction")
        try:
            return _compose(self.name, extraction.paginated_plain_text_output(str(path)))
        except Exception as error:  # noqa: BLE001 - how a peer fails is not of interest, that it does is
            return ParsedDocument("broken", self.name, reason=str(error))


class Pypdf:
    """The text of pypdf, page by page, where the development extra is installed."""

    name = "pypdf"

    def parse(self, path: Path) -> ParsedDocument:
        """Return its pages; whatever it cannot read, or that it is absent, is broken."""
        try:
            reader = import_module("pypdf").PdfReader(path)
            return _compose(self.name, [page.extract_text() for page in reader.pages])
        except Exception as error:  # noqa: BLE001 - how a peer fails is not of interest, that it does is
            return ParsedDocument("broken", self.name, reason=str(error))


def _compose(name: str, texts: Sequence[str]) -> ParsedDocument:
    pages = tuple(ParsedPage(number, text) for number, text in enumerate(texts, 1) if text.strip())
    if not pages:
        return ParsedDocument("blank", name, reason="Every page of the PDF is empty.")
    return ParsedDocument("parsed", name, pages, score_quality("\n".join(texts)), page_count=len(texts))


Kind = Literal["pdf", "jats", "tei", "html"]

ENOUGH = 65_536
"""Bytes from the start that decide."""

_PDF_WITHIN = 1_024  # ISO 32000-1, Annex H.3.4.1
_NAME = re.compile(r"(?:[\w.-]+:)?([\w.-]+)")
_BEFORE_ROOT = (("<?", "?>"), ("<!--", "-->"))
_DOCTYPE = "<!doctype "
_ARTICLES: dict[str, Kind] = {"article": "jats", "tei": "tei", "teicorpus": "tei"}
_WRAPPERS = frozenset({"pmc-articleset", "oai-pmh", "record", "articles", "responses", "response"})
_WRAPPED = re.compile(r"<(?:[\w.-]+:)?(article|tei)[\s>/]")
_PAGE = frozenset({"html", "head", "body", "script", "meta", "title", "div", "center", "h1", "p"})


def sniff(start: bytes) -> Kind | None:
    """Return what a file is, from its first `ENOUGH` bytes or all of it: PDF, an article in JATS or TEI, HTML, or None.

    Document type and root element decide, for what services wrap articles in the article inside; XHTML is HTML, and so
    is what begins with a script.
    """
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = start.decode("utf-16", "replace")
    else:
        text = start.removeprefix(b"\xef\xbb\xbf").decode("latin-1")
    if not text.lstrip().startswith("<"):
        return "pdf" if b"%PDF-" in start[:_PDF_WITHIN] else None
    text = text.lower()
    doctype, root = _find_root(text)
    if root in _WRAPPERS and (inside := _WRAPPED.search(text)):
        root = inside[1]
    if root in _ARTICLES and doctype != "html":
        return _ARTICLES[root]
    return "html" if root in _PAGE or "html" in doctype else None


def _find_root(text: str) -> tuple[str, str]:
    """Return the names of document type and root element, "" for what is not there or lies further on."""
    doctype, at = "", _skip_space(text, 0)
    while at < len(text):
        ends = [_find_end(text, close, at) for begin, close in _BEFORE_ROOT if text.startswith(begin, at)]
        if text.startswith(_DOCTYPE, at):
            doctype = _read_name(text, _skip_space(text, at + len(_DOCTYPE)))
            ends = [_end_of_doctype(text, at)]
        if not ends:
            return doctype, _read_name(text, at + 1)
        if not ends[0]:
            break
        at = _skip_space(text, ends[0])
    return doctype, ""


def _find_end(text: str, close: str, at: int) -> int:
    """Return the place after the next `close`, 0 for none."""
    found = text.find(close, at)
    return found + len(close) if found >= 0 else 0


def _end_of_doctype(text: str, at: int) -> int:
    """Return the place after a document type, past the declarations it may hold in brackets; 0 for no end."""
    close, bracket = text.find(">", at), text.find("[", at)
    if 0 <= bracket < close:
        close = text.find(">", text.find("]", bracket)) if "]" in text[bracket:] else -1
    return close + 1


def _read_name(text: str, at: int) -> str:
    name = _NAME.match(text, at)
    return name[1] if name else ""


def _skip_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at
