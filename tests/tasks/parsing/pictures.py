"""PDFs of pictures, as scanners make them: pages printed, turned, skewed and put into a file without text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pypdfium2
from PIL import Image

DOTS = 100  # an inch


def photograph(pdf: Path, number: int = 1, *, turned: int = 0, askew: float = 0.0) -> Image.Image:
    """Return the picture of a page's upper half, turned to the left by whole quarters in degrees, and askew by some."""
    document = pypdfium2.PdfDocument(pdf)
    picture = document[number - 1].render(scale=DOTS / 72).to_pil().convert("L")
    document.close()
    picture = picture.crop((0, 0, picture.width, picture.height // 2))
    return picture.rotate(askew, fillcolor=255, resample=Image.Resampling.BICUBIC).rotate(turned, expand=True)


def bind(path: Path, pictures: Sequence[Image.Image]) -> Path:
    """Write pictures as the pages of a PDF."""
    first, *others = pictures
    first.save(path, "PDF", resolution=DOTS, save_all=True, append_images=others, quality=60)
    return path
