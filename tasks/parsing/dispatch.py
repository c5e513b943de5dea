"""A file to a document: what it is, who reads it, what Marker adds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from storage.errors import InputError
from tasks.file_kinds import ENOUGH, Kind, sniff
from tasks.parsing.confined import ConfinedParser
from tasks.parsing.marker import Marker
from tasks.parsing.protocol import ParsedDocument, ParsedPage
from tasks.parsing.quality import POOR, score_quality
from tasks.parsing.reference_section import cut_references

MOST_BYTES = 256 * 1024 * 1024

_PARSERS: dict[Kind, str] = {"pdf": "pdftext", "jats": "jats", "tei": "tei"}
_PAGE_BREAK = "\f"


def parse_file(path: Path, *, marker_command: str = "", scratch: Path | None = None) -> ParsedDocument:
    """Return the pages of a file as Markdown, or why there are none; whatever the file holds, this returns.

    What it is is told from its content. Pages of a PDF without text that can be read go to Marker, if there is a
    command for it; a document none of whose pages can be read is "scanned", never an empty text. Who reads works in
    folders in `scratch`, else where temporary files go.

    Raises:
        InputError: there is no such file, or Marker's command cannot be started.
    """
    if not path.is_file():
        raise InputError(f"{path} is not a file; give the path of a PDF or of an article in JATS or TEI XML")
    if path.stat().st_size > MOST_BYTES:
        return ParsedDocument("too large", "", reason=f"The file is larger than {MOST_BYTES // 1024**2} MB.")
    with path.open("rb") as file:
        kind = sniff(file.read(ENOUGH))
    if kind is None or kind == "html":
        reason = "The file is neither a PDF nor an article in JATS or TEI XML."
        return ParsedDocument("not a document", "", reason=reason)
    document = ConfinedParser(_PARSERS[kind], scratch=scratch).parse(path)
    if not marker_command or not document.wanting or document.status not in ("parsed", "scanned"):
        return document
    return add_pages(document, Marker(marker_command, scratch).read_pages(path, document.wanting))


def add_pages(document: ParsedDocument, read: dict[int, ParsedPage]) -> ParsedDocument:
    """Return a document with the pages that Marker read, except those it read worse than is readable.

    Where the document had no references apart, they are cut from the pages now.
    """
    good = {number: page for number, page in read.items() if score_quality(page.text) >= POOR}
    if not good:
        return document
    pages = sorted([*document.pages, *good.values()], key=lambda page: page.number)
    references = document.references
    if not references:
        joined, references = cut_references(f"\n{_PAGE_BREAK}\n".join(page.text for page in pages))
        texts = joined.split(f"\n{_PAGE_BREAK}\n")
        pages = [replace(page, text=text.strip()) for page, text in zip(pages, texts, strict=True)]
    return ParsedDocument(
        "parsed",
        f"{document.parser}, marker" if document.pages else "marker",
        tuple(page for page in pages if page.text),
        score_quality("\n".join(page.text for page in pages)),
        references,
        wanting=tuple(number for number in document.wanting if number not in good),
        page_count=document.page_count,
    )
