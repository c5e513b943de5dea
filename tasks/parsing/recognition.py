"""Letters recognised in the picture of a page, by RapidOCR with the weights that its wheel holds.

Scanned pages as Markdown: letters recognised, then laid out as those of any other page.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from statistics import median, median_low
from typing import Any

import cv2
import numpy as np
import pypdfium2
import rapidocr

from tasks.parsing.born_digital import compose_pages
from tasks.parsing.glyphs import clean_text
from tasks.parsing.layout import Fragment, PageLayout
from tasks.parsing.protocol import ParsedDocument, ParsedPage
from tasks.parsing.quality import score_quality
from tasks.parsing.weights import find_weights

Picture = np.ndarray[Any, Any]

_SETTINGS = {
    "Global.log_level": "critical",
    "Global.max_side_len": 5000,
    "Det.limit_type": "max",
    "Det.limit_side_len": 1600,  # pixels in which lines are looked for; their letters are read in all that there are
    "Rec.rec_batch_num": 1,  # a line is read the same whatever is beside it
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}
_TALL = 1.5  # times as high as wide: a line that runs up or down
_SAMPLE = 9  # lines that decide which way up a page is
_LONG = 8.0  # times as wide as high: a line that tells how far a page is askew
_MOST_ASKEW = math.radians(20)


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it was recognised: its box in pixels from the upper left corner, its confidence in [0, 1].

    `stroke` is half the width of its strokes in pixels.
    """

    text: str
    confidence: float
    stroke: float
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def height(self) -> float:
        """Return the height in pixels."""
        return self.y1 - self.y0


class Recogniser:
    """Reads pictures with one thread and no network; the weights are loaded when the first is read.

    They know Latin letters with all accents, Chinese and Japanese; not Greek text, Cyrillic, Arabic or Korean.
    """

    def __init__(self) -> None:
        """Begin.

        Raises:
            FileNotFoundError: the installed wheel holds other weights.
        """
        weights = {name: str(file) for name, file in find_weights().items()}
        self._engine: Any = rapidocr.RapidOCR(params=_SETTINGS | weights)

    def read(self, picture: Picture) -> tuple[list[Line], tuple[int, int]]:
        """Return the lines of a picture (height, width, 3) laid upright and level, and its width and height then."""
        boxes, texts, scores = self._recognise(picture)
        turns = self._count_turns(picture, boxes)
        if turns:
            picture = np.ascontiguousarray(np.rot90(picture, turns))
            boxes, texts, scores = self._recognise(picture)
        height, width = picture.shape[:2]
        lines = [
            Line(text, float(score), _measure_strokes(_cut(picture, box)), *_bound(level))
            for box, level, text, score in zip(boxes, _level(boxes, width, height), texts, scores, strict=True)
        ]
        return lines, (width, height)

    def _recognise(self, picture: Picture) -> tuple[list[Picture], list[str], list[float]]:
        # Whether a line stands on its head is not asked line by line: of 80 upright ones, one is turned over.
        found = self._engine(picture, use_det=True, use_cls=False, use_rec=True)
        texts = getattr(found, "txts", None)
        if not texts or found.boxes is None:
            return [], [], []
        return list(found.boxes), list(texts), list(found.scores)

    def _count_turns(self, picture: Picture, boxes: Sequence[Picture]) -> int:
        """Return by how many quarters to the left a page must be turned so that most of its letters stand upright."""
        lengths = [max(_measure(box)) for box in boxes]
        tall = [_measure(box)[1] > _TALL * _measure(box)[0] for box in boxes]
        is_tall = 2 * fsum(length for length, each in zip(lengths, tall, strict=True) if each) > fsum(lengths)
        sample = sorted(
            (place for place, each in enumerate(tall) if each == is_tall), key=lambda place: -lengths[place]
        )
        votes = []
        for place in sample[:_SAMPLE]:
            crop = _cut(picture, boxes[place])
            upright = np.ascontiguousarray(np.rot90(crop) if is_tall else crop)
            told = self._engine(upright, use_det=False, use_cls=True, use_rec=False)
            votes.append(told.cls_res[0][0] == "180")
        return int(is_tall) + (2 if 2 * sum(votes) > len(votes) else 0)


def _cut(picture: Picture, box: Picture) -> Picture:
    x0, y0, x1, y1 = (max(0, round(edge)) for edge in _bound(box))
    return picture[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)]


def _measure_strokes(crop: Picture) -> float:
    """Return the mean distance of ink from its edge, in pixels: half the width of strokes, more where print is bold."""
    grey = crop.mean(axis=2)
    ink, paper = np.percentile(grey, (1, 95))
    depths = cv2.distanceTransform((grey < (ink + paper) / 2).astype(np.uint8), cv2.DIST_L2, 3)
    inked = depths[depths > 0]
    return float(inked.mean()) if inked.size else 0.0


def _measure(box: Picture) -> tuple[float, float]:
    """Return the width and height of a box, corners from the upper left clockwise."""
    return float(np.linalg.norm(box[1] - box[0])), float(np.linalg.norm(box[3] - box[0]))


def _level(boxes: Sequence[Picture], width: int, height: int) -> list[Picture]:
    """Return boxes turned about the middle of a page by as much as most of its long lines are askew."""
    slopes = [
        math.atan2(box[1][1] - box[0][1], box[1][0] - box[0][0])
        for box in boxes
        if _measure(box)[0] > _LONG * _measure(box)[1]
    ]
    slope = median(slopes) if slopes else 0.0
    if not 0 < abs(slope) < _MOST_ASKEW:
        return list(boxes)
    middle = np.array([width / 2, height / 2])
    turn = np.array([[math.cos(slope), -math.sin(slope)], [math.sin(slope), math.cos(slope)]])
    return [(box - middle) @ turn + middle for box in boxes]


def _bound(box: Picture) -> tuple[float, float, float, float]:
    """Return the left, upper, right and lower edge of a box, each the mean of its two corners."""
    (left, upper), (right, upper_too), (right_too, lower), (left_too, lower_too) = box.tolist()
    x0, x1 = sorted(((left + left_too) / 2, (right + right_too) / 2))
    y0, y1 = sorted(((upper + upper_too) / 2, (lower + lower_too) / 2))
    return x0, y0, x1, y1


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
