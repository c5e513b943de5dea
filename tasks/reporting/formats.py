"""The formats that a review is exported in: what is registered here is offered, made and told everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Writer = Literal["html", "docx", "typst", "gfm"]


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """The file that an export is, and Pandoc's writer of a document; without one the review has the file already.

    What is typeset is compiled by Typst after Pandoc has written it.
    """

    file: str
    writer: Writer | None = None
    is_typeset: bool = False


FORMATS: dict[str, ExportFormat] = {
    "md": ExportFormat("review.md"),
    "html": ExportFormat("review.html", "html"),
    "docx": ExportFormat("review.docx", "docx"),
    "pdf": ExportFormat("review.pdf", "typst", is_typeset=True),
    "bib": ExportFormat("references.bib"),
    "ris": ExportFormat("references.ris"),
    "csl": ExportFormat("references.csl.json"),
}


def documents() -> tuple[str, ...]:
    """Return the formats that are made when they are asked for."""
    return tuple(name for name, form in FORMATS.items() if form.writer)


def text_files() -> tuple[str, ...]:
    """Return the formats that the review has already."""
    return tuple(name for name, form in FORMATS.items() if not form.writer)


def list_formats(given: tuple[str, ...] = ()) -> str:
    """Return the names given, or all there are, as a phrase: "md, html or pdf"."""
    names = given or tuple(FORMATS)
    return " or ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
