"""The pages of a PDF as fragments of text with boxes, read by pdftext and PDFium."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from statistics import median_low
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from pdftext.pdf.pages import get_pages

from tasks.parsing.glyphs import Glyph, NamelessGlyphs, clean_text, settle_accents
from tasks.parsing.layout import Fragment, PageLayout

_WIDE_GAP = 0.8  # of the letters' height: wider than spaces of justified lines mostly are, narrower than gutters
_SPACE = 0.17  # of the size of print: between letters, a space that PDFium did not see
_BOLD_WEIGHT = 600
_BOLD_NAMES = ("bold", "black", "heavy", "medi", "demi", "semib")
_FEW_WORDS = 25
_RENDERED_SIDE = 400  # pixels
_INK_CONTRAST = 64  # of 255 levels of grey
_INK_SHARE = 0.0004
_MOST_OBJECT_LEVELS = 3
_PLAUSIBLE_HEIGHTS = (0.6, 1.9)  # of letters, in sizes of their font


def read_pages(document: pypdfium2.PdfDocument) -> Iterator[PageLayout]:
    """Yield each page; one that PDFium cannot read has no fragments and no ink.

    Text that runs up or down a page is left out, unless most of the page does: then the page is turned.
    """
    nameless = NamelessGlyphs()
    for index in range(len(document)):
        try:
            _unturn(document, index)
            page: dict[str, Any] = get_pages(document, range(index, index + 1), flatten_pdf=False)[0]
        except (pypdfium2.PdfiumError, ValueError, ArithmeticError):
            yield PageLayout(index + 1, 0.0, 0.0, (), 0.0, inked=False)
            continue
        width, height = float(page["width"]), float(page["height"])
        upright, turned = _split_by_direction([line for block in page["blocks"] for line in block["lines"]])
        lines = upright
        if _count_letters(turned) > _count_letters(upright):
            lines, (width, height) = _turn(turned, width, height), (height, width)
        fragments = tuple(piece for line in lines for piece in _cut_line(line, nameless))
        words = sum(len(fragment.text.split()) for fragment in fragments)
        share, inked = _look_at_images(document, index) if words < _FEW_WORDS else (0.0, True)
        yield PageLayout(index + 1, width, height, fragments, share, inked)


def _unturn(document: pypdfium2.PdfDocument, index: int) -> None:
    """Lay a page as its text was set: which way it is shown does not matter, which way its letters run does."""
    page = document[index]
    try:
        page.set_rotation(0)
    finally:
        page.close()


def _split_by_direction(lines: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    upright: list[dict[str, Any]] = []
    turned: list[dict[str, Any]] = []
    for line in lines:
        (turned if abs(math.sin(line["rotation"])) > math.sqrt(0.5) else upright).append(line)
    return upright, turned


def _count_letters(lines: list[dict[str, Any]]) -> int:
    return sum(len(span["text"]) for line in lines for span in line["spans"])


def _turn(lines: list[dict[str, Any]], width: float, height: float) -> list[dict[str, Any]]:
    """Return lines that run up or down a page of this width and height as if they ran from left to right."""
    spans = [[char["bbox"] for char in span["chars"]] for line in lines for span in line["spans"]]
    climb = math.fsum(before.bbox[1] - after.bbox[1] for boxes in spans for before, after in pairwise(boxes))
    for box in (box for boxes in spans for box in boxes):
        x0, y0, x1, y1 = box.bbox
        box.bbox = [height - y1, x0, height - y0, x1] if climb > 0 else [y0, width - x1, y1, width - x0]
    return lines


def _cut_line(line: dict[str, Any], nameless: NamelessGlyphs) -> Iterator[Fragment]:
    glyphs: list[Glyph] = []
    for span in line["spans"]:
        font = str(span["font"]["name"] or "")
        bold = span["font"]["weight"] >= _BOLD_WEIGHT or any(name in font.lower() for name in _BOLD_NAMES)
        for char in span["chars"]:
            letter, (x0, y0, x1, y1) = char["char"], char["bbox"].bbox
            if letter in ("\x00", "\ufffe", "\uffff"):
                letter = nameless.name(font, x1 - x0, y1 - y0)
            if letter not in "\r\n":
                glyphs.append(Glyph(letter, x0, y0, x1, y1, font, bold, _measure_print(span["font"]["size"], y1 - y0)))
    piece: list[Glyph] = []
    drawn: Glyph | None = None
    for glyph in settle_accents(glyphs):
        if glyph.letter.isspace():
            piece.append(glyph)
            continue
        if drawn is not None:
            height = max(glyph.y1 - glyph.y0, drawn.y1 - drawn.y0)
            if glyph.x0 - drawn.x1 > _WIDE_GAP * height or drawn.x1 - glyph.x0 > 2 * height:
                yield from _as_fragment(piece)
                piece = []
            elif line["rotation"] == 0 and _lacks_space(piece[-1], glyph):
                piece.append(replace(drawn, letter=" "))
        piece.append(glyph)
        drawn = glyph
    yield from _as_fragment(piece)


def _lacks_space(before: Glyph, after: Glyph) -> bool:
    """Return whether two letters of upright text, whose boxes are as wide as they advance, stand apart."""
    is_wide = after.x0 - before.x1 > _SPACE * min(before.size, after.size)
    return is_wide and before.letter.isalpha() and after.letter.isalpha()


def _measure_print(stated: float, height: float) -> float:
    """Return the size stated for the font, or the height of the box where another scale was laid over it."""
    low, high = _PLAUSIBLE_HEIGHTS
    return stated if low * stated <= height <= high * stated else height


def _as_fragment(piece: list[Glyph]) -> Iterator[Fragment]:
    drawn = [glyph for glyph in piece if not glyph.letter.isspace()]
    text = clean_text("".join(" " if glyph.letter.isspace() else glyph.letter for glyph in piece))
    if not drawn or not text:
        return
    height = median_low([glyph.y1 - glyph.y0 for glyph in drawn])
    # The line stands where letters of its usual height stand: superscripts don't move it.
    usual = [glyph for glyph in drawn if abs(glyph.y1 - glyph.y0 - height) <= 0.2 * height]
    fonts = sorted(glyph.font for glyph in drawn)
    yield Fragment(
        text,
        min(glyph.x0 for glyph in drawn),
        median_low([glyph.y0 for glyph in usual]),
        max(glyph.x1 for glyph in drawn),
        median_low([glyph.y1 for glyph in usual]),
        round(median_low([glyph.size for glyph in drawn]), 1),
        max(dict.fromkeys(fonts), key=fonts.count),
        sum(glyph.bold for glyph in drawn) > 0.9 * len(drawn),
    )


def _look_at_images(document: pypdfium2.PdfDocument, index: int) -> tuple[float, bool]:
    """Return the share of a page that images cover, and whether anything on it can be seen."""
    page = document[index]
    try:
        width, height = page.get_size()
        covered = 0.0
        for image in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=_MOST_OBJECT_LEVELS):
            left, bottom, right, top = image.get_bounds()
            covered += max(0.0, right - left) * max(0.0, top - bottom)
        grey = page.render(scale=_RENDERED_SIDE / max(width, height, 1.0), grayscale=True).to_numpy()
        paper = float(np.median(grey))
        ink = float((np.abs(grey.astype(np.int16) - paper) > _INK_CONTRAST).mean())
    except (pypdfium2.PdfiumError, ValueError, ArithmeticError):
        return 0.0, False
    finally:
        page.close()
    return min(1.0, covered / max(width * height, 1.0)), ink > _INK_SHARE
