"""Peers for `litreview bench parse`: a PDF's text as pdftext and pypdf give it, nothing done to it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

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
