"""The formats that a review is exported in: those registered here are offered, made and described everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Writer = Literal["html", "docx", "typst", "gfm"]


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """The file that an export gives, and Pandoc's writer for it; without a writer the review already has the file.

    Typeset formats are compiled by Typst after Pandoc has written them.
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
    "checklists": ExportFormat("checklists.md"),
}


def documents() -> tuple[str, ...]:
    """Return the formats that are made on request."""
    return tuple(name for name, form in FORMATS.items() if form.writer)


def text_files() -> tuple[str, ...]:
    """Return the formats that the review already has."""
    return tuple(name for name, form in FORMATS.items() if not form.writer)


def list_formats(given: tuple[str, ...] = ()) -> str:
    """Return the given names, or all of them, as a phrase: "md, html or pdf"."""
    names = given or tuple(FORMATS)
    return " or ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
