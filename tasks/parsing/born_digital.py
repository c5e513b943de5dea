"""PDFs with a text layer, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

from tasks.parsing.columns import order_columns
from tasks.parsing.furniture import drop_furniture, mend_sentences, split_notes
from tasks.parsing.glyphs import collect_words, restore_ligatures
from tasks.parsing.headings import mark_headings
from tasks.parsing.hyphens import collect_compounds, join_lines
from tasks.parsing.layout import PageLayout
from tasks.parsing.paragraphs import Paragraph, Type, build_paragraphs, find_body_type
from tasks.parsing.pdf_pages import read_pages
from tasks.parsing.protocol import ParsedDocument, ParsedPage
from tasks.parsing.quality import POOR, score_quality
from tasks.parsing.reference_section import split_references

MOST_PAGES = 2_000

_DIVIDED = re.compile(r"([^\W\d_]+)-$")
_GOES_ON = re.compile(r"^([^\W\d_\s]+[^\s]*)\s*")
_NUMBERS = re.compile(r"(?<!\w)[^\w\s]*\d[\d.,%:/\u2013-]*(?!\w)[^\w\s]*")
_IMAGE_OF_A_PAGE = 0.5
_FEW_WORDS = 25
_MOST_WANTING = 0.5  # of the pages: a scan may have a typed title page


class BornDigital:
    """Reads PDFs whose text can be read: columns in order, margins and references apart, lines joined."""

    name = "pdftext"

    def parse(self, path: Path) -> ParsedDocument:
        """Return the pages of a PDF, or why it has none: encrypted, broken, too large, scanned, blank."""
        try:
            document = pypdfium2.PdfDocument(path)
        except pypdfium2.PdfiumError as error:
            if getattr(error, "err_code", None) == pdfium.FPDF_ERR_PASSWORD:
                return ParsedDocument("encrypted", self.name, reason="The PDF asks for a password.")
            return ParsedDocument("broken", self.name, reason="The PDF cannot be opened: its structure is damaged.")
        try:
            if len(document) > MOST_PAGES:
                reason = f"The PDF has {len(document)} pages, more than the {MOST_PAGES} that are read."
                return ParsedDocument("too large", self.name, reason=reason)
            layouts = list(read_pages(document))
        finally:
            document.close()
        return self._compose(layouts)

    def _compose(self, layouts: list[PageLayout]) -> ParsedDocument:
        if not layouts or all(layout.width <= 0 for layout in layouts):
            return ParsedDocument("broken", self.name, reason="The PDF has no page that can be read.")
        body, references = compose_pages(layouts)
        wanting = tuple(layout.number for layout in layouts if _is_image(layout) or _is_garbled(layout))
        pages = tuple(ParsedPage(number, text) for number, text in body if text and number not in wanting)
        count = len(layouts)
        if pages and len(wanting) <= _MOST_WANTING * count:
            quality = score_quality("\n".join(page.text for page in pages))
            return ParsedDocument("parsed", self.name, pages, quality, references, wanting=wanting, page_count=count)
        inked = tuple(layout.number for layout in layouts if layout.inked)
        if wanting or inked:
            reason = "The PDF holds images or unreadable letters in place of text."
            wanted = wanting or inked
            return ParsedDocument("scanned", self.name, pages, 0.0, references, reason, wanted, page_count=count)
        return ParsedDocument("blank", self.name, reason="Every page of the PDF is empty.", page_count=count)


def compose_pages(layouts: Sequence[PageLayout]) -> tuple[list[tuple[int, str]], str]:
    """Return the number and Markdown of each page without references, and the references as Markdown."""
    fragments = restore_ligatures(each for layout in layouts for each in layout.fragments)
    restored = iter(fragments)
    layouts = [replace(layout, fragments=tuple(next(restored) for _ in layout.fragments)) for layout in layouts]
    kept = drop_furniture(layouts)
    texts = [each.text for layout in kept for each in layout.fragments]
    words, compounds = collect_words(texts), collect_compounds(texts)
    body = find_body_type(each for layout in kept for each in layout.fragments)
    pages = [_read_page(layout, body, words, compounds) for layout in kept]
    read, references = split_references(mark_headings(pages, body))
    texts = [_write(_settle(page, body, words, compounds)) for page in read]
    for index in range(len(texts) - 1):
        texts[index : index + 2] = _join_divided(texts[index], texts[index + 1], words, compounds)
    numbered = [(layout.number, text) for layout, text in zip(kept, texts, strict=True)]
    return numbered, _write([replace(each, heading_level=0) for each in references])


def _read_page(layout: PageLayout, body: Type, words: frozenset[str], compounds: frozenset[str]) -> list[Paragraph]:
    return [
        replace(paragraph, column=number)
        for number, column in enumerate(order_columns(layout.fragments))
        for paragraph in build_paragraphs(column, body, words, compounds)
    ]


def _settle(page: Sequence[Paragraph], body: Type, words: frozenset[str], compounds: frozenset[str]) -> list[Paragraph]:
    """Return the paragraphs of a page with its footnotes last and its sentences whole."""
    running: list[Paragraph] = []
    notes: list[Paragraph] = []
    for _, column in groupby(page, key=lambda each: each.column):
        above, below = split_notes(list(column), body)
        running += above
        notes += below
    return [*mend_sentences(running, body, words, compounds), *notes]


def _write(paragraphs: Sequence[Paragraph]) -> str:
    return "\n\n".join(
        f"{'#' * each.heading_level} {each.text}" if each.heading_level else each.text for each in paragraphs
    )


def _join_divided(page: str, following: str, words: frozenset[str], compounds: frozenset[str]) -> tuple[str, str]:
    """Return two successive pages, with a word divided between them put whole on the first."""
    rest = _GOES_ON.match(following)
    if rest is None or not _DIVIDED.search(page) or not rest.group(1)[0].islower():
        return page, following
    return join_lines(page, rest.group(1), words, compounds), following[rest.end() :]


def _is_image(layout: PageLayout) -> bool:
    return layout.image_share >= _IMAGE_OF_A_PAGE and not _has_words(layout) and layout.inked


def _is_garbled(layout: PageLayout) -> bool:
    """Return whether the words of a page are not words; tables of numbers have few, but sound ones."""
    words = _NUMBERS.sub(" ", " ".join(each.text for each in layout.fragments))
    return bool(words.strip()) and _has_words(layout) and score_quality(words) < POOR


def _has_words(layout: PageLayout) -> bool:
    return sum(len(each.text.split()) for each in layout.fragments) >= _FEW_WORDS
