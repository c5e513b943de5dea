"""Scanned pages as Markdown: letters recognised, then laid out as those of any other page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum
from pathlib import Path
from statistics import median_low

import pypdfium2

from tasks.parsing.born_digital import compose_pages
from tasks.parsing.glyphs import clean_text
from tasks.parsing.layout import Fragment, PageLayout
from tasks.parsing.protocol import ParsedDocument, ParsedPage
from tasks.parsing.quality import score_quality
from tasks.parsing.recognition import Line, Recogniser

_POINTS = 72
_RESOLUTION = 200  # dots an inch
_MOST_PIXELS = 9e6
_LEAST_CONFIDENCE, _LEAST_OF_A_LINE = 0.85, 0.7
_LETTERS_IN_BOX = 0.8  # of the height of a line's box, which has room above and below
_SAME_SIZE = 0.25
_BOLD = 1.2


class Scan:
    """Reads pages of which a PDF has only pictures."""

    name = "rapidocr"

    def read(self, path: Path, numbers: Sequence[int]) -> Iterator[ParsedDocument]:
        """Yield, after each of these pages, what of them has been read by then; pages without text stay wanting."""
        document, recogniser = pypdfium2.PdfDocument(path), Recogniser()
        layouts: list[PageLayout] = []
        for done, number in enumerate(numbers, 1):
            layouts.append(_read_page(document, number, recogniser))
            yield _compose(layouts, numbers, done, len(document))


def _compose(layouts: list[PageLayout], numbers: Sequence[int], done: int, count: int) -> ParsedDocument:
    body, references = compose_pages(layouts)
    pages = tuple(ParsedPage(number, text) for number, text in body if text)
    read = {page.number for page in pages}
    wanting = tuple(number for number in numbers if number not in read)
    if not pages:
        reason = f"On {done} of {len(numbers)} pages that are pictures no text was recognised with confidence."
        return ParsedDocument("scanned", Scan.name, reason=reason, wanting=wanting, page_count=count)
    quality = score_quality("\n".join(page.text for page in pages))
    return ParsedDocument("parsed", Scan.name, pages, quality, references, wanting=wanting, page_count=count)


def _read_page(document: pypdfium2.PdfDocument, number: int, recogniser: Recogniser) -> PageLayout:
    try:
        page = document[number - 1]
        width, height = page.get_size()
        scale = min(_RESOLUTION / _POINTS, (_MOST_PIXELS / max(1.0, width * height)) ** 0.5)
        picture = page.render(scale=scale).to_numpy()
        page.close()
    except (pypdfium2.PdfiumError, ValueError, ArithmeticError):
        return PageLayout(number, 0.0, 0.0, (), 0.0, inked=False)
    lines, (wide, high) = recogniser.read(picture)
    if _rate(lines) < _LEAST_CONFIDENCE:
        lines = []
    fragments = tuple(_write_fragments([line for line in lines if line.confidence >= _LEAST_OF_A_LINE], scale))
    return PageLayout(number, wide / scale, high / scale, fragments, 1.0, inked=True)


def _rate(lines: Sequence[Line]) -> float:
    """Return the mean confidence of the letters of a page; those of a script that is not known have little."""
    letters = sum(len(line.text) for line in lines)
    return fsum(line.confidence * len(line.text) for line in lines) / letters if letters else 0.0


def _write_fragments(lines: Sequence[Line], scale: float) -> Iterator[Fragment]:
    """Yield lines as fragments in points. Boxes differ with the letters in them, so near heights are one size."""
    if not lines:
        return
    usual = median_low([line.height for line in lines for _ in line.text])
    stroke = median_low([line.stroke for line in lines for _ in line.text]) / usual
    for line in lines:
        height = usual if abs(line.height - usual) <= _SAME_SIZE * usual else line.height
        text = clean_text(line.text)
        if text:
            yield Fragment(
                text,
                line.x0 / scale,
                line.y0 / scale,
                line.x1 / scale,
                line.y1 / scale,
                round(_LETTERS_IN_BOX * height / scale, 1),
                Scan.name,
                bold=line.stroke / height > _BOLD * stroke,
            )
