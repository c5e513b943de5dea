"""From a file to a document: its kind, its parser, and the parser for pages that are pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from storage.core.errors import InputError
from tasks.parsing.confinement import ConfinedParser, Limits
from tasks.parsing.file_kinds import ENOUGH, Kind, sniff
from tasks.parsing.marker import Marker
from tasks.parsing.protocol import ParsedDocument
from tasks.parsing.quality import POOR, score_quality
from tasks.parsing.reference_section import cut_references

MOST_BYTES = 256 * 1024 * 1024

_PARSERS: dict[Kind, str] = {"pdf": "pdftext", "jats": "jats", "tei": "tei"}
_PAGE_BREAK = "\f"
_SECONDS_TO_START, _SECONDS_A_PAGE, _LONGEST = 60, 60, 3600  # of a processor
_ELAPSED = 4.0  # times as long in elapsed time: other reviews need processors too
_MEMORY_TO_RECOGNISE = 4 * 1024**3  # of addresses; three quarters of a GB are used


def parse_file(path: Path, *, marker_command: str = "", scratch: Path | None = None) -> ParsedDocument:
    """Return the pages of a file as Markdown, or why there are none; whatever the file holds, this returns.

    The kind of file is determined from its content. PDF pages without readable text go through letter recognition, and
    those without recognised letters to Marker, if there is a command for it. A document none of whose pages can be read
    is "scanned", never an empty text; its reason says what each of the two said. Who reads works in folders in
    `scratch`, else where temporary files go.

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
    if document.status in ("parsed", "scanned") and document.wanting:
        scan = ConfinedParser("rapidocr", limit_scan(len(document.wanting)), scratch, document.wanting).parse(path)
        document = add_pages(document, scan)
    if document.status in ("parsed", "scanned") and document.wanting and marker_command:
        document = add_pages(document, Marker(marker_command, scratch).read_pages(path, document.wanting))
    return document if document.status == "parsed" else replace(document, pages=(), references="")


def limit_scan(pages: int) -> Limits:
    """Return what recognising the letters of so many pages may cost; a dense page takes about 15 s of a processor."""
    processor = min(_LONGEST, _SECONDS_TO_START + _SECONDS_A_PAGE * pages)
    return Limits(memory=_MEMORY_TO_RECOGNISE, processor=processor, elapsed=_ELAPSED * processor)


def add_pages(document: ParsedDocument, added: ParsedDocument) -> ParsedDocument:
    """Return a document with pages that another parser read, except those it read worse than is readable.

    If neither has separate references, they are now cut from all pages.
    """
    good = {page.number: page for page in added.pages if score_quality(page.text) >= POOR}
    wanting = tuple(number for number in document.wanting if number not in good)
    if not good:
        return replace(document, reason=" ".join(filter(None, (document.reason, added.reason))))
    pages = sorted([*document.pages, *good.values()], key=lambda page: page.number)
    missed = f"{len(wanting)} of {document.page_count} pages could not be read. {added.reason}".strip()
    references = "\n\n".join(filter(None, (document.references, added.references)))
    if not references:
        joined, references = cut_references(f"\n{_PAGE_BREAK}\n".join(page.text for page in pages))
        texts = joined.split(f"\n{_PAGE_BREAK}\n")
        pages = [replace(page, text=text.strip()) for page, text in zip(pages, texts, strict=True)]
    return ParsedDocument(
        "parsed",
        f"{document.parser}, {added.parser}" if document.pages else added.parser,
        tuple(page for page in pages if page.text),
        score_quality("\n".join(page.text for page in pages)),
        references,
        missed if wanting else "",
        wanting,
        document.page_count,
    )
