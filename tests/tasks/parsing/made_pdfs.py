"""PDFs made by hand: text where it is wanted, in Helvetica, without any library."""

from __future__ import annotations

import textwrap
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

WIDTH, HEIGHT = 612, 792


class Line(NamedTuple):
    """A line of text at points from the left and from the top; `font` is F1 (roman) or F2 (bold)."""

    x: float
    y: float
    text: str
    size: float = 10.0
    font: str = "F1"


def wrap_column(x: float, y: float, text: str, characters: int = 46, size: float = 10.0) -> list[Line]:
    """Return a paragraph as lines 12 points apart, no longer than so many characters."""
    return [Line(x, y + 12 * row, line, size) for row, line in enumerate(textwrap.wrap(text, characters))]


def write_pdf(path: Path, pages: Sequence[Sequence[Line]]) -> Path:
    """Write a PDF with these lines on its pages, drawn in the order given."""
    return write_streams(path, [_draw(page) for page in pages])


def write_streams(path: Path, contents: Sequence[bytes], extra: str = "", resources: str = "") -> Path:
    """Write a PDF whose pages have these content streams, compressed; `extra` goes into the dictionary of each."""
    fonts = "<< /F1 3 0 R /F2 4 0 R >>"
    kids = " ".join(f"{5 + 2 * number} 0 R" for number in range(len(contents)))
    objects: list[bytes] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(contents)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    ]
    for number, content in enumerate(contents):
        packed = content if "/Filter" in extra else zlib.compress(content)
        filters = extra if "/Filter" in extra else f"/Filter /FlateDecode {extra}"
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {6 + 2 * number} 0 R "
            f"/Resources << /Font {fonts} {resources} >> >>".encode(),
            f"<< /Length {len(packed)} {filters} >>\nstream\n".encode() + packed + b"\nendstream",
        ]
    return write_objects(path, objects)


def write_objects(path: Path, objects: Sequence[bytes]) -> Path:
    """Write a PDF of these objects, numbered from 1, the first being its catalogue."""
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    path.write_bytes(bytes(out))
    return path


def _draw(lines: Sequence[Line]) -> bytes:
    drawn = []
    for line in lines:
        escaped = line.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        drawn.append(f"BT /{line.font} {line.size} Tf {line.x} {HEIGHT - line.y} Td ({escaped}) Tj ET")
    return "\n".join(drawn).encode("cp1252")
